"""Simulate suggested evidence: findings, arms, and their effect on annotators.

Planted: one verifier takes over everything that they are shown. And whoever is shown it at once often takes the best
three suggestions over beside their own, whether the verdict needs them or not; who is shown it after a selection of
their own does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from annotation.demo.large.claims import MadeClaim
from annotation.demo.large.people import Verifier
from annotation.demo.large.workload import Done, Step
from annotation.demo.large.world import Club
from annotation.suggestions.arms import drawn_arm
from annotation.suggestions.models import Arm, Stage
from annotation.vocabulary.operation_names import OwnOperation
from corpus.page.element_id import ElementKind, parse

WEIGHTS = {Arm.NONE.value: 1, Arm.AFTER.value: 1, Arm.AT_ONCE.value: 1}
FOUND_SHARE = 0.75  # of claims, for which the model finds what proves them, among other things
DRAWN_SHARE, DRAWN = 0.5, 3  # of claims shown at once: so many suggestions are added to what was chosen
ACCEPTED_SHARE, DISMISSED_SHARE = 0.8, 0.3  # of what is chosen anyhow; of what is not
OTHERS = 4  # suggestions that prove nothing, for each claim


@dataclass(frozen=True, slots=True)
class Shown:
    """What the model found for a claim, best first in each stage, and the claim's arm."""

    arm: str
    elements: tuple[tuple[str, str, int], ...]  # element, stage, rank

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(element for element, _stage, _rank in self.elements)


def anchored_of(people: Sequence[Verifier]) -> int:
    """The number of the verifier who takes everything over: the first with nothing else wrong."""
    return next(n for n, one in enumerate(people) if not (one.is_lazy or one.is_biased or one.is_fast))


def shown_of(clubs: Sequence[Club], claims: Sequence[tuple[int, MadeClaim]], seed: int) -> list[Shown]:
    """Suggestions for every claim, by its number."""
    return [
        Shown(drawn_arm(seed, number, WEIGHTS), _found(clubs[club], claim, Random(f"{seed} model {number}")))
        for number, (club, claim) in enumerate(claims)
    ]


def _found(club: Club, claim: MadeClaim, dice: Random) -> tuple[tuple[str, str, int], ...]:
    right = sorted(dice.choice(claim.proof)) if dice.random() < FOUND_SHARE else []
    others = [one for one in club.elements if one not in right]
    chosen = [*right, *dice.sample(others, min(OTHERS, len(others)))]
    dice.shuffle(chosen)
    ranks = {Stage.SENTENCES.value: 0, Stage.CELLS.value: 0}
    found = []
    for element in chosen:
        stage = Stage.SENTENCES.value if parse(element).kind == ElementKind.SENTENCE else Stage.CELLS.value
        ranks[stage] += 1
        found.append((element, stage, ranks[stage]))
    return tuple(found)


def led(done: Sequence[Done], shown: Sequence[Shown], anchored: int, seed: int) -> list[Done]:
    """The work as it becomes with suggestions beside it: evidence and time where people are led, and their log."""
    return [_led(one, shown[one.claim], anchored, Random(f"{seed} led {one.claim} {one.person}")) for one in done]


def _led(one: Done, shown: Shown, anchored: int, dice: Random) -> Done:
    if shown.arm == Arm.NONE or not shown.elements:
        return one
    evidence, seconds = one.answer.evidence, one.answer.seconds
    if one.person == anchored:
        evidence, seconds = (frozenset(shown.ids),), round(seconds * 0.5, 3)
    elif shown.arm == Arm.AT_ONCE and evidence and dice.random() < DRAWN_SHARE:
        evidence = (evidence[0] | set(shown.ids[:DRAWN]), *evidence[1:])
        seconds = round(seconds * 0.9, 3)
    chosen = frozenset(element for elements in evidence for element in elements)
    is_new = chosen - {element for elements in one.answer.evidence for element in elements}
    likely = 1.0 if one.person == anchored else ACCEPTED_SHARE
    accepted = {e for e in shown.ids if e in chosen and (e in is_new or dice.random() < likely)}
    steps = tuple(_steps(shown, accepted, chosen, dice))
    return replace(one, answer=one.answer._replace(evidence=evidence, seconds=seconds), suggested=steps)


def _steps(shown: Shown, accepted: set[str], chosen: frozenset[str], dice: Random) -> Iterator[Step]:
    for element, stage, rank in shown.elements:
        detail: dict[str, Any] = {"rank": rank, "stage": stage}
        yield OwnOperation.SUGGESTION_SHOWN.value, element, detail
        if element in accepted:
            yield OwnOperation.SUGGESTION_ACCEPTED.value, element, detail | {"set": 0}
        elif element not in chosen and dice.random() < DISMISSED_SHARE:
            yield OwnOperation.SUGGESTION_DISMISSED.value, element, detail
