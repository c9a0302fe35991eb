"""What each claim of a prediction file adds to its tables, and the report made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from annotation.release.record import LABELS
from baseline.scoring.intervals import Derive, Estimate, Parts, estimates
from baseline.scoring.predictions import Prediction
from baseline.scoring.tables import Report, Table

Build = Callable[[Mapping[str, Estimate]], tuple[Table, ...]]


@dataclass(frozen=True, slots=True)
class Scores:
    """`parts` has what each prediction adds to each number, `derive` the numbers made of other numbers, `build` the
    tables of them all. `unsaid`: numbers that the predictions say nothing of. `fixed`: numbers without an interval."""

    predictions: Sequence[Prediction]
    parts: Sequence[Parts]
    derive: Derive
    unsaid: frozenset[str]
    build: Build
    fixed: Mapping[str, Estimate] = field(default_factory=dict)


def report_of(scores: Scores, *, resamples: int = 1_000, seed: int = 0, malformed: Sequence[str] = ()) -> Report:
    """The tables of one file. Raises NothingToScore."""
    found = estimates(scores.parts, scores.derive, resamples=resamples, seed=seed)
    tables = scores.build({**said(found, scores.unsaid), **scores.fixed})
    return report_with(tables, scores.predictions, resamples, malformed)


def report_with(
    tables: Sequence[Table], predictions: Sequence[Prediction], resamples: int, malformed: Sequence[str] = ()
) -> Report:
    """A report of the tables that have rows."""
    labels = [one.judged.label.upper() for one in predictions]
    return Report(
        claims=len(predictions),
        labels={label: labels.count(label) for label in LABELS},
        resamples=resamples,
        tables=tuple(table for table in tables if table.rows),
        malformed=tuple(malformed),
    )


def said(found: Mapping[str, Estimate], unsaid: frozenset[str]) -> dict[str, Estimate]:
    """The numbers, but for those that the predictions say nothing of."""
    return {name: value for name, value in found.items() if not is_one_of(name, unsaid)}


def is_one_of(name: str, numbers: frozenset[str]) -> bool:
    """Whether it is one of the numbers, over all rows, of a class or of a challenge."""
    return name in numbers or name.partition(" | ")[0] in numbers or name.partition(" F1 ")[0] in numbers
