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


class ByHand(NamedTuple):
    """What an annotator added to the context of an element, and the sentence that they joined with it."""

    added: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()


class PassagePin(NamedTuple):
    """A passage of a recorded contradiction. `content_hash`: of its words when it was recorded; empty: not known."""

    element: str
    content_hash: str = ""


@dataclass(frozen=True, slots=True)
class ParsedVerification:
    """Verification of a claim by one annotator.

    `annotator`: the name that the data set has for them, or one made up. `origin`: what of it has no place of its own
    in the database, and is kept with its log (small JSON without fractions).
    `hashes`: element -> the hash of its words when it was chosen, where the data set knows it.
    `has_context`: whether the data set says what stands around its evidence; else the corpus does.
    `by_hand`: beside `sets`, element -> what the annotator did about its context, where the data set knows it.
    """

    annotator: str
    verdict: str
    challenge: str
    sets: tuple[EvidenceSetRecord, ...]
    operations: tuple[OperationRecord, ...] = ()
    handed_in: datetime | None = None
    origin: Mapping[str, Any] = field(default_factory=dict)
    has_context: bool = True
    hashes: Mapping[str, str] = field(default_factory=dict)
    by_hand: tuple[Mapping[str, ByHand], ...] = ()
    unsure: bool = False
    contradictions: tuple[tuple[PassagePin, PassagePin], ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedAdjudication:
    """What was decided of a claim whose annotators disagreed. `chosen`: whose verification it was, by place in the
    claim's list; None where it is nobody's."""

    adjudicator: str
    kind: str
    verdict: str
    challenge: str
    sets: tuple[EvidenceSetRecord, ...]
    error_type: str
    note: str
    chosen: int | None = None
    decided: datetime | None = None


@dataclass(frozen=True, slots=True)
class ParsedClaim:
    """A claim of the data set, with all that was said of it. `label` is that of its row; empty where it has none."""

    place: Place
    id: int
    text: str
    label: str = ""
    challenge: str = ""
    split: str = ""
    verifications: tuple[ParsedVerification, ...] = ()
    adjudication: ParsedAdjudication | None = None


def split_of(path: Path) -> str:
    """The side of a split that a file's name speaks of; empty where it names none."""
    name = path.stem.casefold()
    if "valid" in name or name.startswith("val"):
        return "dev"
    return next((split for split in SPLITS if split in name), "")
