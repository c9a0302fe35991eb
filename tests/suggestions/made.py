"""Operations and verifications as the pure parts of suggestions read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from annotation.suggestions.measures import Work


@dataclass(frozen=True)
class Said:
    """One operation."""

    name: str
    value: str
    detail: Mapping[str, Any] = field(default_factory=dict)


def simulated(
    claims: int, seed: int, *, anchored: bool, arms: tuple[str, ...] = ("none", "after", "at_once")
) -> list[Work]:
    """An annotator at so many claims, a third in each arm. The model suggests five elements, two of them right.

    Anchored: where suggestions are shown, takes all of them over and hands in in half the time. Else: chooses the right
    elements and one of their own, whatever is shown, and accepts what they would have chosen.
    """
    dice = Random(f"simulated {seed}")
    works = []
    for claim in range(claims):
        arm = arms[claim % len(arms)]
        right = {f"right {n}" for n in range(2) if dice.random() < 0.8}
        suggested = frozenset({"right 0", "right 1", "wrong 0", "wrong 1", "wrong 2"})
        led = anchored and arm != "none"
        elements = suggested if led else frozenset({*right, "own"})
        taken = elements & suggested if arm != "none" else frozenset()
        works.append(
            Work(
                verification=claim,
                claim=claim,
                person=1,
                arm=arm,
                verdict=dice.choice(["SUPPORTS", "REFUTES"]),
                elements=elements,
                suggested=suggested,
                from_suggestions=len(taken),
                shown=0 if arm == "none" else len(suggested),
                accepted=len(taken),
                dismissed=0,
                seconds=round(dice.lognormvariate(5, 0.4) * (0.5 if led else 1), 3),
                compared=1,
                agreeing=int(dice.random() < 0.8),
            )
        )
    return works
