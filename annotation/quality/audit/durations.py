"""Durations of work, and annotators who are implausibly fast."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from annotation.quality.agreement.bootstrap import RESAMPLES, estimate, ratio
from annotation.quality.agreement.result import Reason, Result
from annotation.quality.audit.outliers import FAR, robust_z_of_logs

LEAST_SECONDS = 0.1
FAST_SHARE = 0.2  # of the median of all: nobody reads a claim, searches and reads in a fifth of the usual time
LEAST_DONE, SUSPICIOUS_SHARE = 5, 0.2
STEPS = (15, 30, 60, 120, 180, 240, 300, 420, 600, 900, 1800, 3600)  # seconds; they get longer, as times do


@dataclass(frozen=True, slots=True)
class Timed:
    """One piece of work: whose, which (id), and how long it took in active seconds."""

    person: int
    number: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast one person works. `fast`: share of their work done in less than `limit` seconds; `numbers`: that work,
    fastest first. `z`: robust z of the logarithm of their median among people; None where it is undefined.
    """

    person: int
    done: int
    median: float
    z: float | None
    limit: float
    fast: Result
    numbers: tuple[int, ...]

    @property
    def is_suspicious(self) -> bool:
        """Far below the others, or too often faster than the work can be done; never of a handful of work."""
        often = getattr(self.fast, "value", 0.0) >= SUSPICIOUS_SHARE
        return self.done >= LEAST_DONE and (often or (self.z is not None and self.z < -FAR))


@dataclass(frozen=True, slots=True)
class TimeSummary:
    """All work together. `counts`: how much took less than each of STEPS and not less than the one before; the last
    one took longer than all. Seconds; None where nothing was timed.
    """

    counts: tuple[int, ...]
    median: float | None
    mean: float | None

    @property
    def done(self) -> int:
        return sum(self.counts)


def summary(work: Sequence[Timed]) -> TimeSummary:
    """Summarize durations over all people."""
    seconds = [one.seconds for one in work]
    counts = [0] * (len(STEPS) + 1)
    for taken in seconds:
        counts[bisect_right(STEPS, taken)] += 1
    middle = median(seconds) if seconds else None
    return TimeSummary(tuple(counts), middle, fmean(seconds) if seconds else None)


def paces(work: Iterable[Timed], *, resamples: int = RESAMPLES) -> list[Pace]:
    """Compute everybody's pace, fastest first."""
    mine: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for one in work:
        mine[one.person].append((one.seconds, one.number))
    if not mine:
        return []
    limit = FAST_SHARE * median(seconds for done in mine.values() for seconds, _number in done)
    medians = {person: median(seconds for seconds, _number in done) for person, done in mine.items()}
    scores = robust_z_of_logs(medians, LEAST_SECONDS)
    found = [
        Pace(
            person=person,
            done=len(done),
            median=medians[person],
            z=None if isinstance(scores, Reason) else scores[person],
            limit=limit,
            fast=estimate(((float(seconds < limit), 1.0) for seconds, _number in done), ratio, resamples=resamples),
            numbers=tuple(number for seconds, number in sorted(done) if seconds < limit),
        )
        for person, done in mine.items()
    ]
    return sorted(found, key=lambda pace: (pace.median, pace.person))
