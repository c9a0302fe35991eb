"""Words of claims and texts for retrieval: folded as in `search`, and stemmed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus.page.links import plain_text
from search.folding import fold, word_spans
from search.query.ast import STOP_WORDS
from search.stemming import stem

MOST_WORDS = 200  # of a claim; FEVEROUS' longest has 128. A longer one is cut, and says so
STOP_STEMS = frozenset(map(stem, STOP_WORDS))
_PARENTHESIS = re.compile(r"\s*\([^()]*\)\s*$")


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """A claim's words in order: folded, as stems, and whether each is written as names are.

    That is with a capital, a figure, or a full stop inside ("iPhone", "A4", "will.i.am").
    """

    text: str
    folded: tuple[str, ...]
    stems: tuple[str, ...]
    named: tuple[bool, ...]
    was_cut: bool

    @property
    def is_uncased(self) -> bool:
        """Whether only its first letter may be a capital: then any word may be a name."""
        return not any(map(str.isupper, self.text.lstrip()[1:]))

    @property
    def telling(self) -> tuple[str, ...]:
        """The different folded words that are not too common to say anything, unless there are no others."""
        words = tuple(dict.fromkeys(self.folded))
        return tuple(word for word in words if word not in STOP_WORDS) or words


@dataclass(frozen=True, slots=True)
class Weights:
    """The idf of each of a claim's stems over the corpus's pages, and its total."""

    idf: Mapping[str, float]
    total: float

    def share(self, stems: Sequence[str]) -> float:
        """Share of the claim's total weight that these stems have, from 0 to 1; a stem counts once."""
        return sum(self.idf.get(one, 0.0) for one in set(stems)) / self.total if self.total else 0.0

    @property
    def telling(self) -> Weights:
        """The same without stop words, unless there are no others."""
        idf = {one: weight for one, weight in self.idf.items() if one not in STOP_STEMS}
        return Weights(idf, sum(idf.values())) if idf else self


def claim_words(text: str) -> ClaimWords:
    """Tokenize a claim. White space and punctuation give no words."""
    folded: list[str] = []
    named: list[bool] = []
    for start, end, words in word_spans(text):
        written = text[start:end]
        folded += words
        named += [any(map(_is_of_names, written))] * len(words)
    kept = slice(0, MOST_WORDS)
    return ClaimWords(
        text, tuple(folded[kept]), tuple(map(stem, folded[kept])), tuple(named[kept]), len(folded) > MOST_WORDS
    )


def _is_of_names(character: str) -> bool:
    return character.isupper() or character.isdigit() or character == "."


def stems_of(text: str) -> tuple[str, ...]:
    """Stem stored text, links as their visible text."""
    return tuple(map(stem, fold(plain_text(text)).split()))


def pairs(stems: Sequence[str]) -> set[tuple[str, str]]:
    """Neighbouring stems, but for two that say nothing."""
    return {pair for pair in zip(stems, stems[1:], strict=False) if not STOP_STEMS.issuperset(pair)}


def without_parenthesis(title: str) -> str:
    """ "Mercury (planet)" -> "Mercury"; a title that is nothing but a parenthesis stays."""
    return _PARENTHESIS.sub("", title) or title


def find_run(words: Sequence[str], run: Sequence[str]) -> int:
    """Index of the first occurrence of `run` in `words`; -1 if it does not occur or is empty."""
    if not run:
        return -1
    first, length = run[0], len(run)
    for start in range(len(words) - length + 1):
        if words[start] == first and tuple(words[start : start + length]) == tuple(run):
            return start
    return -1
