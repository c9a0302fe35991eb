"""Articles: their addresses, each once in a project."""

from __future__ import annotations

from hashlib import sha256

from annotation.workflows.question_answering.models import Article
from corpus.web.addresses import canonical, unarchived


def digest(url: str) -> str:
    """What tells an article from others: a hash of its canonical address, that of the article where it is archived."""
    return sha256(canonical(unarchived(url)).encode("utf-8", "surrogatepass")).hexdigest()


def addresses_of(article: Article) -> tuple[str, ...]:
    """The addresses under which the article is known."""
    return tuple(one for one in (article.url, article.archived_url) if one)
