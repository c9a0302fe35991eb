"""Which documents have which features, as arrays: a project has millions of such pairs."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """Pairs of a document and a feature that it has, each once, in `parts`: numbers of documents, and with each the
    place of the feature in `features`. A feature is in one part, its documents ascending."""

    features: list[str]
    parts: list[tuple[Numbers, Numbers]]

    @classmethod
    def of(cls, documents: Iterable[Iterable[str]]) -> FeatureTable:
        """Number the features of each document."""
        place_of: dict[str, int] = {}
        numbers, places = array("i"), array("i")
        for number, features in enumerate(documents):
            for feature in set(features):
                numbers.append(number)
                places.append(place_of.setdefault(feature, len(place_of)))
        return cls(list(place_of), [(np.frombuffer(numbers, np.int32), np.frombuffer(places, np.int32))])
