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


_NOTHING = _Found(CitationState.NOT_IMPORTED)


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
    """Key -> what the first of the corpora has of it; a page that was left out for want of text only if none has it."""
    order = {one.pk: place for place, one in enumerate(web_corpora)}
    left_out = WebPageLeftOut.objects.filter(corpus__in=order, key__in=keys).values_list("key", flat=True)
    found = dict.fromkeys(left_out, _Found(CitationState.NO_TEXT))
    rows = WebPage.objects.filter(corpus__in=order, key__in=keys).values_list("key", "corpus", "page", "page__size")
    best = {key: (page, size) for key, of, page, size in sorted(rows, key=lambda one: -order[one[1]])}
    states = _states_of_short([page for page, size in best.values() if size <= SHORT])
    return found | {key: _Found(states.get(page, CitationState.AVAILABLE), page) for key, (page, _) in best.items()}


def _states_of_short(pages: Collection[int]) -> Mapping[int, CitationState]:
    """Short pages by what their text says: it may be that of a paywall or of an error."""
    texts = StoredPage.objects.filter(pk__in=pages).values_list("pk", "data")
    return {
        key: CitationState(readable([one.text for one in passages_of(page_from_stored(json.loads(data)))]))
        for key, data in texts
    }
