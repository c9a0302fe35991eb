"""Which imported web page a citation's address leads to, and what state that page is in."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from corpus.citations.readable import readable
from corpus.citations.sources import passages_of
from corpus.models import CitationState, Corpus, StoredCitation, StoredPage, WebPage, WebPageLeftOut
from corpus.page.page_json import page_from_stored
from corpus.web.addresses import page_keys

BATCH = 500
REDIRECTS = 5  # that are followed from one address
SHORT = 8_000  # characters of page JSON; longer pages have more words than a wall or a notice
ADDRESSED = (
    *(CitationState.UNRESOLVED, CitationState.AVAILABLE, CitationState.NOT_IMPORTED),
    *(CitationState.PAYWALL, CitationState.NO_TEXT),
)


@dataclass(frozen=True, slots=True)
class _Found:
    """A source's page and state; `page` is None where there is none."""

    state: CitationState
    page: int | None = None


_NOTHING, _NO_TEXT = _Found(CitationState.NOT_IMPORTED), _Found(CitationState.NO_TEXT)


def resolve(corpus: Corpus, web_corpora: Sequence[Corpus]) -> int:
    """Fill in state and page of every citation with an address, from the first of the corpora that has the page.

    The page may stand there under its archived address, as AMP or as the version for phones. Idempotent; what is
    written stays if it is interrupted. Returns how many citations changed.
    """
    rows = StoredCitation.objects.filter(corpus=corpus, state__in=ADDRESSED).exclude(key="").order_by("pk")
    columns = ("pk", "key", "url", "archive_url", "state", "source_page")
    last = changed = 0
    while batch := list(rows.filter(pk__gt=last).only(*columns)[:BATCH]):
        last = batch[-1].pk
        spellings = {row.pk: _spellings(row) for row in batch}
        pages = _pages({key for keys in spellings.values() for key in keys}, web_corpora)
        different = []
        for row in batch:
            found = next((pages[key] for key in spellings[row.pk] if key in pages), _NOTHING)
            if (row.state, row.source_page_id) != (found.state, found.page):
                row.state, row.source_page_id = found.state, found.page
                different.append(row)
        StoredCitation.objects.bulk_update(different, ["state", "source_page"])
        changed += len(different)
    return changed


def _spellings(row: StoredCitation) -> list[str]:
    """Keys under which the source may be imported, the most likely first."""
    keys = [row.key, *page_keys(row.url), *(page_keys(row.archive_url) if row.archive_url else ())]
    return list(dict.fromkeys(keys))


def _pages(keys: Collection[str], web_corpora: Sequence[Corpus]) -> Mapping[str, _Found]:
    """Key -> what the first of the corpora has of it, or of the address that it redirects to.

    A page that was left out for want of text counts only if none has it.
    """
    order = {one.pk: place for place, one in enumerate(web_corpora)}
    moved = _left_out(keys, order)
    wanted = {*keys, *moved.values()} - {""}
    rows = WebPage.objects.filter(corpus__in=order, key__in=wanted).values_list("key", "corpus", "page", "page__size")
    best = {key: (page, size) for key, of, page, size in sorted(rows, key=lambda one: -order[one[1]])}
    states = _states_of_short([page for page, size in best.values() if size <= SHORT])
    there = {key: _Found(states.get(page, CitationState.AVAILABLE), page) for key, (page, _) in best.items()}
    return {key: there.get(_end_of(key, moved, there), _NO_TEXT) for key in moved} | there


def _left_out(keys: Collection[str], corpora: Collection[int]) -> dict[str, str]:
    """The keys of addresses without a page, and of those that they redirect to -> the key that each redirects to."""
    found: dict[str, str] = {}
    wanted = {*keys}
    for _ in range(REDIRECTS + 1):
        rows = WebPageLeftOut.objects.filter(corpus__in=corpora, key__in=wanted).order_by("target")
        found |= dict(rows.values_list("key", "target"))  # one with a target comes after one without
        wanted = {*found.values()} - found.keys() - {""}
        if not wanted:
            break
    return found


def _end_of(key: str, moved: Mapping[str, str], there: Collection[str]) -> str:
    """The last address of a chain of redirects, the first that has a page."""
    for _ in range(REDIRECTS):
        if key in there or not moved.get(key):
            break
        key = moved[key]
    return key


def _states_of_short(pages: Collection[int]) -> Mapping[int, CitationState]:
    """Short pages by what their text says: it may be that of a paywall or of an error."""
    texts = StoredPage.objects.filter(pk__in=pages).values_list("pk", "data")
    return {
        key: CitationState(readable([one.text for one in passages_of(page_from_stored(json.loads(data)))]))
        for key, data in texts
    }
