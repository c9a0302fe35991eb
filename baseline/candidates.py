"""Candidates passed between stages: frozen values, best first, with their scores.

Scores of one answer can be compared with one another; those of two claims cannot, unless a model gave them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind = Literal["pages", "sentences", "tables", "cells"]
PassageKind = Literal["sentence", "table", "list"]
KINDS: tuple[Kind, ...] = ("pages", "sentences", "tables", "cells")


@dataclass(frozen=True, slots=True)
class StageScore:
    """Rank (from 1) and score that a stage gave a candidate; `stage` is its name."""

    stage: str
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class PageCandidate:
    """A page that may contain evidence. `name` is its mention in the claim, "" without one.

    `stages` are those that ordered the candidate after it was found, first to last, here and below.
    `signals` are what its score was made of, for stages that learn from them: the fields of `config.PageWeights`; empty
    where the retriever has none.
    """

    title: str
    score: float
    name: str = ""
    stages: tuple[StageScore, ...] = ()
    signals: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PassageCandidate:
    """A sentence, or a table or list as a whole (its id then is no evidence, but what cells are looked for in).

    `signals`: the values of `passages.rank.SIGNALS`, or none.
    """

    element: str
    page: str
    kind: PassageKind
    score: float
    text: str
    stages: tuple[StageScore, ...] = ()
    signals: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class CellCandidate:
    """A cell, header cell, caption or list item; `holder` is the id of its table or list.

    `signals`: the values of `cells.selection.SIGNALS`, or none.
    """

    element: str
    holder: str
    score: float
    text: str
    stages: tuple[StageScore, ...] = ()
    signals: tuple[float, ...] = ()


Candidate: TypeAlias = PageCandidate | PassageCandidate | CellCandidate


def identity(candidate: Candidate) -> str:
    """A page's title or the id of an element."""
    return candidate.title if isinstance(candidate, PageCandidate) else candidate.element


def kind_of(candidate: Candidate) -> Kind:
    """What a stage orders with this candidate; lists are among the tables."""
    if isinstance(candidate, PageCandidate):
        return "pages"
    if isinstance(candidate, CellCandidate):
        return "cells"
    return "sentences" if candidate.kind == "sentence" else "tables"


@dataclass(frozen=True, slots=True)
class VerdictCandidate:
    """A label with the model's probability of each label."""

    label: str
    probabilities: dict[str, float]
    model: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One piece of evidence for an annotator: an element id that may stand in an evidence set.

    `stage` is "sentences" or "cells", `model` what put it where it is ("bm25", "lexical" or the name of the last stage
    that ordered it), `version` its settings, `rank` counts from 1 within its stage. `is_shown`: it is above the
    threshold of what annotators are shown; the others fill the budget of predictions. `stages`: its rank and score
    after every stage, the retriever's first.
    """

    element: str
    stage: str
    model: str
    version: str
    rank: int
    score: float
    is_shown: bool = True
    stages: tuple[StageScore, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """Results of all stages for a claim; `notes` are messages for a person (a truncated claim, a missing model)."""

    claim: str
    pages: tuple[PageCandidate, ...] = ()
    sentences: tuple[PassageCandidate, ...] = ()
    tables: tuple[PassageCandidate, ...] = ()
    cells: tuple[CellCandidate, ...] = ()
    verdict: VerdictCandidate | None = None
    suggestions: tuple[Suggestion, ...] = ()
    notes: tuple[str, ...] = ()
