"""Check the citations of a corpus: find their sources, verify each that has text, suggest better ones where needed.

Citations are gone through by page, which is read once, and on it by source. What was checked is stored for some at a
time, with what it was checked by, so that a check that was killed goes on where it was and a changed source is checked
again. Memory holds one page, one source, and the candidates of one claim.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from baseline.citations.better_source_needed import SUGGEST_FROM, needs_better_source
from baseline.citations.claim import Claim, Verification, Verifier
from baseline.citations.evidence import Support, support_in
from baseline.citations.language import foreign_language, language_of_text
from baseline.citations.lexical import UNION
from baseline.citations.retrieval import Search, Suggested, better_sources
from corpus.batching import batched
from corpus.citation_export import languages_of
from corpus.citation_sources import resolve
from corpus.citations.sources import overlapping_passages, passages_of
from corpus.models import CitationState, CitationSuggestion, Corpus, StoredCitation, StoredPage
from corpus.page.elements import Page, Sentence
from corpus.page.links import plain_text
from corpus.page.page_json import page_from_stored
from search.folding import fold

VERSION = 2  # of a check: what an older one found is checked again
ARTICLE_SENTENCES = 40  # by which the language of an article is known
PAGES, ROWS = 50, 20  # pages looked through at once, citations stored at once
BUCKETS = 10  # of the probability of failing, equally wide
FOUND = ("fails", "score", "passage", "missing", "language", "support", "checked_with")  # columns of what a check says
UNCHECKED = "-"  # in place of the source's hash: there is no text to check against

Progress = Callable[[int, int], None]  # citations done, citations in all


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A corpus after a check: citations by state of their source and by probability of failing (tenths, from 0 on).

    `checked` by this call, `suggested`: citations that have better sources. `languages`: citations by the language of
    their source where it is not that of the claim. `notes` say what was not searched.
    """

    states: Mapping[str, int]
    buckets: Sequence[int]
    checked: int
    suggested: int
    languages: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """From which probability of failing better sources are looked for, and how many are stored: 0 looks for none.

    `before_storing` is called in each transaction; what it raises ends the check.
    """

    suggest_from: float = SUGGEST_FROM
    most: int = 5
    before_storing: Callable[[], None] = lambda: None


def check(
    corpus: Corpus, search: Search, verifier: Verifier, progress: Progress, settings: Settings = Settings()
) -> Counted:  # fmt: skip
    """Check all citations of a corpus against the web corpora of `search` that this verifier has not checked yet."""
    resolve(corpus, search.corpora)
    total = StoredCitation.objects.filter(corpus=corpus).count()
    done = checked = 0
    for page, rows in _by_page(corpus):
        waiting = [row for row in rows if row.checked_with != _stamp(verifier, row)]
        done += len(rows) - len(waiting)
        reader = _Reader(page) if waiting else None
        for some in batched(sorted(waiting, key=lambda row: row.source_page_id or 0), ROWS):
            results = []
            for row in some:
                progress(done, total)
                assert reader is not None
                results.append(_checked(row, reader, search, verifier, settings))
                done += 1
            _store(results, verifier, settings)
            checked += len(results)
    progress(done, total)
    return count(corpus, checked, search.notes)


def forget(corpus: Corpus) -> None:
    """Have the next check begin anew; what was found stays until then."""
    StoredCitation.objects.filter(corpus=corpus).update(checked_with="")


def count(corpus: Corpus, checked: int = 0, notes: tuple[str, ...] = ()) -> Counted:
    """The citations of a corpus by state and probability of failing."""
    rows = StoredCitation.objects.filter(corpus=corpus)
    states = dict(rows.order_by().values_list("state").annotate(Count("pk")))
    within = {
        f"bucket_{at}": Count("pk", filter=Q(fails__gte=at / BUCKETS) & Q(**_below(at + 1))) for at in range(BUCKETS)
    }
    found = rows.aggregate(**within)
    suggested = CitationSuggestion.objects.filter(citation__corpus=corpus, place=0).count()
    buckets = [found[f"bucket_{at}"] for at in range(BUCKETS)]
    return Counted(
        states=states, buckets=buckets, checked=checked, suggested=suggested, languages=languages_of(corpus),
        notes=notes,
    )  # fmt: skip


def _below(tenth: int) -> dict[str, float]:
    return {"fails__lte": 1.0} if tenth == BUCKETS else {"fails__lt": tenth / BUCKETS}


def _by_page(corpus: Corpus) -> Iterator[tuple[int, list[StoredCitation]]]:
    """The citations of each page that has any, by the page's key."""
    pages = StoredPage.objects.filter(corpus=corpus).order_by("pk").values_list("pk", flat=True)
    last = 0
    while keys := list(pages.filter(pk__gt=last)[:PAGES]):
        last = keys[-1]
        rows: QuerySet[StoredCitation] = (
            StoredCitation.objects.filter(page__in=keys)
            .annotate(source_hash=F("source_page__content_hash"))
            .defer("fields", "text", "missing")
            .order_by("page", "number")
        )
        yield from ((page, list(group)) for page, group in groupby(rows, key=lambda row: row.page_id))


def _stamp(verifier: Verifier, row: StoredCitation) -> str:
    """What a citation is marked with once it is checked: the verifier, and the versions of the check and the source."""
    has_text = row.state == CitationState.AVAILABLE and row.source_page_id is not None
    version = row.source_hash[:12] if has_text else UNCHECKED  # type: ignore[attr-defined] # annotated above
    return f"{verifier.name[:80]} {VERSION}:{version}"


