"""Simulate who does what and when over the weeks of the project. Pure: from claims and people to rows of work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from annotation.demo.large.claims import MadeClaim
from annotation.demo.large.people import WEEKS, Answer, Verifier, answer, moment
from annotation.demo.large.world import Club

MOST_WAYS = 3  # people on a claim that others repeat (paper, section 3.2)
REPORTED_SHARE, REPORTED_OF_CARELESS = 0.02, 0.15
SKIPPED_SHARE, SKIPPED_OF_PICKY = 0.03, 0.20
FIRST_DAY = date(2026, 3, 2)


Draw = Callable[[int, int], int]
Step = tuple[str, str, dict[str, Any]]  # name, value and detail of an operation


@dataclass(frozen=True, slots=True)
class Done:
    """One verification: whose (number of the person), of which claim (number), and what.

    `suggested`: operations on suggested evidence (annotation.demo.large.suggesting).
    """

    claim: int
    person: int
    answer: Answer
    at: datetime  # of submitting, in UTC
    suggested: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """`writers`: who wrote from each club. `ways`: claim that several people verify -> how many. `counted`: how often
    each verifier was the first. `reported`: claim -> who reported it.
    """

    writers: list[int]
    done: list[Done]
    ways: dict[int, int]
    counted: list[int]
    reported: dict[int, tuple[int, datetime]]
    skipped: dict[int, int]  # club -> the writer who saw its highlight first, and skipped it


def plan(
    clubs: Sequence[Club],
    claims: Sequence[tuple[int, MadeClaim]],
    people: Sequence[Verifier],
    writers: int,
    seed: int,
    draw: Draw,
) -> Plan:
    """Simulate all work on the claims. Writer 0 is careless and often reported, writer 1 skips more than others.

    `draw`: (number of a person, how many claims they were the first to verify before) -> how many verify this one.
    """
    dice = Random(f"{seed} plan")
    by = [dice.randrange(writers) for _ in clubs]
    reported = {}
    for number, (club, _claim) in enumerate(claims):
        if dice.random() < (REPORTED_OF_CARELESS if by[club] == 0 else REPORTED_SHARE):
            reported[number] = (dice.randrange(len(people)), moment(dice.randrange(WEEKS) + 1, dice, FIRST_DAY))
    verified = [number for number in range(len(claims)) if number not in reported]
    done, ways, counted = _verifying(verified, clubs, claims, people, draw, seed)
    offered = [(n, dice.randrange(writers)) for n in range(len(clubs))]
    skipped = {
        n: other
        for n, other in offered
        if other != by[n] and dice.random() < (SKIPPED_OF_PICKY if other == 1 else SKIPPED_SHARE)
    }
    return Plan(by, sorted(done, key=lambda one: (one.at, one.claim, one.person)), ways, counted, reported, skipped)


def _verifying(
    verified: Sequence[int],
    clubs: Sequence[Club],
    claims: Sequence[tuple[int, MadeClaim]],
    people: Sequence[Verifier],
    draw: Draw,
    seed: int,
) -> tuple[list[Done], dict[int, int], list[int]]:
    """All verifications; claim -> how many people do it, where several do; how often each person was the first.

    Claim by claim in the order of their first verification, since whether others repeat it is drawn then.
    """
    shifts = sorted((_shift(number, people, seed) for number in verified), key=lambda one: (one.times[0], one.claim))
    done: list[Done] = []
    ways: dict[int, int] = {}
    counted = [0] * len(people)
    for shift in shifts:
        first = shift.people[0]
        wanted = draw(first, counted[first])
        counted[first] += 1
        if wanted > 1:
            ways[shift.claim] = wanted
        club, claim = claims[shift.claim]
        for person, at in list(zip(shift.people, shift.times, strict=True))[:wanted]:
            given = answer(claim, people[person], shift.week, clubs[club].elements, shift.dice)
            done.append(Done(shift.claim, person, given, at))
    return done, ways, counted


@dataclass(frozen=True, slots=True)
class _Shift:
    """When and by whom a claim is verified, if so many do it: three people, all within one week."""

    claim: int
    week: int
    people: list[int]
    times: list[datetime]
    dice: Random


def _shift(number: int, people: Sequence[Verifier], seed: int) -> _Shift:
    dice = Random(f"{seed} work {number}")
    week = dice.randrange(WEEKS) + 1
    who = dice.sample(range(len(people)), MOST_WAYS)
    times = sorted(moment(week, dice, FIRST_DAY) for _ in who)
    apart = [at + timedelta(seconds=n) for n, at in enumerate(times)]  # no two at the same second
    return _Shift(number, week, who, apart, dice)
