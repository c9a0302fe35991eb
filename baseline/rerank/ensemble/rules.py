"""The two rules of DCUF's page retrieval (Hu and others 2022; `ensemble_retrieved_pages.py` of its released code).

1. A page whose title begins with a year that the claim does not have is dropped.
2. Pages whose titles are, letter by letter, 2 to 9 tokens of the claim come first, where these begin with one of its
   first seven tokens: by their beginning, then by their length.

The released code promotes only titles that are in neither list of five; here, where the lists have 150, all are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from baseline.source import Source
from search.folding import fold

YEARS = range(1500, 2101)
FIRST_TOKENS = 7
SHORTEST, LONGEST = 2, 9
_TOKEN = re.compile(r"\w+(?:[-.'’]\w+)*\.?|\S")


def title_year(title: str) -> str:
    """The year that a title begins with; "" without one."""
    first = title.split(maxsplit=1)[0] if title.strip() else ""
    return first if first.isdecimal() and int(first) in YEARS else ""


def has_other_year(title: str, claim: str) -> bool:
    """Whether a title begins with a year that does not stand in the claim."""
    year = title_year(title)
    return bool(year) and year not in claim


def without_other_years(ranking: Sequence[tuple[str, float]], claim: str) -> list[tuple[str, float]]:
    """Rule 1."""
    return [(title, score) for title, score in ranking if not has_other_year(title, claim)]


def promoted_titles(claim: str, source: Source) -> list[str]:
    """Rule 2: the titles in the order in which they come first."""
    names = [*ngrams(claim)]
    found = source.named({fold(name) for name in names})
    titles = {_nfc(title): title for known in found.values() for title in known.own}
    return [*dict.fromkeys(titles[name] for name in names if name in titles)]


def is_ngram(title: str, names: frozenset[str]) -> bool:
    """Whether a title is one of the `ngrams` of a claim."""
    return _nfc(title) in names


def ngrams(claim: str, first: int = FIRST_TOKENS) -> Iterator[str]:
    """The claim's text from token to token, 2 to 9 of them, beginning with one of the first tokens."""
    text = _nfc(claim)
    spans = [match.span() for match in _TOKEN.finditer(text)]
    for start in range(min(first, len(spans))):
        for end in range(start + SHORTEST, min(start + LONGEST, len(spans)) + 1):
            yield text[spans[start][0] : spans[end - 1][1]]


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
