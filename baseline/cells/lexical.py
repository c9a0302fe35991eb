"""Lexical cell scorer: logistic regression over the features of `features.py`.

A profile may look twice: the second regression knows also what the first said of the row, the column and the table
(`surroundings.py`).
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from baseline.cells import surroundings
from baseline.cells.features import NAMES, Scored, features
from baseline.cells.table_words import Square, table_words
from baseline.config import CELL_WEIGHTS
from baseline.words import STOP_STEMS, ClaimWords
from corpus.page.elements import List, Page, Table

FARTHEST = 12.0  # a logit that is as good as certain


@dataclass(frozen=True, slots=True)
class Look:
    """A logistic regression; `weights` in the order of the features' NAMES, in a second look those of around after."""

    intercept: float
    weights: tuple[float, ...]

    def logits(self, cells: Sequence[Sequence[float]] | NDArray[np.float64]) -> list[float]:
        """Intercept + weighted sum of the values of each cell; `cells` is (cells, weights)."""
        values = np.array(cells, dtype=np.float64).reshape(len(cells), len(self.weights))
        found: list[float] = (self.intercept + (values * self.weights).sum(axis=1)).tolist()
        return found


@dataclass(frozen=True, slots=True)
class Profile:
    """`headers` says whether header cells may be chosen."""

    headers: bool
    first: Look
    second: Look | None = None


@dataclass(frozen=True, slots=True)
class ScoredCell:
    """A cell's local id with the probability that it is evidence, and its text."""

    id: str
    score: float
    text: str


class CellScorer(Protocol):
    """Scorer of the cells of one table: the lexical one, or a trained one."""

    def __call__(self, claim: ClaimWords, page: Page, holder: Table | List) -> list[ScoredCell]:
        """The cells that may be chosen, best first."""


@lru_cache(maxsize=1)
def profiles() -> Mapping[str, Profile]:
    """Read the shipped regressions, by the names of the networks that do the same (`network.py`)."""
    return {
        name: Profile(
            one["headers"],
            _look(one, NAMES),
            _look(one["second"], (*NAMES, *(f"around_{key}" for key in surroundings.NAMES)))
            if "second" in one
            else None,
        )
        for name, one in tomllib.loads(CELL_WEIGHTS.read_text(encoding="utf-8")).items()
    }


def _look(data: Mapping[str, Any], names: Sequence[str]) -> Look:
    return Look(data["intercept"], tuple(data["weights"][key] for key in names))


def lexical_cells(
    claim: ClaimWords, holder: Table | List, profile: Profile, threshold: float = 0.0
) -> list[ScoredCell]:
    """Select the cells of a table, or items of a list, from this probability on, best first."""
    chances = ((square, chance_of(logit)) for square, logit in cell_logits(claim, holder, profile) if logit is not None)
    found = [ScoredCell(square.id, chance, square.text) for square, chance in chances if chance >= threshold]
    return sorted(found, key=lambda cell: -cell.score)


def cell_logits(claim: ClaimWords, holder: Table | List, profile: Profile) -> list[tuple[Square, float | None]]:
    """Compute the logit of every cell, None for those that are never chosen; empty for a claim without words."""
    if not claim.folded:
        return []
    scored = features(claim, table_words(holder))
    may_be = [bool(one.square.stems) and (profile.headers or not one.square.is_header) for one in scored]
    logits = profile.first.logits([one.features for one in scored])
    if profile.second is not None:
        logits = profile.second.logits(second_features(claim, scored, logits, may_be))
    return [(one.square, logit if chosen else None) for one, logit, chosen in zip(scored, logits, may_be, strict=True)]


def second_features(
    claim: ClaimWords, scored: Sequence[Scored], logits: Sequence[float], may_be: Sequence[bool]
) -> list[tuple[float, ...]]:
    """Features of the second look: those of the first, and the first look's scores around the cell."""
    words = set(claim.stems) - STOP_STEMS or set(claim.stems)
    chances = [chance_of(logit) if chosen else 0.0 for logit, chosen in zip(logits, may_be, strict=True)]
    seen = surroundings.around([one.square for one in scored], [*map(kept_near, logits)], chances, words)
    return [(*one.features, *more) for one, more in zip(scored, seen, strict=True)]


def kept_near(logit: float) -> float:
    """Clip a logit to -12 ... 12."""
    return max(-FARTHEST, min(FARTHEST, logit))


def chance_of(logit: float) -> float:
    """1 / (1 + exp(-logit))."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))
