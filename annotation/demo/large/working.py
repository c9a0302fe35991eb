"""Who does what and when, over the weeks of the simulated project. Pure: from claims and people to rows of work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from random import Random

from annotation.demo.large.claims import MadeClaim
from annotation.demo.large.people import WEEKS, Answer, Verifier, answer, moment
from annotation.demo.large.world import Club

QA_SHARE, THREE_WAY = 0.10, 1 / 3  # of claims that others verify again, and of these by two others (paper, 3.2)
REPORTED_SHARE, REPORTED_OF_CARELESS = 0.02, 0.15
SKIPPED_SHARE, SKIPPED_OF_PICKY = 0.03, 0.20
FIRST_DAY = date(2026, 3, 2)


@dataclass(frozen=True, slots=True)
class Done:
    """One verification: whose (number of the person), of which claim (number), and what."""

    claim: int
    person: int
    answer: Answer
    at: datetime  # of handing in, in UTC


@dataclass(frozen=True, slots=True)
class Plan:
    """`writers`: who wrote from each club. `qa`: claims verified by several. `reported`: claim -> who reported it."""

    writers: list[int]
    done: list[Done]
    qa: set[int]
    reported: dict[int, tuple[int, datetime]]
    skipped: dict[int, int]  # club -> the writer who saw its highlight first, and skipped it


def plan(
    clubs: Sequence[Club],
    claims: Sequence[tuple[int, MadeClaim]],
    people: Sequence[Verifier],
    writers: int,
    seed: int,
    qa: int | None = None,
) -> Plan:
    """All work on the claims. Writer 0 is careless and often reported, writer 1 skips more than others.

    `qa`: how many claims several people verify; None: a tenth.
    """
    dice = Random(f"{seed} plan")
    by = [dice.randrange(writers) for _ in clubs]
    reported = {}
    for number, (club, _claim) in enumerate(claims):
        if dice.random() < (REPORTED_OF_CARELESS if by[club] == 0 else REPORTED_SHARE):
            reported[number] = (dice.randrange(len(people)), moment(dice.randrange(WEEKS) + 1, dice, FIRST_DAY))
    verified = [number for number in range(len(claims)) if number not in reported]
    again = dice.sample(verified, round(len(verified) * QA_SHARE) if qa is None else min(qa, len(verified)))
    three = set(again[: round(len(again) * THREE_WAY)])
    chosen = set(again)
    done = [
        one
        for number in verified
        for one in _work(number, clubs, claims, people, 1 + (number in chosen) + (number in three), seed)
    ]
    offered = [(n, dice.randrange(writers)) for n in range(len(clubs))]
    skipped = {
        n: other
        for n, other in offered
        if other != by[n] and dice.random() < (SKIPPED_OF_PICKY if other == 1 else SKIPPED_SHARE)
    }
    return Plan(by, sorted(done, key=lambda one: (one.at, one.claim, one.person)), chosen, reported, skipped)


def _work(
    number: int,
    clubs: Sequence[Club],
    claims: Sequence[tuple[int, MadeClaim]],
    people: Sequence[Verifier],
    wanted: int,
    seed: int,
) -> Iterator[Done]:
    """The verifications of one claim, each by another person, all within one week."""
    club, claim = claims[number]
    dice = Random(f"{seed} work {number}")
    week = dice.randrange(WEEKS) + 1
    elements = clubs[club].elements
    for person in dice.sample(range(len(people)), wanted):
        given = answer(claim, people[person], week, elements, dice)
        yield Done(number, person, given, moment(week, dice, FIRST_DAY))
