"""Scores of a calibration phase, from the scores of its items. No database access."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any

from annotation.work.gold import ItemScore


@dataclass(frozen=True, slots=True)
class Score:
    """Scores of one person's phase, from 0 to 1, except the counts `items`, `complete_sets` and `gold_sets`.

    `accuracy`: answers with the verdict of gold. `challenge`: answers whose challenge gold accepts; None where none is
    asked for. `precision` and `recall`: the mean over the items for which gold has evidence; None if there is no such
    item. `f1`: 2PR / (P + R) of these two, 0 where both are. `fields`: the mean of each field over the items that have
    it (`Calibratable.fields`).
    """

    items: int
    accuracy: float
    precision: float | None
    recall: float | None
    f1: float | None
    complete_sets: int
    gold_sets: int
    challenge: float | None
    fields: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As `Calibration.scores` keeps it: without `fields` where there are none."""
        found = asdict(self)
        if not self.fields:
            del found["fields"]
        return found


@dataclass(frozen=True, slots=True)
class WritingScore:
    """Scores of one writer's phase, from 0 to 1, over `items` highlights and `claims` claims.

    `accuracy`: claims that meet the guideline (paper: "accepted"). `challenge`: claims whose challenge fits.
    """

    items: int
    claims: int
    accuracy: float
    challenge: float


def score(items: Sequence[ItemScore]) -> Score | None:
    """Aggregate the scores of a phase; None without answers."""
    if not items:
        return None
    precision = _mean([item.precision for item in items])
    recall = _mean([item.recall for item in items])
    return Score(
        items=len(items),
        accuracy=fmean(item.verdict_right for item in items),
        precision=precision,
        recall=recall,
        f1=None if precision is None or recall is None else f1_of(precision, recall),
        complete_sets=sum(item.complete_sets for item in items),
        gold_sets=sum(item.gold_sets for item in items),
        challenge=_mean([item.challenge_right for item in items]),
        fields=_fields(items),
    )


def _fields(items: Sequence[ItemScore]) -> dict[str, float]:
    names = dict.fromkeys(name for item in items for name in item.fields)
    return {name: fmean(item.fields[name] for item in items if name in item.fields) for name in names}


def writing_score(items: int, grades: Sequence[tuple[bool, bool]]) -> WritingScore | None:
    """Aggregate a manager's grades (meets the guideline, challenge fits), one per claim; None without any."""
    if not grades:
        return None
    accuracy, challenge = (fmean(column) for column in zip(*grades, strict=True))
    return WritingScore(items, len(grades), accuracy, challenge)


def f1_of(precision: float, recall: float) -> float:
    """The harmonic mean, 2PR / (P + R); 0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
