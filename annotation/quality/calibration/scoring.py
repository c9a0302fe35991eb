"""Score a verifier's answers against gold. No database access; every number can be checked by hand.

Evidence is compared by the ids of its elements alone; context is the corpus's own and earns nothing. What the original
platform did differently, and why it is not done here: an empty evidence set counted as a right piece wherever gold had
an empty one, and F1 was divided by zero (reference: feverous_platform.md, D27).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

Sets = Sequence[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Gold:
    """Gold answer: verdict, accepted challenges, alternative evidence sets."""

    verdict: str
    challenges: frozenset[str]
    sets: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Submitted answer: verdict, challenge, alternative evidence sets."""

    verdict: str
    challenge: str
    sets: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class ItemScore:
    """Scores of one answer. `precision` and `recall` are None where gold has no evidence.

    `complete_sets`: of `gold_sets`, those that one of the answer's sets holds completely.
    """

    verdict_right: bool
    challenge_right: bool
    precision: float | None
    recall: float | None
    complete_sets: int
    gold_sets: int


@dataclass(frozen=True, slots=True)
class Score:
    """Scores of one verifier's phase, from 0 to 1, except the counts `items`, `complete_sets` and `gold_sets`.

    `accuracy`: answers with the verdict of gold. `challenge`: answers whose challenge gold accepts. `precision` and
    `recall`: the mean over the items for which gold has evidence; None if there is no such item. `f1`: 2PR / (P + R)
    of these two, 0 where both are.
    """

    items: int
    accuracy: float
    precision: float | None
    recall: float | None
    f1: float | None
    complete_sets: int
    gold_sets: int
    challenge: float


@dataclass(frozen=True, slots=True)
class WritingScore:
    """Scores of one writer's phase, from 0 to 1, over `items` highlights and `claims` claims.

    `accuracy`: claims that meet the guideline (paper: "accepted"). `challenge`: claims whose challenge fits.
    """

    items: int
    claims: int
    accuracy: float
    challenge: float


def score_item(answer: Answer, gold: Gold) -> ItemScore:
    """Score one answer against its gold.

    Every evidence set of the answer is compared with the most similar gold set (by F1). With A the answer's elements,
    set by set, G those of the gold sets so chosen and H the hits: precision = |H| / |A|, recall = |H| / |G|. Whoever
    finds one of several gold sets has a recall of 1, since each is enough alone; `complete_sets` counts how many were
    found. Sets without elements are left out on both sides, and an answer without evidence has 0 and 0.
    """
    mine, right = _filled(answer.sets), _filled(gold.sets)
    precision, recall = _evidence(mine, right) if right else (None, None)
    return ItemScore(
        verdict_right=answer.verdict == gold.verdict,
        challenge_right=answer.challenge in gold.challenges,
        precision=precision,
        recall=recall,
        complete_sets=sum(any(one <= chosen for chosen in mine) for one in right),
        gold_sets=len(right),
    )


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
        challenge=fmean(item.challenge_right for item in items),
    )


def writing_score(items: int, grades: Sequence[tuple[bool, bool]]) -> WritingScore | None:
    """Aggregate a manager's grades (meets the guideline, challenge fits), one per claim; None without any."""
    if not grades:
        return None
    accuracy, challenge = (fmean(column) for column in zip(*grades, strict=True))
    return WritingScore(items, len(grades), accuracy, challenge)


def f1_of(precision: float, recall: float) -> float:
    """The harmonic mean, 2PR / (P + R); 0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _filled(sets: Sets) -> list[frozenset[str]]:
    return [one for one in sets if one]


def _evidence(mine: Sets, right: Sets) -> tuple[float, float]:
    if not mine:
        return 0.0, 0.0
    # Of gold sets that match as well, the smaller, whatever their order: it is found more completely.
    pairs = [(one, max(right, key=lambda gold: (_overlap(one, gold), -len(gold)))) for one in mine]
    hits = sum(len(one & gold) for one, gold in pairs)
    return hits / sum(len(one) for one, _gold in pairs), hits / sum(len(gold) for _one, gold in pairs)


def _overlap(one: frozenset[str], gold: frozenset[str]) -> float:
    """F1 of two sets of elements: 2|A and B| / (|A| + |B|)."""
    return 2 * len(one & gold) / (len(one) + len(gold))


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
