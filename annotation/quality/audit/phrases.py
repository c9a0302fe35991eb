"""Claims as sets of words and short phrases."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.claims.words import words

LONGEST = 3  # words in a phrase


def phrases(text: str, longest: int = LONGEST) -> frozenset[str]:
    """The words of a text in lower case, and every run of up to `longest` of them, each once."""
    return frozenset(n_grams(words(text), longest))


def n_grams(tokens: Sequence[str], longest: int) -> list[str]:
    """Every run of 1 to `longest` tokens, joined by a space, as often as it occurs."""
    return [
        " ".join(tokens[start : start + length])
        for length in range(1, longest + 1)
        for start in range(len(tokens) - length + 1)
    ]
