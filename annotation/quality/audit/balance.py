"""Target and actual distributions of labels, mutations and claim types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.vocabulary.chi_square import ChiSquare, goodness_of_fit

ALPHA = 0.01


@dataclass(frozen=True, slots=True)
class Kind:
    """Actual and expected count of one kind."""

    name: str
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class Balance:
    """`test`: Pearson's chi-square of counts beside shares; None where there is nothing to test."""

    kinds: list[Kind]
    total: int
    test: ChiSquare | None

    @property
    def is_off(self) -> bool:
        """Whether the counts differ significantly from the weights (p < ALPHA)."""
        return self.test is not None and self.test.p < ALPHA


def balance(counts: Mapping[str, int], weights: Mapping[str, float]) -> Balance:
    """Compare counts with weights of any sum; kinds without a weight have weight 0 and come last, by name: the order of
    `counts` may be that of rows from a database."""
    names = [*weights, *sorted(name for name in counts if name not in weights)]
    whole, total = sum(weights.values()), sum(counts.values())
    kinds = [
        Kind(name, counts.get(name, 0), total * weights.get(name, 0.0) / whole if whole else 0.0) for name in names
    ]
    test = (
        goodness_of_fit([kind.count for kind in kinds], [weights.get(name, 0.0) for name in names]) if whole else None
    )
    return Balance(kinds, total, test)
