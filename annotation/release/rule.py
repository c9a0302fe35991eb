"""Choose the verification that a claim is released with. Pure; one rule, named in every manifest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Generic, NamedTuple, Protocol, TypeVar

from annotation.vocabulary.label_set import LabelSet

RULE = (
    "adjudicated > unanimous > single: an adjudicated claim is released as adjudicated; current verifications that all "
    "give one verdict are released by the one submitted first; verifications that a manager set aside count as none, "
    "unless an adjudicator adopted them; claims of calibration are not released, nor claims with a known answer, nor "
    "claims that were reported and neither reinstated nor corrected, nor claims that have no evidence, or evidence "
    "that the corpus no longer has in the words it was chosen for; FEVER has no evidence where there is not enough "
    "information, and its rows are released without"
)
FIRST_COUNTS = (
    "; of a claim whose verifications give several verdicts, and that nobody has adjudicated, the one submitted first "
    "is released"
)


def rule_of(labels: LabelSet, *, first_counts: bool = False) -> str:
    """The rule of a release with these labels: some may need no evidence."""
    rule = RULE + FIRST_COUNTS if first_counts else RULE
    without = [label.value for label in labels if not label.needs_evidence]
    if not without:
        return rule
    return rule.replace("that have no evidence,", f"that have no evidence (but for {', '.join(without)}),")


class Source(StrEnum):
    """Source of a released row: one verification, several that agree in verdict, the first of several that do not, or
    an adjudicator's decision."""

    SINGLE = "single"
    UNANIMOUS = "unanimous"
    FIRST = "first"
    ADJUDICATED = "adjudicated"


class Excluded(StrEnum):
    """Why a claim is not in the release. Each claim counts once, for the first of these that holds."""

    CALIBRATION = "calibration"
    GOLD = "known answer among the work"
    RETIRED = "reported and retired"
    REPORTED = "reported"
    SET_ASIDE = "verifications set aside"
    LEFT_OUT = "verifications left out of this release"
    NOT_VERIFIED = "not verified"
    DISAGREEMENT = "verdicts disagree"
    NO_EVIDENCE = "no evidence"
    EVIDENCE_GONE = "evidence no longer in the corpus"


# These are faults of the data and not of the work: whoever makes a release is told which claims they are.
FAULTS = (Excluded.NO_EVIDENCE, Excluded.EVIDENCE_GONE)
SILENT_GOLD = 3  # annotation.vocabulary.tasks.Phase.SILENT, which this module must not import


class Candidate(Protocol):
    """Input of the rule. Only current verifications are candidates."""

    @property
    def verdict(self) -> str: ...
    @property
    def first_submitted_at(self) -> datetime: ...
    @property
    def pk(self) -> int: ...


C = TypeVar("C", bound=Candidate)
A = TypeVar("A")
S = TypeVar("S")


class Choice(NamedTuple, Generic[S]):
    """Chosen verification, and its source."""

    speaks: S
    source: Source


def excluded_phase(phase: int) -> Excluded | None:
    """Why claims of this phase (`vocabulary.tasks.Phase`) are no matter of the rule: they are there to train people."""
    if phase == 0:
        return None
    return Excluded.GOLD if phase == SILENT_GOLD else Excluded.CALIBRATION


def choose(
    candidates: Sequence[C],
    *,
    adjudicated: A | None = None,
    reported: bool = False,
    retired: bool = False,
    first_counts: bool = False,
    none_left: Excluded = Excluded.NOT_VERIFIED,
) -> Choice[C] | Choice[A] | Excluded:
    """Return the choice for a claim, or the reason there is none. A claim is one row, however many verified it.

    Adjudicated -> the adjudication. Unanimous in verdict -> the earliest (by time, then by number). Several verdicts ->
    the earliest where `first_counts`, else the reason. None -> `none_left`. `reported`: a verifier found that the claim
    should not be verified, and no manager has decided otherwise. `retired`: a manager found so too.
    """
    if retired:
        return Excluded.RETIRED
    if reported:
        return Excluded.REPORTED
    if adjudicated is not None:
        return Choice(adjudicated, Source.ADJUDICATED)
    if not candidates:
        return none_left
    disagree = len({candidate.verdict for candidate in candidates}) > 1
    if disagree and not first_counts:
        return Excluded.DISAGREEMENT
    first = min(candidates, key=lambda candidate: (candidate.first_submitted_at, candidate.pk))
    several = Source.FIRST if disagree else Source.UNANIMOUS
    return Choice(first, several if len(candidates) > 1 else Source.SINGLE)
