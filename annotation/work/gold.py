"""Answers, gold and their scores, as workflows exchange them with calibration. Pure: no Django."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Gold:
    """Gold answer: label, accepted challenges, alternative evidence sets. Labels alone have neither of the last two.

    `body`: the whole gold work, where fields beside the label are scored (`Calibratable.fields`).
    """

    verdict: str
    challenges: frozenset[str] = frozenset()
    sets: tuple[frozenset[str], ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """Submitted answer: label, challenge, alternative evidence sets; `body` as that of `Gold`."""

    verdict: str
    challenge: str = ""
    sets: tuple[frozenset[str], ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class ItemScore:
    """Scores of one answer. `precision` and `recall` are None where gold has no evidence.

    `challenge_right` is None where no challenge is asked for. `complete_sets`: of `gold_sets`, those that one of the
    answer's sets holds completely. `fields`: name of a field (`Calibratable.fields`) -> its score, from 0 to 1.
    """

    verdict_right: bool
    challenge_right: bool | None = None
    precision: float | None = None
    recall: float | None = None
    complete_sets: int = 0
    gold_sets: int = 0
    fields: Mapping[str, float] = field(default_factory=dict, hash=False)


def score_label(answer: Answer, gold: Gold) -> ItemScore:
    """Score an answer that is a label alone."""
    return ItemScore(verdict_right=answer.verdict == gold.verdict)
