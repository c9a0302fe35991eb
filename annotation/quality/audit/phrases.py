"""Words and short phrases of claims."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from annotation.claims.words import words
from annotation.quality.audit.feature_table import FeatureTable, Numbers

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


def frequent_phrases(texts: Iterable[str], least: int, longest: int = LONGEST) -> FeatureTable:
    """The phrases of each text that `least` texts or more have.

    Phrases are numbers here, and longer ones are made of shorter ones that are frequent: all phrases of a large project
    would be half a gigabyte.
    """
    number_of: dict[str, int] = {}
    flat, lengths = array("i"), array("i")
    for text in texts:
        said = words(text)
        flat.extend(number_of.setdefault(word, len(number_of)) for word in said)
        lengths.append(len(said))
    vocabulary, tokens = list(number_of), np.frombuffer(flat, np.int32)
    text_of = np.repeat(np.arange(len(lengths), dtype=np.int32), np.frombuffer(lengths, np.int32))
    starts, codes, last = np.arange(len(tokens), dtype=np.int32), tokens.astype(np.int64), vocabulary
    features, parts = list[str](), list[tuple[Numbers, Numbers]]()
    for length in range(1, longest + 1):
        if length > 1:
            fits = starts + length <= len(tokens)
            starts, codes = starts[fits], codes[fits]
            fits = text_of[starts] == text_of[starts + length - 1]
            starts, codes = starts[fits], codes[fits]
            codes *= len(vocabulary)
            codes += tokens[starts + length - 1]
        found, codes = np.unique(codes, return_inverse=True)  # which are the places in `found` from here on
        if not len(found):
            break
        of_text, number = _once(text_of[starts], codes, len(found))
        is_frequent = np.bincount(number, minlength=len(found)) >= least
        names = [
            vocabulary[code] if length == 1 else f"{last[code // len(vocabulary)]} {vocabulary[code % len(vocabulary)]}"
            for code in found[is_frequent].tolist()
        ]
        renumbered = np.cumsum(is_frequent) - 1
        kept = is_frequent[number]
        parts.append((of_text[kept], (renumbered + len(features)).astype(np.int32)[number[kept]]))
        features += names
        kept = is_frequent[codes]
        starts, codes, last = starts[kept], renumbered[codes[kept]], names
    return FeatureTable(features, parts)


def _once(texts: Numbers, phrases: NDArray[np.int64], count: int) -> tuple[Numbers, Numbers]:
    """Pairs of a text and one of `count` phrases, each once, ordered. Sorted in place: there are millions."""
    pairs = texts.astype(np.int64)
    pairs *= count
    pairs += phrases
    pairs.sort()
    pairs = pairs[np.concatenate(([True], pairs[1:] != pairs[:-1]))]
    return (pairs // count).astype(np.int32), (pairs % count).astype(np.int32)
