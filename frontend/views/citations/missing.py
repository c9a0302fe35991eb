"""What of a claim a suggested source lacks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corpus.models import StoredCitation
from frontend.views.citations.marking import SHORTEST

_WORD = re.compile(r"\w+(?:[.,'’-]\w+)*")


def lacking(citation: StoredCitation, passages: Sequence[str]) -> list[tuple[int, int, str]]:
    """Start, end and kind of each word of the claim, before its mark, that is nowhere in the passages."""
    there = {word.casefold() for text in passages for word in _WORD.findall(text)}
    cited = citation.claim[: citation.offset] if citation.claim[: citation.offset].strip() else citation.claim
    return [
        (found.start(), found.end(), "number" if found[0][0].isdigit() else "word")
        for found in _WORD.finditer(cited)
        if (len(found[0]) >= SHORTEST or found[0][0].isdigit()) and found[0].casefold() not in there
    ]
