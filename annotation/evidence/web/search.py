"""Search for evidence in one place at a time: the project's corpus, its web pages, or the documents of one claim.

Pages are ranked by the engine, which also keeps to dates, countries, domains and the documents of a claim
(`search.provenance`). Any word of the query counts, and each page is shown by its best passage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, TypedDict

from annotation.evidence.web.corpora import web_corpora
from annotation.evidence.web.flagged import flagged_by
from annotation.projects.models import Project
from corpus.models import Corpus, StoredPage
from search.api import frequencies_of, retrieve
from search.passages import FoundPassage, best_passage, weights_of
from search.provenance import Restriction
from search.ranking import all_words, informative_words

PER_PAGE = 10
DEEPEST = 1_000  # results that can be paged through
MOST_WORDS = 60
CORPUS, WEB, COLLECTION = "corpus", "web", "collection"
PLACES = (CORPUS, WEB, COLLECTION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is searched for, and where. `before`: the last day that a page may be of; pages without a date pass.

    `country`: two letters. `domain`: with everything below it. `collection`: the claim whose documents are searched.
    """

    text: str
    where: str
    before: date | None = None
    country: str = ""
    domain: str = ""
    collection: str = ""
    offset: int = 0

    @property
    def restriction(self) -> Restriction:
        """What a web page must meet."""
        return Restriction(
            collection=self.collection if self.where == COLLECTION else "",
            host=self.domain,
            country=self.country,
            before=self.before,
        )


class FoundEvidence(TypedDict):
    """A page by its best passage. `element`: its full id. `published`: as exact as it is known; null: unknown.

    `snapshot`: title of the page whose original can be shown; null where there is none.
    """

    element: str
    where: str
    title: str
    url: str | None
    domain: str
    published: str | None
    publisher: str
    text: str
    snapshot: str | None
    flagged_by: list[str]


@dataclass(frozen=True, slots=True)
class Found:
    """Results from the offset on. `total` counts the pages found so far; `next` is None at the end, and there may be
    more than `total` while it is not."""

    results: list[FoundEvidence]
    total: int
    next: int | None


def search_evidence(project: Project, wanted: Wanted) -> Found:
    """Search as wanted. Raises IndexMissing where a corpus has no index."""
    words = informative_words(all_words(wanted.text)[:MOST_WORDS])
    if not words or wanted.offset >= DEEPEST:
        return Found([], 0, None)
    if wanted.where == CORPUS:
        return _in_corpus(project, wanted, words)
    return _in_web(project, wanted, words)


def _in_corpus(project: Project, wanted: Wanted, words: Sequence[str]) -> Found:
    end = wanted.offset + PER_PAGE
    hits = retrieve(project.corpus, wanted.text, end + 1)
    titles = [hit.title for hit in hits]
    passages = _passages(project.corpus, titles[wanted.offset : end], words)
    results = [_of_article(title, passage) for title, passage in passages.items()]
    return Found(results, len(titles), end if len(titles) > end else None)


def _in_web(project: Project, wanted: Wanted, words: Sequence[str]) -> Found:
    end = min(wanted.offset + PER_PAGE, DEEPEST)
    ranked: list[tuple[float, str, Corpus]] = []
    for corpus in web_corpora(project):
        hits = retrieve(corpus, wanted.text, end + 1, restriction=wanted.restriction)
        ranked += [(hit.score, hit.title, corpus) for hit in hits]
    ranked.sort(key=lambda one: -one[0])
    shown = ranked[wanted.offset : end]
    results = _results(project, wanted.where, [(title, corpus) for _, title, corpus in shown], words)
    return Found(results, len(ranked), end if len(ranked) > end and end < DEEPEST else None)


class _Shown(NamedTuple):
    """What is shown of a web page, and its text."""

    title: str
    data: str
    name: str
    url: str
    address: str
    domain: str
    published: str
    publisher: str
    original: int | None


def _results(
    project: Project, where: str, ranked: Sequence[tuple[str, Corpus]], words: Sequence[str]
) -> list[FoundEvidence]:
    found: dict[tuple[int, str], tuple[_Shown, FoundPassage]] = {}
    for corpus in dict.fromkeys(corpus for _, corpus in ranked):
        weights = weights_of(words, frequencies_of(corpus, words))
        for page in _pages(corpus, [title for title, of in ranked if of == corpus]):
            passage = best_passage(page.data, weights)
            if passage is not None:
                found[corpus.pk, page.title] = page, passage
    flags = flagged_by(project, [page.address for page, _ in found.values()])
    shown = (found[corpus.pk, title] for title, corpus in ranked if (corpus.pk, title) in found)
    return [
        FoundEvidence(
            element=passage.element,
            where=where,
            title=page.name,
            url=page.url,
            domain=page.domain,
            published=page.published or None,
            publisher=page.publisher,
            text=passage.text,
            snapshot=None if page.original is None else page.title,
            flagged_by=flags.get(page.address, []),
        )
        for page, passage in shown
    ]


def _pages(corpus: Corpus, titles: Sequence[str]) -> Iterator[_Shown]:
    """What is shown of the web pages of these titles, in one query."""
    rows = StoredPage.objects.filter(corpus=corpus, title__in=titles, web__isnull=False).order_by()
    of_web = (
        f"web__{name}" for name in ("name", "url", "address", "domain", "published", "publisher", "snapshot__page")
    )
    return (_Shown(*row) for row in rows.values_list("title", "data", *of_web))


def _of_article(title: str, passage: FoundPassage) -> FoundEvidence:
    return FoundEvidence(
        element=passage.element,
        where=CORPUS,
        title=title,
        url=None,
        domain="",
        published=None,
        publisher="",
        text=passage.text,
        snapshot=None,
        flagged_by=[],
    )


def _passages(corpus: Corpus, titles: Sequence[str], words: Sequence[str]) -> dict[str, FoundPassage]:
    """Title -> best passage, in the order of the titles."""
    if not titles:
        return {}
    data = dict(StoredPage.objects.filter(corpus=corpus, title__in=titles).values_list("title", "data"))
    weights = weights_of(words, frequencies_of(corpus, words))
    found = {title: best_passage(data[title], weights) for title in titles if title in data}
    return {title: passage for title, passage in found.items() if passage is not None}
