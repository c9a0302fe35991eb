"""Rates per person: skipped highlights, reported claims, NEI verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.quality.agreement.bootstrap import RESAMPLES, estimate, ratio
from annotation.quality.agreement.result import Result
from annotation.quality.audit.pmi import g_squared
from annotation.vocabulary.chi_square import survival

ALPHA = 0.01


@dataclass(frozen=True, slots=True)
class Rate:
    """`events` of `trials` of one person. `others`: the rate of all others together, None without any.

    `p`: how likely a difference as large is by chance for any of all people (G2 test, Bonferroni).
    """

    person: int
    events: int
    trials: int
    rate: Result
    others: float | None
    p: float

    @property
    def is_high(self) -> bool:
        """Whether the rate is significantly above the others'."""
        return self.p < ALPHA and self.others is not None and self.events / self.trials > self.others


def rates(counts: Mapping[int, tuple[int, int]], *, resamples: int = RESAMPLES) -> list[Rate]:
    """Compute the rate of everybody with trials, highest first. `counts`: person -> (events, trials)."""
    tried = {person: both for person, both in counts.items() if both[1]}
    events, trials = (sum(both[n] for both in tried.values()) for n in (0, 1))
    found = [
        Rate(
            person=person,
            events=mine,
            trials=of,
            rate=estimate({(1.0, 1.0): mine, (0.0, 1.0): of - mine}, ratio, resamples=resamples),
            others=(events - mine) / (trials - of) if trials > of else None,
            p=min(1.0, survival(g_squared(mine, of, events, trials), 1) * len(tried)),
        )
        for person, (mine, of) in tried.items()
    ]
    return sorted(found, key=lambda one: (-one.events / one.trials, one.person))
