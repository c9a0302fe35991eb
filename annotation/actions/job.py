"""Background job of an action on many rows, and of undoing it."""

from __future__ import annotations

import time
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.actions.models import Action, ActionState
from annotation.actions.run import AT_ONCE, run, run_undo
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import AnnotationError
from jobs.context import JobContext
from jobs.enqueue import cancel, enqueue, unfinished
from jobs.models import Job
from jobs.registry import job

KIND = "manager_action"
# Between two batches others write: for so many times as long as a batch took, so that few of them ever wait for one.
PAUSES = 20
LONGEST_PAUSE = 1.0  # seconds
RUNS = {ActionState.APPLYING: run, ActionState.UNDOING: run_undo}


def carry_out(action: Action, by: User) -> Job | None:
    """Apply or undo the action: few rows now, many by a job, which is returned."""
    if action.state not in RUNS:
        return None
    if len(action.selected) <= AT_ONCE:
        RUNS[ActionState(action.state)](action)
        return None
    return job_of(action) or enqueue(KIND, project=action.project, arguments={"action": action.pk}, asked_by=by)


def job_of(action: Action) -> Job | None:
    """The waiting or running job of this action."""
    return unfinished(KIND, project=action.project, arguments={"action": action.pk})


@transaction.atomic
def stop(action: Action, by: User) -> bool:
    """Stop the job of an action: rows that were acted on stay so, the others as they were. False if it is over."""
    running = job_of(action)
    if running is None or not cancel(running):
        return False
    # What was undone is undone; the rest of the action can be undone later.
    Action.objects.filter(pk=action.pk, state__in=list(RUNS)).update(state=ActionState.APPLIED)
    record(Act.ACTION_STOPPED, by=by, project=action.project, person=action.person, about=action)
    return True


@job(KIND)
def carry_out_job(context: JobContext) -> dict[str, Any]:
    """Go on with the action until every row has its outcome. Safe to repeat: rows that have one are left out."""
    action = Action.objects.select_related("project").filter(pk=context.arguments["action"]).first()
    if action is None:
        raise AnnotationError("no_action", _("This action is no longer there."))

    began = time.monotonic()

    def progress(done: int, total: int) -> None:
        nonlocal began
        took = time.monotonic() - began
        context.progress(done, total, _("Rows"))
        time.sleep(min(PAUSES * took, LONGEST_PAUSE))
        began = time.monotonic()

    if action.state in RUNS:
        RUNS[ActionState(action.state)](action, context.renew_lease, progress)
    return {"action": action.pk, "rows": action.items.count()}
