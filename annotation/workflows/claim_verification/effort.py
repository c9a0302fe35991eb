"""Search effort of a verifier: queries, opened pages, and nearby pages never opened.

"Not enough information" says that the corpus was searched and does not tell (paper, section 7.10.1). This reminds the
person of how they searched, and of what they passed by; it says nothing about the verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import normalize

from annotation.claims.models import Claim
from annotation.vocabulary.operation_names import OperationName
from annotation.work.models import Assignment, Operation
from annotation.workflows.claim_verification.title_mentions import mentioned_pages
from corpus.models import Corpus
from corpus.store import leading_to
from search.api import IndexMissing, retrieve

MOST_CANDIDATES = 10
FOUND_PAGES = 10  # of the full-text search; those opened or mentioned fall away
LONGEST_LIST = 200
SEARCH_PAGE = "?search="


@dataclass(frozen=True, slots=True)
class Effort:
    """Queries and titles in the order in which they first came; each once, the latest 200 of either."""

    queries: list[str]
    pages: list[str]
    candidates: list[str]


def effort(assignment: Assignment, claim: Claim | None = None) -> Effort:
    """Read from the log, and from the claim's words; None: that of a verification task. Where there is no search index,
    mentioned titles alone."""
    claim, corpus = claim or assignment.task.verification_item.claim, assignment.project.corpus
    queries, pages = looked_at(assignment)
    near = [*mentioned_pages(corpus, claim.text), *_found(corpus, claim.text)]
    seen = set(pages)
    candidates = [title for title in dict.fromkeys(near) if title not in seen]
    return Effort(queries[-LONGEST_LIST:], pages[-LONGEST_LIST:], candidates[:MOST_CANDIDATES])


def looked_at(assignment: Assignment) -> tuple[list[str], list[str]]:
    """The distinct queries, and the distinct pages that were opened."""
    rows = Operation.objects.filter(assignment=assignment, name__in=[OperationName.SEARCH, OperationName.NOW_ON])
    queries: dict[str, None] = {}
    opened: dict[str, None] = {}
    for name, value in rows.order_by("sequence").values_list("name", "value"):
        value = value.strip()
        if name == OperationName.SEARCH and value:
            queries[value] = None
        elif name == OperationName.NOW_ON and value and not value.startswith(SEARCH_PAGE):
            opened[normalize("NFD", value)] = None
    return list(queries), _pages(assignment.project.corpus, opened)


def _pages(corpus: Corpus, opened: Iterable[str]) -> list[str]:
    """The pages that the opened titles lead to: a redirect and its page are one."""
    places = leading_to(corpus, opened)
    return list(dict.fromkeys(places[title][0] for title in opened if title in places))


def _found(corpus: Corpus, text: str) -> list[str]:
    try:
        return [hit.title for hit in retrieve(corpus, text, FOUND_PAGES)]
    except IndexMissing:  # or an engine that does not answer
        return []
