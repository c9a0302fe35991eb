"""Distance functions in [0, 1] for Krippendorff's alpha."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Set = frozenset[str]
# What one annotator holds to be evidence: alternative sets, each of which is enough on its own.
Sets = tuple[Set, ...]


def nominal(a: object, b: object) -> float:
    """Nominal distance: 0 for equal answers, 1 otherwise."""
    return float(a != b)


def jaccard(a: Set, b: Set) -> float:
    """1 - |A∩B| / |A∪B| (Jaccard 1912). Two empty sets are the same."""
    union = len(a | b)
    return 1 - len(a & b) / union if union else 0.0


def masi(a: Set, b: Set) -> float:
    """1 - J x M: J = |A∩B| / |A∪B|; M = 1 the same, 2/3 one within the other, 1/3 some in common, 0 none.

    Passonneau (2006), Measuring agreement on set-valued items (MASI). Two empty sets are the same.
    """
    common = len(a & b)
    if not common:
        return 1.0 if a or b else 0.0
    union = len(a) + len(b) - common
    if common == union:
        return 0.0
    monotonicity = 2 / 3 if common in (len(a), len(b)) else 1 / 3
    return 1 - common / union * monotonicity


def nearest(distance: Callable[[Set, Set], float]) -> Callable[[Sets, Sets], float]:
    """Extend a distance of sets to alternative sets: the minimum over their pairs."""

    def between(a: Sets, b: Sets) -> float:
        return min(distance(one, other) for one in _or_empty(a) for other in _or_empty(b))

    return between


def _or_empty(sets: Iterable[Set]) -> Iterable[Set]:
    return sets or (frozenset(),)
