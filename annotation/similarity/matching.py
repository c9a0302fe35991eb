"""The Hungarian matching of two lists of texts, as AVeriTeC compares evidence (Schlichtkrull et al. 2023)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

Similarity = Callable[[str, str], float]  # reference, hypothesis -> 0 to 1


def matched_sum(reference: Sequence[str], hypothesis: Sequence[str], similarity: Similarity) -> float:
    """Sum of similarities of the best one-to-one matching of the two lists; 0 where one is empty."""
    return sum((similar for _wanted, _given, similar in matched(reference, hypothesis, similarity)), 0.0)


def matched(
    reference: Sequence[str], hypothesis: Sequence[str], similarity: Similarity
) -> list[tuple[int, int, float]]:
    """The best one-to-one matching: place in the first list, place in the second, their similarity."""
    if not reference or not hypothesis:
        return []
    table = np.array([[similarity(wanted, given) for wanted in reference] for given in hypothesis])
    rows, columns = linear_sum_assignment(table, maximize=True)
    return [(int(column), int(row), float(table[row, column])) for row, column in zip(rows, columns, strict=True)]


def matched_share(reference: Sequence[str], hypothesis: Sequence[str], similarity: Similarity) -> float:
    """The same, divided by the number of references: a recall. Raises ZeroDivisionError where there is none."""
    return matched_sum(reference, hypothesis, similarity) / len(reference)
