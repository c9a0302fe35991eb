"""Submitting a verification, exactly once."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError, AssignmentClosed, Invalid
from annotation.work.assignment import renew
from annotation.work.models import Assignment, AssignmentState
from annotation.work.operations import NewOperation, finish, record
from annotation.workflows.claim_verification.models import Evidence, EvidenceSet, Verification
from corpus.content_hash import content_hash
from corpus.context import context_ids
from corpus.element_id import BadElementId, parse
from corpus.elements import Page, UnknownElement
from corpus.models import Corpus, StoredPage
from corpus.store import PageNotFound, get_page

PAGES_KEPT = 256


@dataclass(frozen=True, slots=True)
class Pinned:
    """An element as the corpus holds it now: its context, its page's version, a hash of its words."""

    element_id: str
    context: list[str]
    page_title: str
    page_revision: int | None
    content_hash: str


def submit(
    *,
    assignment: Assignment,
    client_id: uuid.UUID,
    verdict: str,
    challenge: str,
    evidence_sets: Sequence[Sequence[str]],
    operations: Sequence[NewOperation] = (),
) -> tuple[Verification, bool]:
    """Store the verification, write `finish`, close the assignment. Returns it and whether this call stored it.

    The input has passed `rules.problems`. The same `client_id` finds the first answer, whenever and however often it
    is sent. Raises Invalid (elements that the corpus does not have), LeaseLost, AssignmentClosed and AnnotationError
    `client_id_taken`; the draft and the operations stay in every case.
    """
    known = _already(assignment, client_id)
    if known is not None:
        return known, False
    pinned = pin(assignment.project.corpus, evidence_sets)
    record(assignment=assignment, operations=operations)
    try:
        return _store(assignment, client_id, verdict, challenge, pinned)
    except IntegrityError:
        known = _already(assignment, client_id)  # another person's browser used this id a moment ago
        if known is None:
            raise
        return known, False


def pin(corpus: Corpus, evidence_sets: Sequence[Sequence[str]]) -> list[list[Pinned]]:
    """Every element with its context and page version. Raises Invalid naming all the elements that are not there."""
    pins: dict[str, Pinned] = {}
    unknown: list[str] = []
    titles: dict[str, str] = {}
    for element_id in dict.fromkeys(element_id for ids in evidence_sets for element_id in ids):
        try:
            titles[element_id] = parse(element_id).page
        except BadElementId:
            unknown.append(element_id)
    # A page reached over a redirect has another title than the id, and so no such element: titles are taken as written.
    found = StoredPage.objects.filter(corpus=corpus, title__in=set(titles.values()))
    rows = {row.title: row for row in found.only("title", "revision", "content_hash")}
    for element_id, title in titles.items():
        try:
            pins[element_id] = _pin(corpus, rows[title], element_id)
        except (KeyError, PageNotFound, UnknownElement):
            unknown.append(element_id)
    if unknown:
        message = _("This corpus has no element %(ids)s. Remove it from your evidence and select it again.") % {
            "ids": ", ".join(f"“{element_id[:200]}”" for element_id in unknown)
        }
        raise Invalid(message, {"evidence_sets": [message]})
    return [[pins[element_id] for element_id in ids] for ids in evidence_sets]


def _pin(corpus: Corpus, row: StoredPage, element_id: str) -> Pinned:
    page = _page(corpus, row.title, row.pk, row.content_hash)
    context = context_ids(page, element_id)
    return Pinned(element_id, context, row.title, row.revision, content_hash(page, element_id))


@lru_cache(maxsize=PAGES_KEPT)
def _page(corpus: Corpus, title: str, _pk: int, _hash: str) -> Page:
    """The page as it is: row and hash in the key make a replaced page another entry."""
    return get_page(corpus, title)


def _already(assignment: Assignment, client_id: uuid.UUID) -> Verification | None:
    """The verification that this client id made. Raises AnnotationError if it was made for another assignment."""
    known = Verification.objects.filter(client_id=client_id).first()
    if known is not None and known.assignment_id != assignment.pk:
        raise AnnotationError("client_id_taken", _("This submission id was used before. Submit again."), 409)
    return known


@transaction.atomic
def _store(
    assignment: Assignment, client_id: uuid.UUID, verdict: str, challenge: str, pinned: list[list[Pinned]]
) -> tuple[Verification, bool]:
    # From here on a second arrival waits: for this row on PostgreSQL, for the whole database on SQLite.
    Assignment.objects.select_for_update().get(pk=assignment.pk)
    known = _already(assignment, client_id)
    if known is not None:
        return known, False
    renew(assignment)
    claim = assignment.task.claim
    assert claim is not None  # the database holds it: task_subject_fits_kind
    verification = Verification.objects.create(
        assignment=assignment,
        claim=claim,
        client_id=client_id,
        verdict=verdict,
        challenge=challenge,
    )
    _store_evidence(verification, pinned)
    finish(assignment)
    now = timezone.now()
    held = Assignment.objects.filter(pk=assignment.pk, state=AssignmentState.HELD)
    if not held.update(state=AssignmentState.SUBMITTED, ended_at=now):
        raise AssignmentClosed(_("This claim was closed a moment ago in another window. What you did is kept."))
    assignment.state, assignment.ended_at = AssignmentState.SUBMITTED, now
    return verification, True


def _store_evidence(verification: Verification, pinned: list[list[Pinned]]) -> None:
    sets = EvidenceSet.objects.bulk_create(
        EvidenceSet(verification=verification, position=position) for position in range(len(pinned))
    )
    Evidence.objects.bulk_create(
        Evidence(
            evidence_set=evidence_set,
            position=position,
            element_id=pin.element_id,
            context=pin.context,
            page_title=pin.page_title,
            page_revision=pin.page_revision,
            content_hash=pin.content_hash,
        )
        for evidence_set, elements in zip(sets, pinned, strict=True)
        for position, pin in enumerate(elements)
    )
