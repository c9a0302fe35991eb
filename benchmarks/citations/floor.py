"""The floor: the share of the claim's words, by idf, that the source lacks."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from benchmarks.citations.data import Case

_WORD = re.compile(r"[^\W_]+")


def floor(cases: Sequence[Case]) -> list[float]:
    """For each citation, that share; idf among the sources of the set."""
    sources = [_words(" ".join(case.passages)) for case in cases]
    having = Counter(word for words in sources for word in words)
    return [
        lack(_words(case.claim.text), words, having, len(cases)) for case, words in zip(cases, sources, strict=True)
    ]


def lack(claim: set[str], source: set[str], having: Counter[str], total: int) -> float:
    """The weight of the claim's words that the source lacks, of the weight of all."""
    weights = {word: math.log(1 + (total - having[word] + 0.5) / (having[word] + 0.5)) for word in claim}
    whole = sum(weights.values())
    return sum(weight for word, weight in weights.items() if word not in source) / whole if whole else 0.0


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}
