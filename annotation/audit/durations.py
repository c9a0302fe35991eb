"""Time taken: who works faster than the work can be done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from annotation.agreement.bootstrap import RESAMPLES, estimate
from annotation.agreement.result import Point, Reason, Result
from annotation.audit.outliers import FAR, robust_z_of_logs

LEAST_SECONDS = 0.1
FAST_SHARE = 0.2  # of the median of all: nobody reads a claim, searches and reads in a fifth of the usual time
LEAST_DONE, SUSPICIOUS_SHARE = 5, 0.2


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


def paces(work: Iterable[Timed], *, resamples: int = RESAMPLES) -> list[Pace]:
    """Everybody's pace, fastest first."""
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
            fast=estimate(((float(seconds < limit), 1.0) for seconds, _number in done), _share, resamples=resamples),
            numbers=tuple(number for seconds, number in sorted(done) if seconds < limit),
        )
        for person, done in mine.items()
    ]
    return sorted(found, key=lambda pace: (pace.median, pace.person))


def _share(sums: Sequence[float]) -> Point:
    return sums[0] / sums[1] if sums[1] else Reason.NO_VALUES
