"""Evidence scores of AVeriTeC computed by hand, for each of its three scorers.

All strings end in the answer "x". An n-word string that is predicted as it is scores 1 - 0.5 / n^3 (one chunk). Where
two strings share k words in one chunk of p predicted and r gold words: P = k / p, R = k / r, F = P R / (.9 P + .1 R),
less F * 0.5 / k^3. Words are such as have no synonyms or stems in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from annotation.averitec.submissions import Shape

PAPER, TASK, EVALAI = Shape.PAPER, Shape.TASK_2024, Shape.EVALAI


class Case(NamedTuple):
    """Questions of the gold row and of the prediction; by scorer the score, and whether it passes at .25."""

    what: str
    gold: list[str]
    predicted: list[str]
    scores: Mapping[Shape, tuple[float, bool]]


def alike(score: float, *, passes: bool) -> dict[Shape, tuple[float, bool]]:
    return dict.fromkeys(Shape, (score, passes))


def by_divisor(total: float, gold: int, predicted: int) -> dict[Shape, tuple[float, bool]]:
    own, theirs = total / gold, total / predicted
    return {PAPER: (own, own > 0.25), TASK: (own, own > 0.25), EVALAI: (theirs, theirs >= 0.25)}


TWO, THREE, FOUR = (1 - 0.5 / n**3 for n in (2, 3, 4))  # strings of so many words, predicted as they are
X_ONLY = 0.5 * (1 / 2 * 1 / 2) / (0.9 / 2 + 0.1 / 2)  # two words against two, the last one shared: F = .5, one chunk
ANIMALS = "lion zebra giraffe monkey elephant tiger bear wolf penguin falcon crocodile".split()

CASES = [
    Case("one string", ["lion"], ["lion"], alike(TWO, passes=True)),
    Case("three words", ["lion zebra"], ["lion zebra"], alike(THREE, passes=True)),
    Case("four words", ["lion zebra bear"], ["lion zebra bear"], alike(FOUR, passes=True)),
    Case("only the answer is shared", ["lion"], ["bear"], by_divisor(X_ONLY, 1, 1)),
    Case("nothing predicted", ["lion", "bear"], [], alike(0.0, passes=False)),
    Case("in another order", ["lion", "bear"], ["bear", "lion"], alike(TWO, passes=True)),
    Case("one of two", ["lion", "bear"], ["lion"], by_divisor(TWO, 2, 1)),
    Case("one too many", ["lion"], ["lion", "bear"], by_divisor(TWO, 1, 2)),
    Case("one of ten", ["lion"], ANIMALS[:10], by_divisor(TWO, 1, 10)),
    Case(
        "the eleventh counts for EvalAI alone",
        ["lion"],
        [*ANIMALS[1:], "lion"],
        by_divisor(X_ONLY, 1, 1) | {EVALAI: (TWO / 11, False)},
    ),
    Case("nine times nothing, four gold", ["lion", "bear", "wolf", "tiger"], ["lion"], by_divisor(TWO, 4, 1)),
    Case("a pair and a stranger", ["lion", "bear"], ["lion", "wolf"], by_divisor(TWO + X_ONLY, 2, 2)),
]  # fmt: skip
