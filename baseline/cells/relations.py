"""What a claim says of the columns and rows of a table without their words: other names, kinds of values, relations.

A claim names a column otherwise than its header ("lies lowest" for "Altitude", `headers.toml`), or asks for a kind of
values ("faster": times). A relation that the rows it names have in some column says which column is meant: the least or
greatest value under a superlative, equal values under "the same", a difference or a number of equal cells that is a
number of the claim. Years of a range are those of the rows between.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from baseline.cells.cues import Cues, rows_named
from baseline.cells.holders import Holder
from baseline.cells.table_words import Square
from baseline.config import HEADER_NAMES
from baseline.words import ClaimWords
from search.stemming import stem

MOST_NAMED = 6  # rows that a claim is taken to name
NEAR = 0.7  # of what the best row has of the claim a named row has at least
_MATCHED = 0.5  # of a cell that counts ("won six times")
_FEWEST = 3  # values of a column among which one is the greatest
_CLOCK = re.compile(r"(?:(\d+):)?(\d{1,2}):(\d{2}(?:\.\d+)?)|(\d{1,3}\.\d{1,3})")
_DATE = re.compile(r"\b(1[5-9]|20)\d\d\b|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_RANGE = re.compile(
    r"(?:from|between|in|of|since)\s+(\d{4})\s*(?:to|and|until|till|through)\s+(\d{4})|(\d{4})\s*[–-]\s*(\d{4})"
)
_DECADE = re.compile(r"(\d{3}0)s\b")
_SAME = frozenset("same tied tie equal equally both also too shared joint level alike identical".split())
_WORD = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class _Words:
    """`names`: stem of a header -> the stems of claims that ask for it. `kinds`: stem of a claim -> kinds."""

    names: Mapping[str, frozenset[str]]
    kinds: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class ClaimAsks:
    """What a claim says that relations need. `years`: those of its ranges; `counts`: its numbers up to 60.

    `same`: it says that values are equal; `superlative`: it has a superlative or a quantifier.
    """

    stems: frozenset[str]
    kinds: frozenset[str]
    years: frozenset[int]
    counts: frozenset[int]
    same: bool
    superlative: bool


@lru_cache(maxsize=1)
def _words() -> _Words:
    data = tomllib.loads(HEADER_NAMES.read_text(encoding="utf-8"))
    names: dict[str, set[str]] = {}
    for headers, asked in data["names"].values():
        for header in headers:
            names.setdefault(stem(header), set()).update(map(stem, asked))
    kinds: dict[str, set[str]] = {}
    for kind, asked in data["kinds"].items():
        for word in asked:
            kinds.setdefault(stem(word), set()).add(kind)
    return _Words(
        {one: frozenset(asked) for one, asked in names.items()}, {one: frozenset(two) for one, two in kinds.items()}
    )


def asks_of(claim: ClaimWords, cues: Cues) -> ClaimAsks:
    """Read the claim."""
    text, known = claim.text, _words().kinds
    stems = frozenset(claim.stems)
    years: set[int] = set()
    for match in _RANGE.finditer(text):
        first, last = (int(one) for one in match.groups() if one)
        if 0 < last - first <= 100:
            years.update(range(first, last + 1))
    for match in _DECADE.finditer(text):
        years.update(range(int(match[1]), int(match[1]) + 10))
    return ClaimAsks(
        stems=stems,
        kinds=frozenset(kind for one in stems for kind in known.get(one, ())),
        years=frozenset(years),
        counts=rows_named(text),
        same=not _SAME.isdisjoint(_WORD.findall(text.lower())),
        superlative=bool(cues.whole),
    )


def asked_otherwise(header: Set[str], asks: ClaimAsks) -> float:
    """The share of a header's stems that the claim asks for by other words."""
    known = _words().names
    asked = sum(not known.get(one, frozenset()).isdisjoint(asks.stems) for one in header)
    return asked / len(header) if header else 0.0


def column_relations(
    holder: Holder, asks: ClaimAsks, named: Sequence[int], matched: Mapping[str, float]
) -> dict[int, dict[str, float]]:
    """Column -> its values. `named`: rows that the claim names; `matched`: cell -> what the claim has of it, 0 to 1.

    "otherwise" and "kind_asked": the claim asks for its header by other words, or for the kind of its values.
    "extreme", "equal", "counted", "apart": a relation of its values that the claim speaks of.
    """
    columns: dict[int, list[Square]] = {}
    for square in holder.words.squares:
        if square.row not in holder.header_rows:
            columns.setdefault(square.column, []).append(square)
    rows = frozenset(named)
    return {
        column: _of_column(squares, asks, rows, matched, holder.heads.get(column, frozenset()))
        for column, squares in columns.items()
    }


def _of_column(
    squares: Sequence[Square], asks: ClaimAsks, named: Set[int], matched: Mapping[str, float], header: Set[str]
) -> dict[str, float]:
    texts = Counter(square.text for square in squares)
    mine = [square for square in squares if square.row in named]
    kinds = _kinds_of(squares)
    numbers = [value for square in squares if (value := number_of(square.text)) is not None]
    own = [value for square in mine if (value := number_of(square.text)) is not None]
    extreme = asks.superlative and len(numbers) >= _FEWEST and min(numbers) < max(numbers)
    same = Counter(square.text for square in mine)
    return {
        "otherwise": asked_otherwise(header, asks),
        "kind_asked": float(not kinds.isdisjoint(asks.kinds)),
        "extreme": float(extreme and any(value in {min(numbers), max(numbers)} for value in own)),
        "equal": float(asks.same and len(texts) > 1 and any(count > 1 for count in same.values())),
        "counted": float(
            len(texts) > 1
            and any(texts[square.text] in asks.counts and matched.get(square.id, 0.0) >= _MATCHED for square in squares)
        ),
        "apart": float(any(abs(one - two) in asks.counts for one in own for two in own if one != two)),
    }


def _kinds_of(squares: Sequence[Square]) -> frozenset[str]:
    """The kinds that most of the column's values have."""
    counts: Counter[str] = Counter()
    filled = 0
    for square in squares:
        if square.stems:
            filled += 1
            if _CLOCK.search(square.text):
                counts["clock"] += 1
            if _DATE.search(square.text):
                counts["date"] += 1
            elif _NUMBER.match(square.text.lstrip("$£€+-−–(")):
                counts["number"] += 1
    return frozenset(kind for kind, count in counts.items() if 2 * count > filled)


def in_range(squares: Sequence[Square], asks: ClaimAsks) -> float:
    """1 if a row has a year of a range of the claim."""
    if not asks.years:
        return 0.0
    return float(any(int(year) in asks.years for square in squares for year in _YEAR.findall(square.text)))


def number_of(text: str) -> float | None:
    """The first number of a cell; a time in seconds."""
    clock = _CLOCK.match(text)
    if clock and clock[2]:
        return 3600 * float(clock[1] or 0) + 60 * float(clock[2]) + float(clock[3])
    number = _NUMBER.search(text)
    return float(number[0].replace(",", "")) if number else None
