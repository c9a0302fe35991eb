"""A claim as an adjudicator reads it: its annotators without names, their evidence, and all of it in one table."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from annotation.claims.models import Claim
from annotation.evidence.excerpts import excerpts
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.adjudication.queue import letters
from annotation.quality.workflows.claim_verification.revision_requests import why_it_stays
from annotation.work.counted import counted
from annotation.workflows.claim_verification.models import RevisionRequest, Verification
from corpus.models import Corpus
from frontend.workflows.claim_verification.evidence_rows import (
    EvidenceRow,
    Passages,
    SetRow,
    contradictions_read,
    sets_of,
)


@dataclass(frozen=True, slots=True)
class Side:
    """One annotator. `returned`: what was sent back to them last, answered or not. `stays`: why it cannot be sent back,
    where somebody asked; empty where it can."""

    letter: str
    verification: Verification
    sets: list[SetRow]
    returned: RevisionRequest | None
    stays: str = ""
    contradictions: list[Passages] = field(default_factory=list)

    @property
    def evidence(self) -> tuple[frozenset[str], ...]:
        """The elements of each set."""
        return tuple(frozenset(one.element_id for one in each.evidence) for each in self.sets)

    @property
    def elements(self) -> frozenset[str]:
        return frozenset[str]().union(*self.evidence)


@dataclass(frozen=True, slots=True)
class Piece:
    """An element that somebody chose: by whom, and in which sets of the decision it is."""

    evidence: EvidenceRow
    letters: str
    numbers: list[int]


def sides_of(
    claim: Claim, *, may_send_back: bool = False, with_set_aside: bool = False, notes_before: datetime | None = None
) -> list[Side]:
    """The annotators with a counted verification, by letter; on request also those whose was set aside.

    `notes_before`: what was written to annotators from then on is not shown.
    """
    which = Q(submission__is_current=True) if with_set_aside else counted("submission__")
    rows = list(Verification.objects.filter(which, claim=claim).select_related("submission__assignment"))
    called = letters(rows)
    returns = RevisionRequest.objects.filter(assignment__in=[row.assignment_id for row in rows]).order_by("pk")
    returned = {one.assignment_id: one for one in returns}
    for one in returned.values():
        if notes_before is not None and one.created_at >= notes_before:
            one.note = ""  # for the page alone
    corpus = claim.project.corpus
    sides = [
        Side(
            called[row.pk],
            row,
            sets_of(corpus, row),
            returned.get(row.assignment_id),
            why_it_stays(row) if may_send_back else "",
            contradictions_read(corpus, row),
        )
        for row in rows
    ]
    return sorted(sides, key=lambda side: side.letter)


def pieces_of(sides: list[Side], numbers: dict[str, list[int]]) -> list[Piece]:
    """Every element of theirs, what most chose first, then page by page. `numbers`: element -> its sets so far."""
    rows = {one.element_id: one for side in sides for each in side.sets for one in each.evidence}
    by = {id_: "".join(side.letter for side in sides if id_ in side.elements) for id_ in rows}
    in_order = sorted(rows, key=lambda id_: (-len(by[id_]), by[id_], rows[id_].page_title))
    return [Piece(rows[id_], by[id_], numbers.get(id_, [])) for id_ in in_order]


def decided_sets(decision: Adjudication | None, corpus: Corpus) -> list[list[tuple[str, str, str]]]:
    """The evidence of a decision: (element, its page, its words)."""
    if decision is None:
        return []
    ids = [one["element_id"] for each in decision.evidence_sets for one in each]
    found, _unknown = excerpts(corpus, ids)
    words = {each["id"]: each["text"] for each in found}
    return [
        [(one["element_id"], one["page_title"], words.get(one["element_id"], one["element_id"])) for one in each]
        for each in decision.evidence_sets
    ]
