"""Search for evidence in one place at a time: the project's corpus, its web pages, or the documents of one claim.

Pages are ranked by the engine, any word of the query counts, and each is shown by its best passage. Dates, countries
and domains are looked up in the database: the engine is asked for more pages until enough of them pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypedDict

from django.db.models import Q

from annotation.evidence.web.corpora import web_corpora
from annotation.evidence.web.flagged import flagged_by
from annotation.projects.models import Project
from corpus.models import Corpus, StoredPage, WebPage
from corpus.web.addresses import domain
from search.api import frequencies_of, retrieve
from search.passages import FoundPassage, best_passage, weights_of
from search.ranking import all_words, informative_words

PER_PAGE = 10
ASKED = (60, 600, 6_000)  # pages that the engine is asked for, one after another, until enough pass
FEW = 1_000
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
    def is_filtered(self) -> bool:
        """Whether some pages may not pass."""
        return bool(self.before or self.country or self.domain)


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
    """Results from the offset on. `total` counts those that passed among the pages looked at; `next` is None at the
    end, and there may be more than `total` while it is not."""

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
    end = wanted.offset + PER_PAGE
    corpora = web_corpora(project)
    for most in ASKED if wanted.is_filtered else (end + PER_PAGE, *ASKED[1:]):
        ranked: list[tuple[float, WebPage]] = []
        is_all = True
        for corpus in corpora:
            found, is_end = _ranked(corpus, wanted, most)
            ranked += found
            is_all &= is_end
        if is_all or len(ranked) > end:
            break
    ranked.sort(key=lambda one: -one[0])
    shown = [page for _, page in ranked[wanted.offset : end]]
    results = _results(project, wanted.where, shown, corpora, words)
    return Found(results, len(ranked), end if len(ranked) > end and end < DEEPEST else None)


def _ranked(corpus: Corpus, wanted: Wanted, most: int) -> tuple[list[tuple[float, WebPage]], bool]:
    """Scores and pages that pass, of the best so many of a corpus; and whether these are all that there are."""
    passing = _passing(wanted)
    rows = WebPage.objects.filter(passing, corpus=corpus)
    # The engine looks for titles where few pages pass: asked for all, it would hand over thousands that do not.
    is_few = wanted.where == COLLECTION or (wanted.is_filtered and rows.count() <= FEW)
    titles = list(rows.values_list("page__title", flat=True)) if is_few else None
    hits = retrieve(corpus, wanted.text, most, titles=titles)
    scores = {hit.title: hit.score for hit in hits}
    keys = StoredPage.objects.filter(corpus=corpus, title__in=scores).order_by().values_list("pk", flat=True)
    # By their keys alone: asked for the corpus too, SQLite reads all pages of it.
    pages = WebPage.objects.filter(passing, pk__in=list(keys)).select_related("page").defer("page__data")
    return [(scores[page.page.title], page) for page in pages], len(hits) < most


def _passing(wanted: Wanted) -> Q:
    """The condition on web pages of what may be found."""
    found = Q(collection=wanted.collection if wanted.where == COLLECTION else "")
    if wanted.before is not None:
        found &= Q(earliest=None) | Q(earliest__lte=wanted.before)
    if wanted.country:
        found &= Q(country=wanted.country)
    if wanted.domain:
        found &= Q(domain=domain(wanted.domain))
        if wanted.domain != domain(wanted.domain):
            found &= Q(address__contains=f"://{wanted.domain}/") | Q(address__contains=f".{wanted.domain}/")
    return found


def _results(
    project: Project, where: str, pages: Sequence[WebPage], corpora: Iterable[Corpus], words: Sequence[str]
) -> list[FoundEvidence]:
    passages: dict[str, FoundPassage] = {}
    for corpus in corpora:
        passages |= _passages(corpus, [page.page.title for page in pages if page.corpus_id == corpus.pk], words)
    flags = flagged_by(project, [page.address for page in pages])
    kept = set(
        WebPage.objects.filter(pk__in=[page.pk for page in pages], snapshot__isnull=False).values_list("pk", flat=True)
    )
    return [
        FoundEvidence(
            element=passages[page.page.title].element,
            where=where,
            title=page.name,
            url=page.url,
            domain=page.domain,
            published=page.published or None,
            publisher=page.publisher,
            text=passages[page.page.title].text,
            snapshot=page.page.title if page.pk in kept else None,
            flagged_by=flags.get(page.address, []),
        )
        for page in pages
        if page.page.title in passages
    ]


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
