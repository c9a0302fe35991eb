"""Numbers in claims and cells, as values: "1,370", "3.2 million", "two", "1990s", "(1,200)"."""

from __future__ import annotations

import re

_WORDS = {
    word: float(value)
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
} | {"first": 1.0, "second": 2.0, "third": 3.0, "fourth": 4.0, "fifth": 5.0, "once": 1.0, "twice": 2.0}
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_TOKEN = re.compile(
    r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<ending>st|nd|rd|th|s)?(?![\d])"
    r"|(?P<word>[a-z]+)",
    re.IGNORECASE,
)
CLOSE = 0.005  # a claim rounds: 3.2 million is 3,215,403


def numbers_in(text: str) -> frozenset[float]:
    """The values named in a text; a scale after a number is multiplied in, and the bare number stays as well."""
    found: set[float] = set()
    last: float | None = None
    for match in _TOKEN.finditer(text):
        word = (match["word"] or "").lower()
        if match["number"]:
            last = float(match["number"].replace(",", ""))
        elif word in _SCALES and last is not None:
            last *= _SCALES[word]
        elif word in _WORDS:
            last = _WORDS[word]
        else:
            last = None
            continue
        found.add(last)
    return frozenset(found)


def shared(claim: frozenset[float], cell: frozenset[float]) -> float:
    """The share of the cell's numbers that the claim has: as they are, or large ones rounded."""
    if not cell or not claim:
        return 0.0
    return sum(_is_among(value, claim) for value in cell) / len(cell)


def _is_among(value: float, values: frozenset[float]) -> bool:
    if value in values:
        return True
    return abs(value) >= 3_000 and any(abs(value - other) <= CLOSE * abs(value) for other in values if other != value)
