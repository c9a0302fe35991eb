"""What the stages hand to one another: frozen values, best first, with the score that put them there.

Scores of one answer can be compared with one another; those of two claims cannot, unless a model gave them.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

PassageKind = Literal["sentence", "table", "list"]


@dataclass(frozen=True, slots=True)
class PageCandidate:
    """A page that may hold evidence. `name` is what the claim calls it, "" if the claim does not name it."""

    title: str
    score: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class PassageCandidate:
    """A sentence, or a table or list as a whole (its id then is no evidence, but what cells are looked for in)."""

    element: str
    page: str
    kind: PassageKind
    score: float
    text: str


@dataclass(frozen=True, slots=True)
class CellCandidate:
    """A cell or list item; `holder` is the id of its table or list."""

    element: str
    holder: str
    score: float
    text: str


@dataclass(frozen=True, slots=True)
class VerdictCandidate:
    """A label with the model's probability of each label."""

    label: str
    probabilities: dict[str, float]
    model: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One piece of evidence for an annotator: an element id that may stand in an evidence set.

    `stage` is "sentences" or "cells", `model` what found it ("bm25", "lexical" or the name of weights), `version` its
    settings, `rank` counts from 1 within its stage.
    """

    element: str
    stage: str
    model: str
    version: str
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """Everything that was found for a claim; `notes` are sentences for the person (a cut claim, a missing model)."""

    claim: str
    pages: tuple[PageCandidate, ...] = ()
    sentences: tuple[PassageCandidate, ...] = ()
    tables: tuple[PassageCandidate, ...] = ()
    cells: tuple[CellCandidate, ...] = ()
    verdict: VerdictCandidate | None = None
    suggestions: tuple[Suggestion, ...] = ()
    notes: tuple[str, ...] = ()


def as_json(candidate: Any) -> dict[str, Any]:
    """Any of the above as an object, for a line of output."""
    return asdict(candidate)
