"""Cues of a claim that need more of a table than one row: superlatives and quantifiers, counts, comparisons."""

from __future__ import annotations

import re
from dataclasses import dataclass

from search.stemming import stem

_WORD = re.compile(r"[a-z]+")
_FIGURES = re.compile(r"\d+")
_QUANTIFIERS = frozenset(
    "most least only all every each none never exactly total times number both always neither any several".split()
)
_COUNTS = frozenset(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen once twice".split()
)
_NUMBER_WORDS = """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty""".split()
_NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS, start=2)}
_MOST_ROWS = 60  # greater numbers of a claim are rarely those of a table's rows
_SHORTEST_SUPERLATIVE = 6  # "oldest"; shorter words in -est are mostly none ("west", "guest")


@dataclass(frozen=True, slots=True)
class Cues:
    """1 or 0 each. `whole`: of a superlative or a quantifier, which ask for whole columns."""

    whole: float
    count: float
    comparison: float


def cues_of(text: str) -> Cues:
    """Find the cues of an English claim."""
    words = frozenset(_WORD.findall(text.lower()))
    superlative = any(len(word) >= _SHORTEST_SUPERLATIVE and word.endswith("est") for word in words)
    return Cues(
        float(superlative or not _QUANTIFIERS.isdisjoint(words)),
        float(not _COUNTS.isdisjoint(words)),
        float("than" in words),
    )


def cue_stems() -> frozenset[str]:
    """The stems of all words that are cues, but for superlatives in -est."""
    return frozenset(map(stem, (*_QUANTIFIERS, *_COUNTS, "than", "more", "less")))


def rows_named(text: str) -> frozenset[int]:
    """The numbers of an English claim, from 2 on, that a table may have as many rows as."""
    words = (_NUMBERS[word] for word in _WORD.findall(text.lower()) if word in _NUMBERS)
    figures = (int(figure) for figure in _FIGURES.findall(text) if len(figure) <= 2)
    return frozenset([*words, *(number for number in figures if 2 <= number <= _MOST_ROWS)])
