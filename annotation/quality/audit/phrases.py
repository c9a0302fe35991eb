"""Words and short phrases of claims."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.claims.words import words

LONGEST = 3  # words in a phrase


def phrases(text: str, longest: int = LONGEST) -> frozenset[str]:
    """Set of the n-grams of a text's lower-case words, 1 <= n <= `longest`."""
    return frozenset(n_grams(words(text), longest))


def n_grams(tokens: Sequence[str], longest: int) -> list[str]:
    """List all n-grams of the tokens, 1 <= n <= `longest`, joined by a space, with repetitions."""
    return [
        " ".join(tokens[start : start + length])
        for length in range(1, longest + 1)
        for start in range(len(tokens) - length + 1)
    ]
