"""Parsed data set, whatever its format: claims with their verifications and adjudications. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from annotation.release.record import EvidenceSetRecord, OperationRecord

SPLITS = ("train", "dev", "test")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands; lines count from 1."""

    file: Path
    line: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


@dataclass(frozen=True, slots=True)
class Problem:
    """A row that was left out, and what to do about it."""

    place: Place
    remedy: str

    def __str__(self) -> str:
        return f"{self.place}: {self.remedy}"


class BadRow(ValueError):
    """The row cannot be imported; the message names the field and what to do."""


class NoDataSet(Exception):
    """There is nothing to import, or nothing that should be; the message says what was looked for."""


class ByHand(NamedTuple):
    """What an annotator added to the context of an element, and the sentence that they joined with it."""

    added: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()


class PassagePin(NamedTuple):
    """A passage of a recorded contradiction. `content_hash`: of its words when it was recorded; empty: not known."""

    element: str
    content_hash: str = ""
    page_revision: int | None = None


@dataclass(frozen=True, slots=True)
class ParsedEvidence:
    """Evidence sets, with what the data set knows of their elements.

    `hashes`: element -> the hash of its words when it was chosen. `page_revisions`: element -> the revision of its page
    then. `by_hand`: beside `sets`, element -> what the annotator did about its context. `keeps_hashes`: also where the
    corpus does not have the element, since it was not released. `has_context`: whether the data set says what stands
    around the evidence; else the corpus does.
    """

    sets: tuple[EvidenceSetRecord, ...]
    hashes: Mapping[str, str] = field(default_factory=dict)
    page_revisions: Mapping[str, int | None] = field(default_factory=dict)
    by_hand: tuple[Mapping[str, ByHand], ...] = ()
    keeps_hashes: bool = False
    has_context: bool = True


@dataclass(frozen=True, slots=True)
class ParsedVerification:
    """A revision of one annotator's verification of a claim.

    `annotator`: the name that the data set has for them, or one made up. `origin`: what of it has no place of its own
    in the database, and is kept with its log (small JSON without fractions): `fever`, its part of FEVER's evidence;
    `fever_fields`, those of the row in their order, where they are not those of the released files;
    `seconds`, how long it took; `guidelines_version`, of guidelines that are not this project's; `found`, how each
    piece of released evidence was found, and its rank as a suggestion.
    `number`: of the annotation in the data set. `handed_in`: when the first revision was submitted, `submitted`: when
    this one was; the days alone are known, and `turn` is the order of the annotators of a claim within a day.
    """

    annotator: str
    verdict: str
    challenge: str
    evidence: ParsedEvidence
    operations: tuple[OperationRecord, ...] = ()
    handed_in: datetime | None = None
    submitted: datetime | None = None
    turn: int = 0
    number: int | None = None
    revision: int = 1
    is_current: bool = True
    origin: Mapping[str, Any] = field(default_factory=dict)
    unsure: bool = False
    set_labels: tuple[str, ...] = ()  # beside the evidence sets, where each had a label
    contradictions: tuple[tuple[PassagePin, PassagePin], ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedAdjudication:
    """What was decided of a claim whose annotators disagreed. `claim`: its number; `chosen`: the number of the
    annotation that was found to be right; None where it is nobody's."""

    place: Place
    claim: int
    adjudicator: str
    revision: int
    is_current: bool
    kind: str
    verdict: str
    challenge: str
    evidence: ParsedEvidence
    error_type: str
    note: str
    chosen: int | None = None
    decided: datetime | None = None
    turn: int = 1
    stands: bool = True
    is_blind: bool = True


@dataclass(frozen=True, slots=True)
class ParsedReport:
    """A report of a claim, with what was decided of it."""

    place: Place
    claim: int
    annotator: str
    reasons: tuple[str, ...]
    note: str
    decision: str
    decision_note: str
    reported: datetime | None = None


@dataclass(frozen=True, slots=True)
class ParsedHighlight:
    """What a claim was written about; `number` is the same for all claims of one highlight."""

    number: int
    kind: str
    page: str
    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParsedOrigin:
    """How a claim came about. `mutated_claim`: the number of the claim it is a mutation of."""

    claim_type: str = ""
    mutation: str = ""
    mutated_claim: int | None = None
    intended_label: str = ""
    expected_challenge: str = ""
    writer: str = ""
    highlight: ParsedHighlight | None = None


@dataclass(frozen=True, slots=True)
class ParsedClaim:
    """A claim of the data set, with all that was said of it. `label` is that of its row; empty where it has none.

    `origin`: None where the data set does not know it.
    """

    place: Place
    id: int
    text: str
    label: str = ""
    challenge: str = ""
    split: str = ""
    verifications: tuple[ParsedVerification, ...] = ()
    origin: ParsedOrigin | None = None
    is_qa_sample: bool = False


def split_of(path: Path) -> str:
    """The side of a split that a file's name speaks of; empty where it names none."""
    name = path.stem.casefold()
    if "valid" in name or name.startswith("val"):
        return "dev"
    return next((split for split in SPLITS if split in name), "")
