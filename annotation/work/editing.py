"""Change submitted work. Every change is a revision; the earlier ones stay as they are. The same for every workflow.

The log goes on: what is done in an edit is the sitting of the same number as the revision, ended by a `finish` of its
own, and a release has the first sitting alone (paper, section 7.1: `time` counts from `start`).
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.projects.data_version import bump
from annotation.work import extension_points
from annotation.work.models import Assignment, AssignmentState, Submission
from annotation.work.operations import PROGRAM, NewOperation, finish, record
from annotation.work.registry import workflow_of
from annotation.work.submission import already_stored, store_revision


def edit(
    *,
    assignment: Assignment,
    client_id: uuid.UUID,
    base_revision: int,
    operations: Sequence[NewOperation] = (),
    browser: str = PROGRAM,
    **content: Any,
) -> Any:
    """Make this the current revision, and return it. What changes nothing makes none, and returns the current one.

    `content` is what the workflow's submission serializer returns. The same `client_id` finds the revision that it
    made. Raises Invalid as `submit`, and AnnotationError `revision_conflict` (it was changed from another window),
    `edit_closed` (it was not submitted, or too long ago) and `client_id_taken`. The operations are kept in every case
    but the last two.
    """
    storage = workflow_of(assignment).storage
    known = already_stored(storage, assignment, client_id)
    if known is not None:
        return known
    refuse_closed(assignment)
    work = storage.prepare(assignment, content)
    record(assignment=assignment, operations=operations, browser=browser)
    try:
        return _store(assignment, client_id, base_revision, work)
    except IntegrityError:
        # The same id arrived a moment ago, for another assignment perhaps.
        known = already_stored(storage, assignment, client_id)
        if known is None:
            raise
        return known


def is_editable(assignment: Assignment) -> bool:
    """Return whether the person may still change what they submitted."""
    return not _why_closed(assignment)


def refuse_closed(assignment: Assignment) -> None:
    """Raise AnnotationError `edit_closed` unless it may be changed."""
    reason = _why_closed(assignment)
    if reason:
        raise AnnotationError("edit_closed", reason, 409)


def _why_closed(assignment: Assignment) -> str:
    editable = workflow_of(assignment).editable
    if editable is None:
        return _("What is submitted in this kind of work stays as it is.")
    if assignment.state != AssignmentState.SUBMITTED:
        return editable.not_submitted()
    locks = (why_locked(assignment) for why_locked in extension_points.edit_locks)
    return editable.why_closed(assignment) or next(filter(None, locks), "")


@transaction.atomic
def _store(assignment: Assignment, client_id: uuid.UUID, base_revision: int, work: Any) -> Any:
    workflow = workflow_of(assignment)
    assert workflow.editable is not None  # `refuse_closed` has raised otherwise
    # From here on a second edit waits: for this row on PostgreSQL, for the whole database on SQLite.
    Assignment.objects.select_for_update().get(pk=assignment.pk)
    known = already_stored(workflow.storage, assignment, client_id)
    if known is not None:
        return known
    current = Submission.objects.get(assignment=assignment, is_current=True)
    if current.revision != base_revision:
        raise _conflict(current)
    stored = workflow.storage.load(current)
    if workflow.editable.is_same(stored, work):
        return stored
    Submission.objects.filter(pk=current.pk).update(is_current=False)
    bump(assignment.project_id, assignment.person_id)
    edited = store_revision(workflow.storage, assignment, client_id, work, current.revision + 1)
    finish(assignment, gap=partial(workflow.storage.missing_operations, work=work))
    workflow.editable.after_edit(assignment)
    return edited


def _conflict(current: Submission) -> AnnotationError:
    message = _("This work was changed in another window. Load it again to go on from there.")
    newest = _("The current revision is %(number)d.") % {"number": current.revision}
    return AnnotationError("revision_conflict", message, 409, {"base_revision": [newest]})