class _Reader:
    """The page of citations, and the source that was read last."""

    def __init__(self, page: int) -> None:
        stored = StoredPage.objects.values_list("title", "data", "paragraphs").get(pk=page)
        self._title, self._page = stored[0], _page(stored[1])
        self._begins = set(stored[2])
        self._language = language_of_text(" ".join(islice(map(plain_text, self._sentences()), ARTICLE_SENTENCES)))
        self._source: tuple[int, _Source] | None = None

    def claim(self, row: StoredCitation) -> Claim:
        """The claim, with the sentences of its paragraph before it."""
        before = tuple(self._before(row.element_id))
        return Claim(self._title, row.claim, row.offset, tuple(row.sections), before, self._language)

    def _sentences(self) -> Iterator[str]:
        return (one.text for one in self._page.elements if isinstance(one, Sentence))

    def source(self, page: int) -> _Source:
        """The passages of a source."""
        if self._source is None or self._source[0] != page:
            self._source = page, _Source.read(page)
        return self._source[1]

    def _before(self, element: str) -> list[str]:
        found: list[str] = []
        for each in self._page.elements:
            if each.id in self._begins or not isinstance(each, Sentence):
                found = []
            if each.id == element:
                return found if isinstance(each, Sentence) else []
            if isinstance(each, Sentence):
                found.append(plain_text(each.text))
        return []


@dataclass(frozen=True, slots=True)
class _Source:
    """Overlapping passages of a source with the ids of their elements, and its elements' texts."""

    texts: list[str]
    elements: list[tuple[str, ...]]
    own: dict[str, str]
    folded: frozenset[str]

    @classmethod
    def read(cls, key: int) -> _Source:
        """The source of a stored page."""
        page = _page(StoredPage.objects.values_list("data", flat=True).get(pk=key))
        overlapping = overlapping_passages(page)
        own = {passage.element_ids[0]: passage.text for passage in passages_of(page)}
        texts, elements = [one.text for one in overlapping], [tuple(one.element_ids) for one in overlapping]
        return cls(texts, elements, own, frozenset(map(fold, own.values())))


@dataclass(slots=True)
class _Result:
    row: StoredCitation
    verification: Verification | None = None
    element: str = ""
    language: str = ""  # of the source, where it is not the claim's
    support: list[Support] = field(default_factory=list)
    suggested: list[tuple[Suggested, list[Support]]] = field(default_factory=list)


def _checked(
    row: StoredCitation, reader: _Reader, search: Search, verifier: Verifier, settings: Settings
) -> _Result:  # fmt: skip
    claim, result = reader.claim(row), _Result(row)
    if not claim.cited.strip():
        return result
    cited: frozenset[str] = frozenset()
    if row.state == CitationState.AVAILABLE and row.source_page_id is not None:
        source = reader.source(row.source_page_id)
        cited = source.folded
        if source.texts:
            result.verification = verifier.verify(claim, source.texts)
            result.element = _best_element(claim, source, result.verification.passage, verifier)
            result.language = foreign_language(source.texts, claim.language)
            fails = result.verification.fails
            if not result.language and fails is not None and fails < SUGGEST_FROM:
                result.support = support_in(claim, _likeliest(source, result.verification, result.element))
    found = result.verification
    fails = None if found is None else found.fails
    if settings.most and needs_better_source(
        row, fails, is_compared=found is not None, suggest_from=settings.suggest_from
    ):
        excluded = {row.key} if row.key else set()
        pages = {row.source_page_id} if row.source_page_id is not None else set()
        better = better_sources(
            claim,
            search,
            verifier,
            cited=result.verification,
            excluded=excluded,
            exclude_pages=pages,
            cited_texts=cited,
            most=settings.most,
        )
        result.suggested = [(one, support_in(claim, {one.passage: one.text})) for one in better]
    return result


def _best_element(claim: Claim, source: _Source, passage: int, verifier: Verifier) -> str:
    """The element of an overlapping passage that supports the claim best: what a page can mark."""
    ids = [one for one in source.elements[passage] if one in source.own]
    if len(ids) < 2:
        return ids[0] if ids else ""
    return ids[verifier.verify(claim, [source.own[one] for one in ids]).passage]


def _likeliest(source: _Source, found: Verification, element: str) -> dict[str, str]:
    """The texts of the elements of the best overlapping passages and of the best element, in page order."""
    scores = found.passage_scores
    best = sorted(range(len(scores)), key=lambda place: -scores[place])[:UNION]
    wanted = {element, *(one for place in best for one in source.elements[place])}
    return {one: text for one, text in source.own.items() if one in wanted}


@transaction.atomic
def _store(results: Sequence[_Result], verifier: Verifier, settings: Settings) -> None:
    settings.before_storing()
    rows = []
    for result in results:
        row, found = result.row, result.verification
        is_known = found is not None and found.fails is not None
        row.fails, row.score = (found.fails, found.score) if found and is_known else (None, None)
        row.missing = [[one.start, one.end, one.kind] for one in found.missing] if found else []
        row.passage, row.checked_with = result.element, _stamp(verifier, row)
        row.language, row.support = result.language or None, [list(one) for one in result.support]
        rows.append(row)
    StoredCitation.objects.bulk_update(rows, FOUND)
    CitationSuggestion.objects.filter(citation__in=[row.pk for row in rows]).delete()
    CitationSuggestion.objects.bulk_create(suggestion for result in results for suggestion in _suggestions(result))


def _suggestions(result: _Result) -> Iterable[CitationSuggestion]:
    for place, (one, support) in enumerate(result.suggested):
        yield CitationSuggestion(
            citation=result.row,
            place=place,
            page_id=one.page,
            passage=one.passage,
            score=one.score,
            fails=one.fails,
            found_by=[list(each) for each in one.found_by],
            support=[list(each) for each in support],
        )


def _page(data: str) -> Page:
    read: dict[str, Any] = json.loads(data)
    return page_from_stored(read)
