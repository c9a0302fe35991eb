"""BM25 (Robertson and Zaragoza 2009) over texts in memory: passages, or questions of training claims."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from search.bm25 import Bm25, idf
from search.folding import word_spans
from search.query.ast import STOP_WORDS
from search.stemming import stem

K1, B = 1.5, 0.75  # as most systems set them


class Ranking:
    """An index of texts. Words are folded and stemmed as the search of a corpus does it; stop words do not count."""

    def __init__(self, texts: Sequence[str]) -> None:
        lengths: list[int] = []
        self._places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, text in enumerate(texts):
            counts = Counter(_stems(text))
            lengths.append(counts.total())
            for word, times in counts.items():
                self._places[word].append((place, times))
        bm25 = Bm25(K1, B, sum(lengths) / max(len(texts), 1) or 1.0)
        self._norms = [bm25.norm(length) for length in lengths]

    def best(self, query: str, most: int) -> list[tuple[int, float]]:
        """Places of the texts that fit best, with their scores, best first; equal scores in the order of the texts."""
        scores: defaultdict[int, float] = defaultdict(float)
        for word in dict.fromkeys(_stems(query)):
            having = self._places.get(word, ())
            weight = idf(len(self._norms), len(having))
            for place, times in having:
                scores[place] += weight * times / (times + self._norms[place])
        return sorted(scores.items(), key=lambda one: (-one[1], one[0]))[:most]


def _stems(text: str) -> list[str]:
    words = (word for _start, _end, folded in word_spans(text) for word in folded)
    return [stem(word) for word in words if word not in STOP_WORDS]
