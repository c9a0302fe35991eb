"""Which imported web page a citation's address leads to."""

from __future__ import annotations

from collections.abc import Sequence

from corpus.models import CitationState, Corpus, StoredCitation, StoredPage, WebPage

BATCH = 500
ADDRESSED = (
    CitationState.UNRESOLVED, CitationState.AVAILABLE, CitationState.NOT_IMPORTED, CitationState.NO_TEXT,
)  # fmt: skip


def resolve(corpus: Corpus, web_corpora: Sequence[Corpus]) -> int:
    """Fill in state and page of every citation with an address, from the first of the corpora that has the page.

    Idempotent; what is written stays if it is interrupted. Returns how many citations changed.
    """
    rows = StoredCitation.objects.filter(corpus=corpus, state__in=ADDRESSED).exclude(key="").order_by("pk")
    order = {one.pk: place for place, one in enumerate(web_corpora)}
    last = changed = 0
    while batch := list(rows.filter(pk__gt=last).only("pk", "key", "state", "source_page")[:BATCH]):
        last = batch[-1].pk
        found = WebPage.objects.filter(corpus__in=order, key__in={row.key for row in batch})
        sized = found.values_list("key", "corpus", "page", "page__size")
        pages = {key: (page, size) for key, of, page, size in sorted(sized, key=lambda one: -order[one[1]])}
        different = [row for row in batch if _resolved(row, *pages.get(row.key, (None, 0)))]
        StoredCitation.objects.bulk_update(different, ["state", "source_page"])
        changed += len(different)
    return changed


def _resolved(row: StoredCitation, page: int | None, size: int) -> bool:
    """Set state and page; return whether that changes them."""
    state = CitationState.NOT_IMPORTED if page is None else CitationState.AVAILABLE if size else CitationState.NO_TEXT
    before = row.state, row.source_page_id
    row.state, row.source_page_id = state, page
    return before != (state, page)


def duplicates_of(page: StoredPage) -> list[int]:
    """Keys of other stored web pages with the same content."""
    same = StoredPage.objects.filter(web__isnull=False, content_hash=page.content_hash).exclude(pk=page.pk)
    return list(same.values_list("pk", flat=True))
