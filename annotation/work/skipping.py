"""Skip a task for a reason, and withdraw it from the queue after enough skips.

The person is never assigned it again. Others are, until as many people as PEOPLE_TO_WITHDRAW says gave the same reason:
then the task is withdrawn and listed for the manager with its reasons. Objective reasons need fewer people.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Case, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import Invalid
from annotation.projects.data_version import bump
from annotation.vocabulary.operation_names import OwnOperation
from annotation.vocabulary.tasks import Phase, TaskKind
from annotation.work.assignment import end, require_open
from annotation.work.models import Assignment, AssignmentState, SkipReason, Task
from annotation.work.operations import note as log

# How many people must skip a task for the same reason before it is withdrawn. Other reasons never withdraw it.
PEOPLE_TO_WITHDRAW = {
    SkipReason.FORMATTING: 1,
    SkipReason.POLITICS: 1,
    SkipReason.NOTHING_VERIFIABLE: 2,
    SkipReason.OTHER: 3,
}
# What may be said of a highlight, and what of a claim; a claim in which nothing can be verified is reported.
REASONS_FOR: dict[str, tuple[SkipReason, ...]] = {
    TaskKind.CLAIM_GENERATION: (
        SkipReason.FORMATTING,
        SkipReason.NOTHING_VERIFIABLE,
        SkipReason.POLITICS,
        SkipReason.OTHER,
    ),
    TaskKind.CLAIM_VERIFICATION: (
        SkipReason.FORMATTING,
        SkipReason.POLITICS,
        SkipReason.PERSONAL,
        SkipReason.OTHER,
    ),
}
LONGEST_NOTE = 2_000


@transaction.atomic
def skip(*, assignment: Assignment, reason: str, note: str = "") -> bool:
    """Skip the task. Returns whether this withdrew it from the queue.

    A second call keeps the first reason. "Another reason" needs a note. REASONS_FOR lists the reasons of each
    kind. Raises Invalid and AssignmentClosed.
    """
    assignment.refresh_from_db(fields=["state"])
    if assignment.state == AssignmentState.SKIPPED:
        return False
    note = _checked(reason, note, assignment.kind)
    require_open(assignment)
    words = {"skip_reason": reason, "skip_note": note}
    if not end(assignment, AssignmentState.SKIPPED, timezone.now(), None, **words):
        # An expired one gave its place up already. What ended otherwise, in another window, cannot be skipped.
        expired = Assignment.objects.filter(pk=assignment.pk, state=AssignmentState.EXPIRED)
        if not expired.update(state=AssignmentState.SKIPPED, **words):
            require_open(assignment)
    bump(assignment.project_id, assignment.person_id)
    log(assignment, OwnOperation.SKIP, value=reason)
    return _withdraw_if_enough(assignment.task_id, SkipReason(reason))


def _checked(reason: str, note: str, kind: str) -> str:
    note = note.strip()
    if reason not in REASONS_FOR[kind]:
        raise Invalid(_("Say why you skip this."), {"reason": [_("Choose one of the reasons.")]})
    if reason == SkipReason.OTHER and not note:
        raise Invalid(_("Say why you skip this."), {"note": [_("Write the reason in a few words.")]})
    if len(note) > LONGEST_NOTE:
        too_long = _("This note is too long: %(limit)d characters are the most.") % {"limit": LONGEST_NOTE}
        raise Invalid(too_long, {"note": [too_long]})
    return note


def _withdraw_if_enough(task_id: int, reason: SkipReason) -> bool:
    people = PEOPLE_TO_WITHDRAW.get(reason)
    if people is None:
        return False
    Task.objects.select_for_update().get(pk=task_id)  # two people who skip at once are counted one after the other
    same = Assignment.objects.filter(task_id=task_id, state=AssignmentState.SKIPPED, skip_reason=reason)
    if same.count() < people:
        return False
    open_task = Task.objects.filter(pk=task_id, withdrawn_at__isnull=True)
    # Gold stays with the others, and the answer is the same: nobody is told by it what was gold.
    return open_task.update(withdrawn_at=_gold_or(timezone.now())) == 1


def _gold_or(now: datetime) -> Case:
    return Case(When(phase=Phase.PRODUCTION, then=Value(now)), default=None)


def put_back(task: Task) -> bool:
    """Return a withdrawn task to the queue; returns whether it was withdrawn.

    Earlier skips still count: one more for the same reason withdraws it again, and who skipped it is not assigned it.
    """
    return Task.objects.filter(pk=task.pk, withdrawn_at__isnull=False).update(withdrawn_at=None) == 1
