"""Changing a verification that was submitted. Every change is a revision; the earlier ones stay as they are.

The log goes on: what is done in an edit is the sitting of the same number as the revision, ended by a `finish` of its
own, and a release has the first sitting alone (paper, section 7.1: `time` counts from `start`).
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.evidence.rules import Dropped, EvidenceSets
from annotation.projects.data_version import bump
from annotation.work.models import Assignment, AssignmentState
from annotation.work.operations import PROGRAM, NewOperation, finish, record
from annotation.workflows.claim_verification import extension_points
from annotation.workflows.claim_verification.draft_schema import default_colour
from annotation.workflows.claim_verification.log_reconciliation import missing_operations
from annotation.workflows.claim_verification.models import Report, ReportDecision, RevisionRequest, Verification
from annotation.workflows.claim_verification.storage import Look, PinnedWork, already, pinned_work, store


def edit(
    *,
    assignment: Assignment,
    client_id: uuid.UUID,
    base_revision: int,
    verdict: str,
    challenge: str,
    evidence_sets: EvidenceSets,
    dropped_context: Sequence[Dropped] = (),
    looks: Sequence[Look] = (),
    operations: Sequence[NewOperation] = (),
    browser: str = PROGRAM,
) -> Verification:
    """Make this the current revision, and return it. What changes nothing makes none, and returns the current one.

    The input has passed `rules.problems`. The same `client_id` finds the revision that it made. Raises Invalid as
    `submit`, and AnnotationError `revision_conflict` (it was changed from another window), `edit_closed` (it was not
    submitted, or too long ago) and `client_id_taken`. The operations are kept in every case but the last two.
    """
    known = already(assignment, client_id)
    if known is not None:
        return known
    refuse_closed(assignment)
    work = pinned_work(
        project=assignment.project,
        verdict=verdict,
        challenge=challenge,
        evidence_sets=evidence_sets,
        dropped_context=dropped_context,
        looks=looks,
    )
    record(assignment=assignment, operations=operations, browser=browser)
    try:
        return _store(assignment, client_id, base_revision, work)
    except IntegrityError:
        known = already(assignment, client_id)  # the same id arrived a moment ago, for another assignment perhaps
        if known is None:
            raise
        return known


def current_of(assignment: Assignment) -> Verification | None:
    """The current revision; None before anything was submitted."""
    return Verification.objects.filter(assignment=assignment, is_current=True).first()


def editable_until(assignment: Assignment) -> datetime | None:
    """The end of the time for changes, counted from the first submission; None where there is no end: the project sets
    none, or it was sent back after that time and is not answered yet."""
    hours = assignment.project.edit_hours
    until = assignment.ended_at + timedelta(hours=hours) if hours and assignment.ended_at else None
    is_over = until is not None and until <= timezone.now()
    return None if is_over and _open_requests(assignment).exists() else until


def is_editable(assignment: Assignment) -> bool:
    """Return whether the person may still change what they submitted."""
    return not _why_closed(assignment)


def refuse_closed(assignment: Assignment) -> None:
    """Raises AnnotationError `edit_closed` unless it may be changed."""
    reason = _why_closed(assignment)
    if reason:
        raise AnnotationError("edit_closed", reason, 409)


def _why_closed(assignment: Assignment) -> str:
    if assignment.state != AssignmentState.SUBMITTED:
        return _("This claim has not been submitted yet: there is nothing to change.")
    until = editable_until(assignment)
    if until is not None and until <= timezone.now():
        message = _("The time for changes is over: this project allows them for %(hours)d hours. It stays as it is.")
        return message % {"hours": assignment.project.edit_hours}
    if not Verification.objects.filter(assignment=assignment, is_current=True).exists():
        return _("The claim was corrected after you submitted this. It is another claim now; your submission stays.")
    lock = next(filter(None, (why_locked(assignment) for why_locked in extension_points.edit_locks)), "")
    if lock:
        return lock
    if Report.objects.filter(claim=assignment.task.claim_id, decision=ReportDecision.RETIRED).exists():
        return _("This claim was retired. Your submission stays as it is.")
    return ""


@transaction.atomic
def _store(assignment: Assignment, client_id: uuid.UUID, base_revision: int, work: PinnedWork) -> Verification:
    # From here on a second edit waits: for this row on PostgreSQL, for the whole database on SQLite.
    Assignment.objects.select_for_update().get(pk=assignment.pk)
    known = already(assignment, client_id)
    if known is not None:
        return known
    current = Verification.objects.get(assignment=assignment, is_current=True)
    if current.revision != base_revision:
        message = _("This verification was changed in another window. Load it again to go on from there.")
        newest = _("The current revision is %(number)d.") % {"number": current.revision}
        raise AnnotationError("revision_conflict", message, 409, {"base_revision": [newest]})
    if _as_stored(current) == _as_given(work):
        return current
    Verification.objects.filter(pk=current.pk).update(is_current=False)
    bump(assignment.project_id, assignment.person_id)
    edited = store(assignment=assignment, client_id=client_id, work=work, revision=current.revision + 1)
    finish(assignment, gap=partial(missing_operations, work=work))
    _open_requests(assignment).update(resolved_at=timezone.now())
    return edited


def _open_requests(assignment: Assignment) -> QuerySet[RevisionRequest]:
    return RevisionRequest.objects.filter(assignment=assignment, resolved_at__isnull=True)


def _as_given(work: PinnedWork) -> object:
    sets = [
        (
            look.get("name", ""),
            look.get("colour") or default_colour(position),
            [(one.element_id, one.content_hash, one.context, list(one.dropped)) for one in elements],
        )
        for position, (look, elements) in enumerate(zip(work.looks, work.sets, strict=True))
    ]
    return work.verdict, work.challenge, sets


def _as_stored(verification: Verification) -> object:
    rows = verification.evidence_sets.prefetch_related("evidence")
    sets = [
        (
            one.name,
            one.colour or default_colour(position),
            [(row.element_id, row.content_hash, row.context, row.dropped) for row in one.evidence.all()],
        )
        for position, one in enumerate(rows)
    ]
    return verification.verdict, verification.challenge, sets
