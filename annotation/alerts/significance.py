"""Tests behind alerts, and their correction for the number of tests. Pure: no database."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

from annotation.quality.agreement.result import Result, ends_of, value_of

WIDTH = 2 * 1.959963984540054  # of a 95 % interval, in standard errors of a normal distribution


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values so that all of them together are wrong as rarely as one test alone would be.

    Holm (1979), A simple sequentially rejective multiple test procedure: the smallest times their number, the next one
    times one less, never below the one before.
    """
    adjusted, highest = [0.0] * len(p_values), 0.0
    for place, number in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[number]))
        adjusted[number] = highest
    return adjusted


def odds_ratio(events: int, trials: int, share: float) -> float:
    """The odds of `events` in `trials`, divided by the odds of `share`; 0.5 is added to each count (Haldane 1956)."""
    other = min(max(share, 1e-9), 1 - 1e-9)
    return (events + 0.5) / (trials - events + 0.5) / (other / (1 - other))


def p_below(result: Result, reference: float) -> float | None:
    """How likely a value as far below the reference is by chance, by the normal approximation whose standard error is
    that of the bootstrap interval; None without an interval."""
    value, ends = value_of(result), ends_of(result)
    if value is None or ends is None or ends[1] <= ends[0]:
        return None
    z = (reference - value) / ((ends[1] - ends[0]) / WIDTH)
    return 0.5 * erfc(z / sqrt(2))
