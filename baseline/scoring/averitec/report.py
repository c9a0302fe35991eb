"""The tables of AVeriTeC's scores with intervals, the floor that any evidence reaches, and two people's ceiling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from pathlib import Path

import numpy as np

from annotation.averitec.labels import AVERITEC_LABELS
from annotation.averitec.submissions import Shape, as_shape
from annotation.quality.agreement.bootstrap import Array
from baseline.scoring.averitec.ev2r import judge_of_environment
from baseline.scoring.averitec.ev2r_report import Judged, ev2r_table
from baseline.scoring.averitec.evidence import gold_strings
from baseline.scoring.averitec.rows import Pair, Row, iter_pairs, rows_of
from baseline.scoring.averitec.scorers import (
    EVALAI,
    HEADLINE,
    PAPER,
    SCORERS,
    TASK_2024,
    ClaimScore,
    Scorer,
    claim_score,
)
from baseline.scoring.feverous import NothingToScore
from baseline.scoring.intervals import Draws, Estimate, estimates
from baseline.scoring.predictions import BadPrediction
from baseline.scoring.tables import Report, Table, one_column

CEILING = "Two people's evidence for the same 83 claims scores .2366 and .2478, its questions alone .2906 and .2849."
BY_TYPE = ("evidence", "evidence @0.2", "evidence @0.3", "accuracy", f"score @{HEADLINE}")
RECALLS = (0.2, 0.25, 0.3)  # thresholds of the yardstick's recall, where none are asked for
YARDSTICK = (
    "Beside the official score, not instead of it: each string with the most alike of the other side by words and "
    "pairs of words, 0 where another value or name, a negation or yes for no stands there. Two people agree by .23."
)
DIFFERS = {
    PAPER: "at most 10 strings; divided by the gold strings; above the threshold",
    TASK_2024: "pairs of the field evidence, at most 10; divided by the gold strings; above the threshold",
    EVALAI: "all strings; divided by the predicted strings; at or above the threshold",
}


def scored_files(
    predictions: Path,
    gold: Path,
    shape: Shape,
    *,
    resamples: int = 1_000,
    seed: int = 0,
    strict: bool = False,
    thresholds: Sequence[float] = (),
    recalls: Sequence[float] = (),
    by_model: bool = False,
) -> Report:
    """Score a file of predictions by a gold file. Raises BadPrediction, OSError and NothingToScore.

    `thresholds`: of the evidence score, those of the scorer where there are none; `recalls`: of the yardstick's recall.
    `by_model`: Ev2R too, by the language model that the environment names. Raises NoModel where that does not answer.
    """
    pairs = iter_pairs(rows_of(gold), predictions)
    scorer = replace(SCORERS[shape], thresholds=tuple(thresholds)) if thresholds else SCORERS[shape]
    numbers = {"resamples": resamples, "seed": seed}
    if not by_model:
        return averitec_report(pairs, scorer, **numbers, strict=strict, recalls=recalls or RECALLS)
    kept = list(pairs)
    found = averitec_report(kept, scorer, **numbers, strict=strict, recalls=recalls or RECALLS)
    judged = ev2r_table([_judged(pair, scorer) for pair in kept], judge_of_environment(), **numbers)
    return replace(found, tables=(*found.tables, judged))


def _judged(pair: Pair, scorer: Scorer) -> Judged:
    given = scorer.strings(pair.predicted, pair.where)
    return Judged(given, gold_strings(pair.gold, pair.where), claim_score(scorer, pair).is_right)


def averitec_report(
    pairs: Iterable[Pair],
    scorer: Scorer,
    *,
    resamples: int = 1_000,
    seed: int = 0,
    strict: bool = False,
    recalls: Sequence[float] = RECALLS,
) -> Report:
    """Score predictions, of which one at a time is in memory; the order of the claims is that of their places.

    Raises NothingToScore and BadPrediction; `strict`: for unknown labels too.
    """
    scored = sorted(
        ((pair.place, pair.where, pair.gold, claim_score(scorer, pair)) for pair in pairs), key=itemgetter(0)
    )
    if not scored:
        raise NothingToScore("There are no predictions to score.")
    scores = [one for *_place, one in scored]
    gold = [row for _place, _where, row, _score in scored]
    parts = [
        {**dict(claim_parts(one, scorer, recalls)), **_floor_parts(claim_score(scorer, next_one), scorer, recalls)}
        for one, next_one in zip(scores, _next_evidence(gold, scorer), strict=True)
    ]
    found = estimates(parts, macro_f1, resamples=resamples, seed=seed)
    unknown = [
        f"{where}: label: {one.unknown!r} is none of {', '.join(AVERITEC_LABELS)}"
        for _place, where, _gold, one in scored
        if one.unknown or not one.predicted
    ]
    if strict and unknown:
        raise BadPrediction(f"{unknown[0]}.")
    labels = [one.label for one in scores]
    return Report(
        claims=len(scores),
        labels={label: labels.count(label) for label in AVERITEC_LABELS},
        resamples=resamples,
        tables=tuple(table for table in score_tables(found, scorer, scores, recalls) if table.rows),
        malformed=tuple(unknown),
    )


def claim_parts(
    one: ClaimScore, scorer: Scorer, recalls: Sequence[float] = RECALLS
) -> Iterator[tuple[str, tuple[float, float]]]:
    """Name of a number -> what the claim adds to its numerator and denominator."""
    yield "evidence", (one.evidence, 1)
    yield "yardstick recall", (one.agreement.recall, 1)
    yield "yardstick precision", (one.agreement.precision, 1)
    yield "yardstick F1", (one.agreement.f1, 1)
    for threshold in recalls:
        yield f"yardstick score @{threshold}", (one.agreement.recall > threshold and one.is_right, 1)
    yield "accuracy", (one.is_right, 1)
    for label in AVERITEC_LABELS:
        said, is_it = one.predicted == label, one.label == label
        yield f"F1 {label}", (2 * (said and is_it), said + is_it)
    if one.questions is not None:
        yield "questions", (one.questions, 1)
    if one.justification is not None:
        yield "justification", (one.justification, 1)
    for threshold in scorer.thresholds:
        passes = scorer.passes(one.evidence, threshold)
        yield f"score @{threshold}", (passes and one.is_right, 1)
        yield f"passes @{threshold}", (passes, 1)
        if one.justification is not None:
            yield f"justification @{threshold}", (one.justification if passes else 0.0, 1)
        for kind in one.types:
            yield f"score @{threshold} | {kind}", (passes and one.is_right, 1)
            yield f"evidence @{threshold} | {kind}", (one.evidence if passes else 0.0, 1)
    for kind in one.types:
        yield f"evidence | {kind}", (one.evidence, 1)
        yield f"accuracy | {kind}", (one.is_right, 1)


def macro_f1(ratios: Draws) -> dict[str, Array]:
    """Mean F1 of all four classes, 0 for one that neither occurs nor was predicted, as scikit-learn counts it."""
    some = next(iter(ratios.values()))
    values = [ratios.get(f"F1 {label}", np.zeros_like(some)) for label in AVERITEC_LABELS]
    return {"macro F1": np.nan_to_num(np.array(values)).mean(axis=0)}


def _floor_parts(one: ClaimScore, scorer: Scorer, recalls: Sequence[float]) -> dict[str, tuple[float, float]]:
    return {f"floor {name}": value for name, value in claim_parts(one, scorer, recalls)}


def _next_evidence(gold: Sequence[Row], scorer: Scorer) -> Iterator[Pair]:
    """The evidence of the next claim with the right label: what a system scores that found nothing about its claim."""
    for row, other in zip(gold, [*gold[1:], gold[0]], strict=True):
        labels = dict.fromkeys(scorer.labels, row.get("label"))
        yield Pair(row, as_shape(other, Shape(scorer.name), 0) | labels, "the next claim's evidence")


def score_tables(
    found: Mapping[str, Estimate], scorer: Scorer, scores: Sequence[ClaimScore], recalls: Sequence[float] = RECALLS
) -> Iterator[Table]:
    """The tables of the numbers that were found; of the floor they say something where it was computed."""
    low = "floor evidence" in found
    yield Table(
        f"Evidence by the scorer {scorer.name!r}: Hungarian METEOR",
        f"{DIFFERS[scorer.name].capitalize()}. {'Floor: the evidence of the next claim. ' if low else ''}{CEILING}",
        ("predicted", "floor"),
        tuple(
            (name, (found[key], found.get(f"floor {key}")))
            for name, key in {
                "Questions alone": "questions",
                "Questions and answers": "evidence",
                "Justification": "justification",
            }.items()
            if key in found
        ),
    )
    yield Table(
        "AVeriTeC score: the evidence passes and the label is right",
        f"The headline of the shared task is @{HEADLINE}."
        + (" Floor: the next claim's evidence with the right label." if low else ""),
        ("score", "evidence passes", "floor", "justification where it passes"),
        tuple(
            (
                f"@{one}",
                tuple(found.get(f"{name} @{one}") for name in ("score", "passes", "floor score", "justification")),
            )
            for one in scorer.thresholds
        ),
    )
    yardstick = {f"Yardstick: {name}": f"yardstick {name}" for name in ("recall", "precision", "F1")}
    yardstick |= {f"Label right, recall above {one}": f"yardstick score @{one}" for one in recalls}
    yield Table(
        "Evidence by the yardstick",
        YARDSTICK,
        ("predicted", "floor"),
        tuple((name, (found[key], found.get(f"floor {key}"))) for name, key in yardstick.items()),
    )
    names = {"Label accuracy": "accuracy", "Macro F1": "macro F1"}
    yield one_column("Labels", "", names | {f"F1 {one}": f"F1 {one}" for one in AVERITEC_LABELS}, found)
    kinds = sorted({kind for one in scores for kind in one.types})
    yield Table(
        "By type of claim (claims)",
        "The official table of this name looks at no label: the evidence score where it passes @0.2 or @0.3, else 0.",
        ("evidence", "where it passes @0.2", "@0.3", "label accuracy", f"score @{HEADLINE}"),
        tuple(
            (
                f"{kind} ({sum(kind in one.types for one in scores):,})",
                tuple(found.get(f"{name} | {kind}") for name in BY_TYPE),
            )
            for kind in kinds
        ),
    )
