"""Answers, gold and their scores, as workflows exchange them with calibration. Pure: no Django."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gold:
    """Gold answer: label, accepted challenges, alternative evidence sets. Labels alone have neither of the last two."""

    verdict: str
    challenges: frozenset[str] = frozenset()
    sets: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Submitted answer: label, challenge, alternative evidence sets."""

    verdict: str
    challenge: str = ""
    sets: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class ItemScore:
    """Scores of one answer. `precision` and `recall` are None where gold has no evidence.

    `challenge_right` is None where no challenge is asked for. `complete_sets`: of `gold_sets`, those that one of the
    answer's sets holds completely.
    """

    verdict_right: bool
    challenge_right: bool | None = None
    precision: float | None = None
    recall: float | None = None
    complete_sets: int = 0
    gold_sets: int = 0


def score_label(answer: Answer, gold: Gold) -> ItemScore:
    """Score an answer that is a label alone."""
    return ItemScore(verdict_right=answer.verdict == gold.verdict)
