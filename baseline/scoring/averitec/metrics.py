"""Every metric of evidence by name: what a leaderboard can be ranked by and what is compared with people's ratings.

A metric looks at two lists of evidence strings, question, a space and answer as `evidence.py` writes them, and knows
neither the claim nor its label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation.similarity.matching import matched_share
from annotation.similarity.meteor import meteor
from baseline.scoring.averitec.ev2r import Judge, judge_of_environment
from baseline.scoring.averitec.yardstick.agreement import MOST, agreement


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric of evidence. `score`: predicted strings, gold strings -> 0 to 1; 0 where either is empty.

    Those of a language model raise `baseline.models.NoModel` where it gives no usable answer.
    """

    name: str
    title: str
    definition: str
    score: Callable[[Sequence[str], Sequence[str]], float]


def question_of(string: str) -> str:
    """The question of an evidence string: up to its first question mark; all of it where it has none."""
    question, mark, _answer = string.partition("?")
    return question + mark


def _meteor(predicted: Sequence[str], gold: Sequence[str]) -> float:
    return matched_share(gold, predicted[:MOST], meteor) if gold else 0.0


def _meteor_questions(predicted: Sequence[str], gold: Sequence[str]) -> float:
    """Answers of one question follow each other, so that equal neighbours are one question."""
    asked, wanted = (list(dict.fromkeys(map(question_of, strings))) for strings in (predicted, gold))
    return _meteor(asked, wanted)


_ALL = (
    Metric(
        "meteor_questions", "Hungarian METEOR of questions",
        "METEOR of the best one-to-one matching of at most ten predicted questions with the gold, a gold question.",
        _meteor_questions,
    ),
    Metric(
        "meteor", "Hungarian METEOR",
        "METEOR of the best one-to-one matching of at most ten predicted strings, question and answer, with the gold "
        "ones, a gold string: the measure of AVeriTeC's paper and of its task of 2024.",
        _meteor,
    ),
    Metric(
        "evidence_recall", "Recall of evidence",
        "How much of the gold evidence the first ten predicted strings say: for each gold string the share of "
        "words and pairs of neighbouring words of the most alike predicted one, 0 where that has another value or "
        "name in a place, a negation or yes for no.",
        lambda predicted, gold: agreement(predicted, gold).recall,
    ),
    Metric(
        "evidence_precision", "Precision of evidence",
        "The same of each of the first ten predicted strings, by the gold evidence.",
        lambda predicted, gold: agreement(predicted, gold).precision,
    ),
    Metric(
        "evidence_f1", "F1 of evidence",
        "Harmonic mean of the recall and the precision of evidence.",
        lambda predicted, gold: agreement(predicted, gold).f1,
    ),
)  # fmt: skip


def _by_model(judge: Judge) -> tuple[Metric, Metric]:
    how = f"Ev2R: atomic facts by the language model {judge.model}. Not on one scale with METEOR. "
    return (
        Metric(
            "ev2r_recall", "Ev2R recall", f"{how}Share of the gold evidence's facts that the predicted supports.",
            lambda predicted, gold: judge.judged(predicted, gold).recall,
        ),
        Metric(
            "ev2r_precision", "Ev2R precision", f"{how}Share of the predicted facts that the gold evidence supports.",
            lambda predicted, gold: judge.judged(predicted, gold).precision,
        ),
    )  # fmt: skip


class _Registry(Mapping[str, Metric]):
    """Those that need no model, and Ev2R's two while the environment names one."""

    def __getitem__(self, name: str) -> Metric:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    @staticmethod
    def _all() -> dict[str, Metric]:
        judge = judge_of_environment()
        return {one.name: one for one in (*_ALL, *(_by_model(judge) if judge else ()))}


METRICS: Mapping[str, Metric] = _Registry()
