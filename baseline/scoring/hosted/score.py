"""Score a submission that was checked: tables of all official numbers, and every claim's part of the measure."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from annotation.averitec.labels import AVERITEC_LABELS
from annotation.averitec.submissions import Shape
from annotation.quality.agreement.bootstrap import Array
from baseline.scoring.averitec.rows import Pair, Row
from baseline.scoring.fever import F1, PRECISION, RECALL, FeverRow, fever_parts, fever_scores, read_fever
from baseline.scoring.feverous import harmonic_mean
from baseline.scoring.hosted.check import Placed
from baseline.scoring.hosted.gold import FEVER_LABELS
from baseline.scoring.hosted.measures import AVERITEC, FEVEROUS, METRIC, Hosted
from baseline.scoring.intervals import Draws, Estimate, Parts, estimates
from baseline.scoring.predictions import read_predictions
from baseline.scoring.report import report, scores_of
from baseline.scoring.tables import Report, Table, as_json, exactly, one_column

KEEP_EVERY = 25  # claims
Progress = Callable[[int, int], None]
Kept = list[dict[str, Any]]  # of each claim scored so far what its numbers are made of, as JSON has it


@dataclass(frozen=True, slots=True)
class Scored:
    """`tables`: the report as JSON; `measure`: the estimate of the leaderboard's measure; `parts`: what each claim, in
    the order of the gold, adds to its numerator and denominator, (claims, 2)."""

    tables: dict[str, object]
    measure: Estimate
    parts: Array


def score(
    rows: Sequence[Placed],
    gold: Sequence[Row],
    hosted: Hosted,
    *,
    progress: Progress = lambda _done, _all: None,
    begun: Kept | None = None,
    keep: Callable[[Kept], None] = lambda _kept: None,
) -> Scored:
    """Score the rows of `check` by the gold rows in the same order. Raises BadPrediction, NothingToScore.

    `begun`: what an earlier attempt kept; its claims are not scored again.
    """
    if hosted.format == AVERITEC:
        pairs = [Pair(one, row, where) for one, (where, row) in zip(gold, rows, strict=True)]
        return _averitec(pairs, hosted, progress, begun or [], keep)
    predicted = [row for _where, row in rows]
    return _feverous(predicted, gold, hosted) if hosted.format == FEVEROUS else _fever(predicted, gold, hosted)


def _averitec(
    pairs: Sequence[Pair], hosted: Hosted, progress: Progress, begun: Kept, keep: Callable[[Kept], None]
) -> Scored:
    from baseline.scoring.averitec.evidence import gold_strings
    from baseline.scoring.averitec.metrics import METRICS
    from baseline.scoring.averitec.report import claim_parts, macro_f1, score_tables
    from baseline.scoring.averitec.scorers import SCORERS, ClaimScore, claim_score
    from baseline.scoring.averitec.yardstick.agreement import Agreement

    scorer = SCORERS[Shape(hosted.scorer)]
    metric = METRICS[hosted.measure.removeprefix(METRIC)] if hosted.measure.startswith(METRIC) else None
    kept = list(begun)
    for number, pair in enumerate(pairs[len(begun) :], start=len(begun)):
        one = asdict(claim_score(scorer, pair))
        if metric is not None:
            given = scorer.strings(pair.predicted, pair.where)
            one["metric"] = metric.score(given, gold_strings(pair.gold, pair.where))
        kept.append(one)
        progress(number + 1, len(pairs))
        if number % KEEP_EVERY == 0:
            keep(kept)
    values = [one.get("metric") for one in kept]
    scores: list[ClaimScore] = []
    for one in kept:
        fields: dict[str, Any] = {name: value for name, value in one.items() if name != "metric"}
        read = {"types": tuple(fields["types"]), "agreement": Agreement(**fields["agreement"])}
        scores.append(ClaimScore(**fields | read))
    parts: list[dict[str, tuple[float, float]]] = [dict(claim_parts(one, scorer)) for one in scores]
    if metric is not None:
        parts = [one | {hosted.measure: (value or 0.0, 1)} for one, value in zip(parts, values, strict=True)]
    found = estimates(parts, macro_f1)
    tables = [table for table in score_tables(found, scorer, scores) if table.rows]
    if metric is not None:
        tables.insert(0, one_column(metric.title, metric.definition, {metric.title: hosted.measure}, found))
    return _scored(tables, [one.label for one in scores], AVERITEC_LABELS, found, parts, hosted)


def _feverous(rows: Sequence[Row], gold: Sequence[Row], hosted: Hosted) -> Scored:
    fields = ("label", "evidence", "challenge")
    lines = (json.dumps(row | {name: one.get(name) for name in fields}) for row, one in zip(rows, gold, strict=True))
    predictions = read_predictions(lines, has_header=False, malformed=[])
    scores = scores_of(predictions)
    found = estimates(scores.parts, scores.derive)
    return Scored(as_json(report(predictions)), found[hosted.measure], parts_of(scores.parts, hosted.measure))


def _fever(rows: Sequence[Row], gold: Sequence[Row], hosted: Hosted) -> Scored:
    fevers: list[FeverRow] = read_fever(map(json.dumps, gold), map(json.dumps, rows))
    parts = [fever_parts(row) for row in fevers]
    found = estimates(parts, _evidence_f1)
    names = {name: name for name in fever_scores(fevers)}
    table = one_column("FEVER", "At most five pieces of evidence of each prediction count.", names, found)
    return _scored([table], [row.label.upper() for row in fevers], FEVER_LABELS, found, parts, hosted)


def _evidence_f1(ratios: Draws) -> dict[str, Array]:
    if PRECISION not in ratios or RECALL not in ratios:
        return {}
    pairs = zip(ratios[PRECISION].tolist(), ratios[RECALL].tolist(), strict=True)
    return {F1: np.array([harmonic_mean(one, other) for one, other in pairs])}


def _scored(
    tables: Iterable[Table],
    said: Sequence[str],
    labels: Sequence[str],
    found: Mapping[str, Estimate],
    parts: Sequence[Parts],
    hosted: Hosted,
) -> Scored:
    counts = {label: said.count(label) for label in labels}
    result = Report(claims=len(said), labels=counts, resamples=1_000, tables=tuple(tables))
    measure = found.get(hosted.measure) or exactly(0.0, 0)
    return Scored(as_json(result), measure, parts_of(parts, hosted.measure))


def parts_of(parts: Sequence[Parts], measure: str) -> Array:
    """What each claim adds to numerator and denominator of one number, (claims, 2)."""
    return np.array([one.get(measure, (0.0, 0.0)) for one in parts], dtype=np.float64)
