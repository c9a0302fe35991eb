"""Seeded places of hidden items: exactly one in each block of so many, without a rhythm. No database access.

Places are secret as long as the seed is (`Project.qa_seed`): who sees an order of tasks finds no pattern in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import NamedTuple

TRIES = 50  # to find a place that the others leave free: half of them may be taken


class Places(NamedTuple):
    """The places of one person's hidden items of a kind: one in each block of `every` tasks, drawn by `name`.

    None of them is among those of `others`, unless these take nearly all: two items on one task would put the second
    off, beyond its block where that ends here.
    """

    seed: int
    name: str
    every: int
    others: Places | None = None

    def within(self, block: int) -> int:
        """Return the place within a block, from 0."""
        dice = Random(f"{self.seed}:{self.name}:{block}")
        place = dice.randrange(self.every)
        for _ in range(TRIES):
            if self.others is None or not self.others.has(block * self.every + place):
                break
            place = dice.randrange(self.every)
        return place

    def has(self, task: int) -> bool:
        """Whether an item falls on this task of the person, counted from 0."""
        block, place = divmod(task, self.every)
        return self.within(block) == place

    def due(self, done: int) -> int:
        """Return how many items fall on the person's first `done` + 1 tasks."""
        block, place = divmod(done, self.every)
        return block + (self.within(block) <= place)


def drawn(seed: int, ordinals: range, *, revalidation: int, oracle: int) -> tuple[list[int], list[int]]:
    """Return the ordinals that are drawn for re-validation, and those for oracle annotation; no ordinal is in both.

    Shares are in per cent of all ordinals. Each block of 100 / share ordinals has exactly one; where that is no whole
    number, the ends of blocks are rounded so that they keep step with the share.
    """
    for_oracle = {one for block in _blocks(ordinals, oracle) for one in _one_of(seed, "oracle", block, set())}
    # Blocks at the ends reach beyond the ordinals: what is drawn there for oracles must not be drawn here.
    taken = for_oracle | {
        one
        for mine in _blocks(ordinals, revalidation)
        for block in _blocks(mine, oracle)
        for one in _one_of(seed, "oracle", block, set())
    }
    again = [one for block in _blocks(ordinals, revalidation) for one in _one_of(seed, "revalidation", block, taken)]
    return [one for one in again if one in ordinals], sorted(one for one in for_oracle if one in ordinals)


def _blocks(ordinals: range, percent: int) -> Iterator[range]:
    """The blocks in which any of these ordinals is; none for a share of 0."""
    if percent <= 0 or not ordinals:
        return
    length = Fraction(100, percent)
    for block in range(int(ordinals[0] // length), int(ordinals[-1] // length) + 1):
        yield range(_start(block, length), _start(block + 1, length))


def _start(block: int, length: Fraction) -> int:
    exact = block * length
    return -(-exact.numerator // exact.denominator)


def _one_of(seed: int, name: str, block: range, taken: set[int]) -> list[int]:
    """One ordinal of the block that is not taken; none where all are."""
    free = [one for one in block if one not in taken]
    return [Random(f"{seed}:{name}:{block.start}").choice(free)] if free else []
