"""Reporting a claim instead of verifying it (paper, section 7.10.1)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import Invalid
from annotation.projects.data_version import bump
from annotation.vocabulary.operation_names import OwnOperation
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import end, require_open
from annotation.work.guided_examples import refuse_guided
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.work.operations import note as log
from annotation.work.skipping import LONGEST_NOTE
from annotation.workflows.claim_verification.models import Report, ReportReason


@transaction.atomic
def report(*, assignment: Assignment, reasons: Sequence[str], note: str = "") -> Report:
    """Close the assignment as reported and offer the claim to nobody until a manager decides.

    At least one of ReportReason. Others who hold the claim may finish; their verdicts are kept, and released when the
    claim is put back. Reporting twice finds the first report. Raises Invalid and AssignmentClosed.
    """
    refuse_guided(assignment)
    Assignment.objects.select_for_update().get(pk=assignment.pk)
    known = Report.objects.filter(assignment=assignment).first()
    if known is not None:
        return known
    note = note.strip()
    chosen = _checked(reasons, note)
    require_open(assignment)
    if not end(assignment, AssignmentState.REPORTED, timezone.now()):
        # One that ran out gave its place up already.
        Assignment.objects.filter(pk=assignment.pk).update(state=AssignmentState.REPORTED)
        assignment.state = AssignmentState.REPORTED
    # Not gold: what one candidate says of it must not take it from the others.
    offered = Task.objects.filter(pk=assignment.task_id, withdrawn_at__isnull=True, phase=Phase.PRODUCTION)
    offered.update(withdrawn_at=timezone.now())
    log(assignment, OwnOperation.REPORT, value=", ".join(chosen))
    bump(assignment.project_id, assignment.person_id)
    claim = assignment.task.verification_item.claim
    assert claim is not None  # its tasks have one
    return Report.objects.create(assignment=assignment, claim=claim, reasons=chosen, note=note)


def _checked(reasons: Sequence[str], note: str) -> list[str]:
    """The reasons in the order in which they are offered, each once."""
    unknown = [reason for reason in reasons if reason not in ReportReason.values]
    if unknown or not reasons:
        known = ", ".join(ReportReason.values)
        sentence = _("Choose at least one of the reasons: %(known)s.") % {"known": known}
        raise Invalid(_("Say why you report this claim."), {"reasons": [sentence]})
    if len(note) > LONGEST_NOTE:
        too_long = _("This note is too long: %(limit)d characters are the most.") % {"limit": LONGEST_NOTE}
        raise Invalid(too_long, {"note": [too_long]})
    return [reason for reason in ReportReason.values if reason in reasons]
