"""Seeded places of hidden items: exactly one in each block of so many, without a rhythm. No database access.

Places are secret as long as the seed is (`Project.qa_seed`): who sees an order of tasks finds no pattern in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random


def place_of(seed: int, name: str, block: int, length: int) -> int:
    """Return the place of the hidden item within a block of `length` tasks, from 0."""
    return Random(f"{seed}:{name}:{block}").randrange(length)


def due(seed: int, name: str, done: int, every: int) -> int:
    """Return how many hidden items fall on the first `done` + 1 tasks of a person: one in each block of `every`."""
    block, place = divmod(done, every)
    return block + (place_of(seed, name, block, every) <= place)


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
