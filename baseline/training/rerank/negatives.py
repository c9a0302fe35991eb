"""One negative for each positive of a candidate list: ranked but wrong, of the same page, or random.

The mix is of three weights. A negative keeps the scores of every stage that ordered it; a random one was ordered for
another claim, and has none. Each epoch draws anew, by seed, epoch and place alone, so that a resumed training draws
the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from baseline.candidates import Candidate, PageCandidate, identity
from baseline.rerank.lists import CandidateList
from corpus.page.element_id import parse

Origin = Literal["ranked", "same_page", "random"]
DRAWS = 20  # random candidates that are looked at, until one is no positive of the claim


@dataclass(frozen=True, slots=True)
class Mix:
    """How often each kind of negative is drawn, as weights; 0 is never."""

    ranked: float
    same_page: float
    random: float


@dataclass(frozen=True, slots=True)
class Pair:
    """A positive of a list, by the place of the list and its place in it."""

    of: int
    place: int


@dataclass(frozen=True, slots=True)
class Negative:
    """A candidate that is not in the gold evidence, and how it was drawn."""

    candidate: Candidate
    origin: Origin


class Negatives:
    """Draws a negative for each positive of some lists. `pairs`: the positives that have one."""

    def __init__(self, lists: Sequence[CandidateList], mix: Mix, seed: int) -> None:
        self.lists, self.mix, self.seed = lists, mix, seed
        self.gold = [{identity(one.candidates[place]) for place in one.positives} for one in lists]
        every = (Pair(of, place) for of, one in enumerate(lists) for place in sorted(one.positives))
        self.pairs = [pair for pair in every if self.drawn(pair, 0) is not None]

    def drawn(self, pair: Pair, epoch: int) -> Negative | None:
        """The negative of a positive in an epoch; None where there is none of any kind that the mix has.

        Where there is none of the kind that was drawn, the others are tried in the order of their weights.
        """
        rng = random.Random(f"{self.seed} {epoch} {pair.of} {pair.place}")
        weights: dict[Origin, float] = {
            "ranked": self.mix.ranked, "same_page": self.mix.same_page, "random": self.mix.random,
        }  # fmt: skip
        kinds = [kind for kind in weights if weights[kind]]
        if not kinds:
            return None
        (first,) = rng.choices(kinds, [weights[kind] for kind in kinds])
        for kind in sorted(kinds, key=lambda kind: (kind != first, -weights[kind])):
            if found := self._of_kind(kind, pair, rng):
                return Negative(found, kind)
        return None

    def _of_kind(self, kind: Origin, pair: Pair, rng: random.Random) -> Candidate | None:
        if kind == "random":
            return self._random(pair.of, rng)
        one = self.lists[pair.of]
        wrong = [candidate for place, candidate in enumerate(one.candidates) if place not in one.positives]
        if kind == "same_page":
            page = _page(one.candidates[pair.place])
            wrong = [candidate for candidate in wrong if _page(candidate) == page]
        return rng.choice(wrong) if wrong else None

    def _random(self, of: int, rng: random.Random) -> Candidate | None:
        """A candidate of another list, as if no stage had seen it."""
        for _ in range(DRAWS if len(self.lists) > 1 else 0):
            other = rng.randrange(len(self.lists) - 1)
            found = rng.choice(self.lists[other + (other >= of)].candidates)
            if identity(found) not in self.gold[of]:
                return replace(found, score=0.0, stages=(), signals=())
        return None


def _page(candidate: Candidate) -> str:
    """The page of a candidate. Of pages none is on the same one: a page is its own."""
    return candidate.title if isinstance(candidate, PageCandidate) else parse(candidate.element).page
