"""Until when a verification can be changed, and what a change is. `annotation.work.editing` makes the change."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.evidence.storage import PinnedWork
from annotation.work.models import Assignment
from annotation.work.workflow import why_time_is_over
from annotation.workflows.claim_verification.contradictions import contradictions_of
from annotation.workflows.claim_verification.draft_schema import default_colour
from annotation.workflows.claim_verification.models import Report, ReportDecision, RevisionRequest, Verification


def current_of(assignment: Assignment) -> Verification | None:
    """The current revision; None before anything was submitted."""
    return Verification.objects.filter(submission__assignment=assignment, submission__is_current=True).first()


def editable_until(assignment: Assignment) -> datetime | None:
    """The end of the time for changes, counted from the first submission; None where there is no end: the project sets
    none, or it was sent back after that time and is not answered yet."""
    hours = assignment.project.edit_hours
    until = assignment.ended_at + timedelta(hours=hours) if hours and assignment.ended_at else None
    is_over = until is not None and until <= timezone.now()
    return None if is_over and _open_requests(assignment).exists() else until


def not_submitted() -> str:
    """Explain that there is nothing to change yet."""
    return _("This claim has not been submitted yet: there is nothing to change.")


def why_closed(assignment: Assignment) -> str:
    """Explain why a submitted verification cannot be changed any more; empty while it can."""
    if (over := why_time_is_over(assignment)) and not _open_requests(assignment).exists():
        return over
    if not Verification.objects.filter(submission__assignment=assignment, submission__is_current=True).exists():
        return _("The claim was corrected after you submitted this. It is another claim now; your submission stays.")
    of_claim = Report.objects.filter(claim__verification_item__task=assignment.task_id)
    if of_claim.filter(decision=ReportDecision.RETIRED).exists():
        return _("This claim was retired. Your submission stays as it is.")
    return ""


def resolve_requests(assignment: Assignment) -> None:
    """Mark the requests to revise this work as resolved: it was just revised."""
    _open_requests(assignment).update(resolved_at=timezone.now())


def is_same(verification: Verification, work: PinnedWork) -> bool:
    """Return whether the work is what is stored."""
    return _as_stored(verification) == _as_given(work)


def _open_requests(assignment: Assignment) -> QuerySet[RevisionRequest]:
    return RevisionRequest.objects.filter(assignment=assignment, resolved_at__isnull=True)


def _as_given(work: PinnedWork) -> object:
    sets = [
        (
            look.get("name", ""),
            look.get("colour") or default_colour(position),
            look.get("label", ""),
            [
                (one.element_id, one.content_hash, one.context, list(one.dropped), list(one.added), list(one.joined))
                for one in elements
            ],
        )
        for position, (look, elements) in enumerate(zip(work.looks, work.sets, strict=True))
    ]
    pairs = [[one.element_id for one in pair] for pair in work.contradictions]
    return work.verdict, work.challenge, work.unsure, sets, pairs


def _as_stored(verification: Verification) -> object:
    rows = verification.evidence_sets.prefetch_related("evidence")
    sets = [
        (
            one.name,
            one.colour or default_colour(position),
            one.label,
            [
                (row.element_id, row.content_hash, row.context, row.dropped, row.added, row.joined)
                for row in one.evidence.all()
            ],
        )
        for position, one in enumerate(rows)
    ]
    pairs = contradictions_of(verification)
    return verification.verdict, verification.challenge, verification.unsure, sets, pairs
