"""Cells without a trained model: a logistic regression over the features of `features.py`, in plain Python."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from baseline.cells.features import NAMES, features
from baseline.cells.table_words import table_words
from baseline.words import ClaimWords
from corpus.elements import List, Table

WEIGHTS = Path(__file__).with_name("weights.toml")


@dataclass(frozen=True, slots=True)
class Profile:
    """Weights in the order of NAMES. `headers` says whether header cells may be chosen."""

    headers: bool
    threshold: float
    intercept: float
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ScoredCell:
    """A cell's local id with the probability that it is evidence, and its text."""

    id: str
    score: float
    text: str


@lru_cache(maxsize=1)
def profiles() -> Mapping[str, Profile]:
    """The profiles that can be named in `baseline.toml`."""
    data = tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))
    return {
        name: Profile(one["headers"], one["threshold"], one["intercept"], tuple(one["weights"][key] for key in NAMES))
        for name, one in data.items()
    }


def lexical_cells(claim: ClaimWords, holder: Table | List, profile: Profile) -> list[ScoredCell]:
    """The cells of a table, or items of a list, above the profile's threshold, best first. None without words."""
    if not claim.folded:
        return []
    found = []
    for one in features(claim, table_words(holder)):
        if one.square.is_header and not profile.headers:
            continue
        score = _probability(one.features, profile)
        if score >= profile.threshold and one.square.stems:
            found.append(ScoredCell(one.square.id, score, one.square.text))
    return sorted(found, key=lambda cell: -cell.score)


def _probability(values: tuple[float, ...], profile: Profile) -> float:
    total = profile.intercept + sum(map(float.__mul__, values, profile.weights))
    return 1 / (1 + math.exp(-max(min(total, 30.0), -30.0)))
