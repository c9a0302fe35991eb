"""TF-IDF: texts as sparse rows of weights, as scikit-learn's TfidfVectorizer makes them by default."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log, sqrt

# Of one text: numbers of its features, rising, and their weights.
SparseRow = tuple[tuple[int, ...], tuple[float, ...]]


class Tfidf:
    """Learns features and their rarity from texts; a text is the list of its features, as often as they occur.

    weight = count x (ln((1 + n) / (1 + df)) + 1), each row then of length 1 (Salton and Buckley 1988, smoothed).
    """

    def __init__(self, texts: Sequence[Sequence[str]], least_texts: int = 2) -> None:
        of_feature = Counter(feature for text in texts for feature in set(text))
        self.features = sorted(feature for feature, count in of_feature.items() if count >= least_texts)
        self.numbers = {feature: number for number, feature in enumerate(self.features)}
        self.rarity = [log((1 + len(texts)) / (1 + of_feature[feature])) + 1 for feature in self.features]

    def rows(self, texts: Sequence[Sequence[str]]) -> list[SparseRow]:
        """The weights of texts; features that were not learned are left out."""
        return [self._row(text) for text in texts]

    def _row(self, text: Sequence[str]) -> SparseRow:
        counts = Counter(self.numbers[feature] for feature in text if feature in self.numbers)
        numbers = tuple(sorted(counts))
        weights = [counts[number] * self.rarity[number] for number in numbers]
        length = sqrt(sum(weight * weight for weight in weights)) or 1.0
        return numbers, tuple(weight / length for weight in weights)
