"""A simulated project as items, without a database: the same on every machine, whatever numbers a database gives."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

from annotation.demo.large.claims import all_claims
from annotation.demo.large.people import verifiers
from annotation.demo.large.workload import plan
from annotation.demo.large.world import make_club
from annotation.quality.agreement.items import Item, Rating
from annotation.quality.sampling.blocks import annotators_per_item

SEED, CLAIMS, VERIFIERS, WRITERS = 11, 900, 14, 6
RATE = Fraction(2, 3)  # of the claims are verified by several people
# What each person scored in calibration; the last two never took part.
SCORES = {person: 0.62 + 0.03 * person for person in range(1, VERIFIERS - 1)}


def simulated_items() -> list[Item]:
    """The claims that several people verified, by number, as `queries.items_of` gives them. People count from 1."""
    clubs = [make_club(number, SEED) for number in range(CLAIMS * 102 // 300 + 3)]
    made = all_claims(clubs, CLAIMS, SEED)
    people = verifiers(VERIFIERS, SEED)

    def draw(person: int, ordinal: int) -> int:
        return annotators_per_item(seed=SEED, annotator=person, ordinal=ordinal, rate=RATE)

    ratings: defaultdict[int, list[Rating]] = defaultdict(list)
    before: Counter[int] = Counter()  # annotations by person
    for number, done in enumerate(plan(clubs, made, people, WRITERS, SEED, draw).done, start=1):
        said, person = done.answer, done.person + 1
        is_early = before[person] < 100
        before[person] += 1
        ratings[done.claim].append(
            Rating(number, person, said.verdict, said.challenge, said.evidence, done.at, is_early)
        )
    items = []
    for number, given in sorted(ratings.items()):
        club, claim = made[number]
        if len(given) > 1:
            kind = "table" if club % 3 else "sentences"
            items.append(
                Item(number + 1, tuple(given), str(claim.claim_type), str(claim.mutation), str(claim.challenge), kind)
            )
    return items
