"""For which citations a check looks for better sources. Imports little, since web pages ask it too."""

from __future__ import annotations

from corpus.citations.record import Tag
from corpus.models import CitationState, StoredCitation

SUGGEST_FROM = 0.5  # probability of failing from which better sources are looked for
DOUBTED = frozenset(set(Tag) - {Tag.OTHER})  # tags that ask for a better source
# Without text to check; a source without an address may well be a book, and is only replaced where it is doubted.
WITHOUT_TEXT = frozenset(
    {CitationState.NOT_IMPORTED, CitationState.PAYWALL, CitationState.NO_TEXT, CitationState.NO_SOURCE}
)  # fmt: skip


def needs_better_source(row: StoredCitation, fails: float | None, *, is_compared: bool, suggest_from: float) -> bool:
    """Whether a citation likely fails, could not be compared with its source, or is doubted by a tag."""
    if DOUBTED.intersection(row.tags):
        return True
    if is_compared:
        return fails is None or fails >= suggest_from
    return row.state in WITHOUT_TEXT


def was_searched(row: StoredCitation) -> bool:
    """Whether the check that a stored citation went through looked for better sources, by the default probability."""
    is_compared = row.fails is not None or row.language is not None
    is_checked = bool(row.checked_with)
    return is_checked and needs_better_source(row, row.fails, is_compared=is_compared, suggest_from=SUGGEST_FROM)
