"""The three official scorers of AVeriTeC as data, and what a claim scores by each.

They differ in what they read, in how many strings count, in what the matched sum is divided by, and in the test of the
threshold: on one real system with ten answers each they give .298 (paper) and .004 (EvalAI) at .25.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from annotation.averitec.labels import averitec_label
from annotation.averitec.submissions import Shape
from annotation.similarity.matching import matched_sum
from annotation.similarity.meteor import meteor
from baseline.scoring.averitec.evidence import (
    evalai_strings,
    gold_questions,
    gold_strings,
    paper_questions,
    task_questions,
    task_strings,
)
from baseline.scoring.averitec.rows import Pair, Row
from baseline.scoring.averitec.yardstick.agreement import Agreement, agreement
from baseline.scoring.predictions import BadPrediction

PAPER, TASK_2024, EVALAI = map(str, (Shape.PAPER, Shape.TASK_2024, Shape.EVALAI))
HEADLINE = 0.25  # of the shared task

Read = Callable[[Row, str], list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorer:
    """An official scorer. `most`: strings of a prediction that count; None: all. `labels`: fields of its label, the
    first that is there counts. `per_predicted`: the matched sum is divided by the predicted strings, not by the gold
    ones. `reaches`: a score equal to the threshold passes. `questions`, `justification`: whether it scores these."""

    name: str
    labels: tuple[str, ...]
    strings: Read
    questions: Read | None
    most: int | None
    thresholds: tuple[float, ...]
    per_predicted: bool = False
    reaches: bool = False
    justification: bool = False

    def passes(self, score: float, threshold: float) -> bool:
        """Whether evidence of this score is good enough at this threshold."""
        return score >= threshold if self.reaches else score > threshold


SCORERS: Mapping[str, Scorer] = {
    PAPER: Scorer(
        name=PAPER, labels=("label",), strings=gold_strings, questions=paper_questions, most=10,
        thresholds=(0.1, 0.2, 0.25, 0.3, 0.4, 0.5), justification=True,
    ),
    TASK_2024: Scorer(
        name=TASK_2024, labels=("pred_label", "label"), strings=task_strings, questions=task_questions, most=10,
        thresholds=(0.1, 0.2, 0.25, 0.3, 0.4, 0.5),
    ),
    EVALAI: Scorer(
        name=EVALAI, labels=("predicted_label", "label"), strings=evalai_strings, questions=None, most=None,
        thresholds=(0.2, 0.25, 0.3), per_predicted=True, reaches=True,
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClaimScore:
    """What one claim scores, from 0 to 1; None for what the scorer does not score.

    `predicted`: "" for an unknown label, whose words are in `unknown`. `agreement`: the
    yardstick, of no official scorer.
    """

    label: str
    predicted: str
    unknown: str
    types: tuple[str, ...]
    evidence: float
    agreement: Agreement
    questions: float | None
    justification: float | None

    @property
    def is_right(self) -> bool:
        """Whether the label is the gold one."""
        return self.label == self.predicted


def claim_score(scorer: Scorer, pair: Pair) -> ClaimScore:
    """Score one prediction. Raises BadPrediction, which names row and field."""
    gold = gold_strings(pair.gold, f"{pair.where}, its gold row")
    if not gold:
        raise BadPrediction(f"{pair.where}: its gold row has no questions. Give the gold file with questions.")
    given = scorer.strings(pair.predicted, pair.where)[: scorer.most]
    label, words = _labels(scorer, pair)
    return ClaimScore(
        label=label,
        predicted=averitec_label(words),
        unknown="" if averitec_label(words) else words,
        types=tuple(pair.gold.get("claim_types") or ()),
        evidence=_evidence_score(scorer, gold, given),
        agreement=agreement(given, gold),
        questions=_question_score(scorer, pair),
        justification=_justification_score(scorer, pair, given),
    )


def _evidence_score(scorer: Scorer, gold: list[str], given: list[str]) -> float:
    divided_by = len(given) if scorer.per_predicted else len(gold)
    return matched_sum(gold, given, meteor) / divided_by if given else 0.0


def _question_score(scorer: Scorer, pair: Pair) -> float | None:
    if scorer.questions is None:
        return None
    gold = gold_questions(pair.gold, pair.where)
    if not gold:
        return None
    return matched_sum(gold, scorer.questions(pair.predicted, pair.where)[: scorer.most], meteor) / len(gold)


def _justification_score(scorer: Scorer, pair: Pair, given: list[str]) -> float | None:
    """METEOR of the justification; of the joined evidence where the prediction has no such field."""
    wanted: Any = pair.gold.get("justification")
    if not scorer.justification or not isinstance(wanted, str):
        return None
    said: Any = pair.predicted.get("justification", " ".join(given))
    return meteor(wanted, said if isinstance(said, str) else "")


def _labels(scorer: Scorer, pair: Pair) -> tuple[str, str]:
    """The gold label and the words of the predicted one. Raises BadPrediction."""
    gold = pair.gold.get("label")
    if not isinstance(gold, str) or not averitec_label(gold):
        raise BadPrediction(f"{pair.where}, its gold row: label: {gold!r} is no verdict of AVeriTeC.")
    name = next((one for one in scorer.labels if one in pair.predicted), None)
    if name is None:
        raise BadPrediction(f"{pair.where}: {scorer.labels[0]}: missing. Give every row a label.")
    words = pair.predicted[name]
    if not isinstance(words, str):
        raise BadPrediction(f"{pair.where}: {name}: {words!r} is no text. Write the label as a text.")
    return averitec_label(gold), words
