"""Robust z-scores, to find outliers."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from statistics import fmean, median

from annotation.quality.agreement.result import Reason

FAR = 3.5  # from Iglewicz and Hoaglin
_OF_NORMAL, _MEAN_OF_NORMAL = 0.6745, 0.7979  # median and mean of |z| in a normal distribution


def robust_z(values: Mapping[int, float]) -> dict[int, float] | Reason:
    """0.6745 (x - median) / MAD of each value; MAD is the median distance from the median.

    Iglewicz and Hoaglin (1993), How to Detect and Handle Outliers: beyond 3.5 is far. Where most of the values are
    the same, the mean distance stands in for MAD. Needs three values that are not all alike.
    """
    if len(values) < 3:
        return Reason.TOO_FEW_PEOPLE
    middle = median(values.values())
    distances = [abs(value - middle) for value in values.values()]
    size = median(distances) / _OF_NORMAL or fmean(distances) / _MEAN_OF_NORMAL
    if not size:
        return Reason.ALL_ALIKE
    return {key: (value - middle) / size for key, value in values.items()}


def robust_z_of_logs(values: Mapping[int, float], floor: float) -> dict[int, float] | Reason:
    """`robust_z` of the logarithms: for times and counts, where twice as much is as far as half. `floor` > 0."""
    return robust_z({key: log(max(value, floor)) for key, value in values.items()})
