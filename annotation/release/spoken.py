"""A verification or an adjudication as a release reads it: the two are stored differently and written alike."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.adjudication.models import Adjudication
from annotation.release.rule import Choice, Source
from annotation.workflows.claim_generation.models import Claim
from annotation.workflows.claim_verification.models import Verification


@dataclass(frozen=True, slots=True)
class Piece:
    """One element of a set, with the context and the words it was pinned with."""

    element_id: str
    context: tuple[str, ...]
    page_title: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """What is released of a claim. `assignment`: whose log goes with it; None where the evidence is no annotator's."""

    claim: Claim
    verdict: str
    challenge: str
    sets: list[list[Piece]]
    assignment: int | None
    source: Source


def spoken(claim: Claim, choice: Choice[Verification] | Choice[Adjudication]) -> Spoken:
    """What was chosen for the claim. Sets and evidence of a verification are to be prefetched."""
    said = choice.speaks
    sets = _of_adjudication(said) if isinstance(said, Adjudication) else _of_verification(said)
    return Spoken(claim, said.verdict, said.challenge, sets, _assignment(said), choice.source)


def _assignment(said: Verification | Adjudication) -> int | None:
    if isinstance(said, Verification):
        return said.assignment_id
    return said.chosen.assignment_id if said.chosen else None


def _of_verification(verification: Verification) -> list[list[Piece]]:
    return [
        [Piece(one.element_id, tuple(one.context), one.page_title, one.content_hash) for one in each.evidence.all()]
        for each in verification.evidence_sets.all()
    ]


def _of_adjudication(adjudication: Adjudication) -> list[list[Piece]]:
    return [
        [Piece(one["element_id"], tuple(one["context"]), one["page_title"], one["content_hash"]) for one in each]
        for each in adjudication.evidence_sets
    ]
