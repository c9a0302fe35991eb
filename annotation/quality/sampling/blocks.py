"""Seeded sampling of claims for repeated annotation, in blocks per annotator. No database access.

Each annotator's verifications are cut into blocks as they come in; in each block the same number is repeated, at places
drawn by the seed. So everybody's share of repeated work is their share of the work (paper, section 3.2), and whoever
looks at their own list finds no rhythm in it.
"""

from __future__ import annotations

import random
from fractions import Fraction

TWO_WAY, THREE_WAY = 2, 3
# Of three repeated verifications two are done by two people and one by three (paper, section 3.2: 66 % and 33 %).
PATTERN = (TWO_WAY, TWO_WAY, THREE_WAY)


def annotators_per_item(*, seed: int, annotator: int, ordinal: int, rate: Fraction) -> int:
    """Return how many people are to verify this claim: 1, 2 or 3.

    `ordinal` counts, from 0, the claims that the annotator was the first to verify; `rate` is the share that is
    repeated, from 0 to 1. A block holds len(PATTERN) / rate verifications; where that is no whole number the blocks'
    ends are rounded so that they keep step with the rate.
    """
    if rate <= 0:
        return 1
    length = Fraction(len(PATTERN)) / min(rate, Fraction(1))
    block = ordinal // length
    start, end = _start(block, length), _start(block + 1, length)
    places = random.Random(f"{seed}:{annotator}:{block}").sample(range(end - start), len(PATTERN))
    drawn = dict(zip(places, PATTERN, strict=True))
    return drawn.get(ordinal - start, 1)


def _start(block: int, length: Fraction) -> int:
    """The first ordinal of a block: its exact beginning, rounded up."""
    exact = block * length
    return -(-exact.numerator // exact.denominator)
