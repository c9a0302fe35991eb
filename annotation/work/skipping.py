"""Skip a task for a reason, and withdraw it from the queue after enough skips.

The person is never assigned it again. Others are, until as many people as `SkipReason.withdraws_after` gave the same
reason: then the task is withdrawn and listed for the manager with its reasons.
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
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import end, require_open
from annotation.work.guided_examples import refuse_guided
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.work.operations import note as log
from annotation.work.registry import skip_reasons_in, workflow_of
from annotation.work.skip_reasons import SkipReason

LONGEST_NOTE = 2_000


@transaction.atomic
def skip(*, assignment: Assignment, reason: str, note: str = "") -> bool:
    """Skip the task. Returns whether this withdrew it from the queue.

    A second call keeps the first reason. `Workflow.skip_reasons` lists the reasons. Raises Invalid,
    AssignmentClosed.
    """
    refuse_guided(assignment)
    assignment.refresh_from_db(fields=["state"])
    if assignment.state == AssignmentState.SKIPPED:
        return False
    chosen, note = _checked(reason, note, assignment)
    require_open(assignment)
    words = {"skip_reason": chosen.value, "skip_note": note}
    if not end(assignment, AssignmentState.SKIPPED, timezone.now(), None, **words):
        # An expired one gave its place up already. What ended otherwise, in another window, cannot be skipped.
        expired = Assignment.objects.filter(pk=assignment.pk, state=AssignmentState.EXPIRED)
        if not expired.update(state=AssignmentState.SKIPPED, **words):
            require_open(assignment)
    bump(assignment.project_id, assignment.person_id)
    log(assignment, OwnOperation.SKIP, value=chosen.value)
    return _withdraw_if_enough(assignment.task_id, chosen)


def _checked(reason: str, note: str, assignment: Assignment) -> tuple[SkipReason, str]:
    note = note.strip()
    reasons = skip_reasons_in(assignment.project, workflow_of(assignment))
    chosen = next((one for one in reasons if one.value == reason), None)
    if chosen is None:
        raise Invalid(_("Say why you skip this."), {"reason": [_("Choose one of the reasons.")]})
    if chosen.needs_note and not note:
        raise Invalid(_("Say why you skip this."), {"note": [_("Write the reason in a few words.")]})
    if len(note) > LONGEST_NOTE:
        too_long = _("This note is too long: %(limit)d characters are the most.") % {"limit": LONGEST_NOTE}
        raise Invalid(too_long, {"note": [too_long]})
    return chosen, note


def _withdraw_if_enough(task_id: int, reason: SkipReason) -> bool:
    if reason.withdraws_after is None:
        return False
    Task.objects.select_for_update().get(pk=task_id)  # two people who skip at once are counted one after the other
    same = Assignment.objects.filter(task_id=task_id, state=AssignmentState.SKIPPED, skip_reason=reason.value)
    if same.count() < reason.withdraws_after:
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
