"""What of a claim a suggested source lacks, by the rules of the check without weights."""

from __future__ import annotations

from collections.abc import Sequence

from baseline.citations.claim import Claim
from baseline.citations.lexical import compare
from corpus.models import StoredCitation


def lacking(citation: StoredCitation, passages: Sequence[str]) -> list[tuple[int, int, str]]:
    """Start, end and kind of each word or phrase of the claim that is nowhere in the passages."""
    claim = Claim(citation.page.title, citation.claim, citation.offset, tuple(citation.sections))
    return [(one.start, one.end, one.kind.value) for one in compare(claim, passages or [""]).missing]
