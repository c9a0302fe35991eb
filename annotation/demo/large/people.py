"""Simulated verifiers: their behaviour, and the planted defects of some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import exp
from random import Random
from typing import NamedTuple

from annotation.demo.large.claims import NEI, REFUTES, SUPPORTS, MadeClaim
from annotation.demo.large.world import Set
from annotation.vocabulary.labels import Challenge

WEEKS, BROKEN_WEEK = 12, 8  # the weeks of the project, and the one, from 1, in which a guideline was misread
BROKEN_SHARE = 0.35  # of claims that are then said to be NEI, whatever the evidence says
MEDIAN_SECONDS, FAST_SECONDS = 190.0, 9.0
CHALLENGES = [challenge.value for challenge in Challenge]


@dataclass(frozen=True, slots=True)
class Verifier:
    """`skill`: how often they are right with the evidence before them; `pace`: 1 is the median."""

    name: str
    skill: float = 0.975
    pace: float = 1.0
    is_lazy: bool = False
    is_biased: bool = False
    is_fast: bool = False


class Answer(NamedTuple):
    """Answer of a verifier."""

    verdict: str
    challenge: str
    evidence: tuple[Set, ...]
    seconds: float


def verifiers(number: int, seed: int) -> list[Verifier]:
    """So many, at least 6: the first three of a shuffled list are lazy, biased and fast; the rest do their best."""
    dice = Random(f"{seed} people")
    places = dice.sample(range(number), 3)
    found = []
    for n in range(number):
        kind = places.index(n) if n in places else None
        skill, pace = min(0.995, dice.gauss(0.975, 0.012)), exp(dice.gauss(0, 0.25))
        found.append(
            Verifier(
                f"large-verifier-{n + 1:02}", skill, pace, is_lazy=kind == 0, is_biased=kind == 1, is_fast=kind == 2
            )
        )
    return found


def answer(claim: MadeClaim, person: Verifier, week: int, elements: Sequence[str], dice: Random) -> Answer:
    """Draw a person's answer to a claim in a week, from 1; `elements` can be cited."""
    if person.is_lazy and dice.random() < 0.85:
        return Answer(NEI, CHALLENGES[5], (frozenset({elements[0]}),), _seconds(MEDIAN_SECONDS * 0.6, dice))
    if person.is_fast:
        verdict = claim.label if dice.random() < 0.55 else dice.choice([SUPPORTS, REFUTES])
        return Answer(verdict, CHALLENGES[5], (frozenset({dice.choice(elements)}),), _seconds(FAST_SECONDS, dice))
    evidence, is_found = _evidence(claim, elements, dice)
    is_right = dice.random() < (person.skill if is_found else 0.45)
    verdict = claim.label if is_right else dice.choice([v for v in (SUPPORTS, REFUTES, NEI) if v != claim.label])
    if person.is_biased and verdict == REFUTES and dice.random() < 0.6:
        verdict = SUPPORTS
    if week == BROKEN_WEEK and dice.random() < BROKEN_SHARE:
        verdict = NEI
    challenge = claim.challenge if dice.random() < 0.7 else dice.choice(CHALLENGES)
    length = 1 + 0.35 * (len(claim.pages) - 1) + 0.08 * sum(map(len, evidence))
    return Answer(verdict, challenge, evidence, _seconds(MEDIAN_SECONDS * person.pace * length, dice))


def _evidence(claim: MadeClaim, elements: Sequence[str], dice: Random) -> tuple[tuple[Set, ...], bool]:
    """Mostly one of the sets that prove it, or all; sometimes with more than it takes; sometimes something else."""
    way = dice.random()
    if way < 0.10:
        return (frozenset(dice.sample(list(elements), 1 + (dice.random() < 0.4))),), False
    if len(claim.proof) > 1 and way < 0.55:
        return claim.proof, True
    one = dice.choice(claim.proof)
    if way > 0.80:
        return (one | {dice.choice(elements)},), True
    return (one,), True


def _seconds(median: float, dice: Random) -> float:
    return round(median * exp(dice.gauss(0, 0.45)), 3)


def moment(week: int, dice: Random, first_day: date) -> datetime:
    """Some time in working hours of a week, from 1, without a time zone."""
    day = datetime(first_day.year, first_day.month, first_day.day) + timedelta(days=7 * (week - 1) + dice.randrange(5))
    return day + timedelta(seconds=8 * 3600 + dice.randrange(8 * 3600))
