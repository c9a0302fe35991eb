"""Store submitted work exactly once, and close its log and its assignment with it. The same for every workflow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError, AssignmentClosed
from annotation.projects.data_version import bump
from annotation.work.assignment import renew
from annotation.work.models import Assignment, AssignmentState, Operation
from annotation.work.operations import LogTail

Work = TypeVar("Work")


def submit_once(
    assignment: Assignment,
    *,
    known: Callable[[], Work | None],
    tail: Callable[[], LogTail],
    store: Callable[[], Work],
    keep_operations: Callable[[], object],
) -> tuple[Work, bool]:
    """Store the work, append the tail of its log and mark the assignment as submitted, in one transaction.

    `known` returns what an earlier call stored under the same client id, `tail` builds the end of the log as it is
    stored now, `store` writes the work. Returns the work and whether this call stored it. Raises LeaseLost,
    AssignmentClosed, and what `known` and `store` raise; `keep_operations` is called first in each case.
    """
    try:
        return _store(assignment, known, tail(), tail, store)
    except AnnotationError:
        keep_operations()
        raise
    except IntegrityError:
        keep_operations()
        found = known()  # the same submission arrived a moment ago
        if found is None:
            raise
        return found, False


@transaction.atomic
def _store(
    assignment: Assignment,
    known: Callable[[], Work | None],
    prepared: LogTail,
    tail: Callable[[], LogTail],
    store: Callable[[], Work],
) -> tuple[Work, bool]:
    if not _mark_submitted(assignment, prepared):
        found = known()
        if found is not None:
            return found, False
        renew(assignment)  # this locks its row on PostgreSQL, so that its log no longer grows
        if not _mark_submitted(assignment, tail(), is_locked=True):
            raise AssignmentClosed(_("This task was closed a moment ago in another window. What you did is kept."))
    return store(), True


def _mark_submitted(assignment: Assignment, tail: LogTail, *, is_locked: bool = False) -> bool:
    """Mark a held assignment as submitted and append to its log; False if it is not held or its log has grown.

    A concurrent duplicate waits here for the first, on PostgreSQL for this row, on SQLite for the whole database.
    """
    now, head = timezone.now(), tail.rows[-1].chain
    held = Assignment.objects.filter(pk=assignment.pk, state=AssignmentState.HELD)
    if not is_locked:
        held = held.filter(log_head=tail.after)
    if not held.update(state=AssignmentState.SUBMITTED, ended_at=now, log_head=head):
        return False
    bump(assignment.project_id, assignment.person_id)
    Operation.objects.bulk_create(tail.rows)
    assignment.state, assignment.ended_at, assignment.log_head = AssignmentState.SUBMITTED, now, head
    return True
