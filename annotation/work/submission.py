"""Store submitted work exactly once, and close its log and its assignment with it. The same for every workflow."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError, AssignmentClosed
from annotation.projects.data_version import bump
from annotation.vocabulary.tasks import Phase
from annotation.work import extension_points
from annotation.work.assignment import renew
from annotation.work.chains import join_chain
from annotation.work.guidelines import version_followed
from annotation.work.models import Assignment, AssignmentState, Operation, Submission
from annotation.work.operations import PROGRAM, LogTail, NewOperation, closing_tail, record
from annotation.work.registry import workflow_of
from annotation.work.workflow import Storage

Work = TypeVar("Work")


def submit(
    *,
    assignment: Assignment,
    client_id: uuid.UUID,
    operations: Sequence[NewOperation] = (),
    browser: str = PROGRAM,
    **content: Any,
) -> tuple[Any, bool]:
    """Store the work, write `finish` and close the assignment. Returns what was stored and whether this call stored it.

    `content` is what the workflow's submission serializer returns. The same `client_id` finds the first answer,
    whenever and however often it is sent. Raises Invalid, LeaseLost, AssignmentClosed, UnknownWorkflow and
    AnnotationError `client_id_taken`; the draft and the operations stay in every case.
    """
    storage: Storage[Any, Any] = workflow_of(assignment).storage
    find = partial(already_stored, storage, assignment, client_id)
    if assignment.state != AssignmentState.HELD:  # it may have arrived before; `submit_once` looks again
        known = find()
        if known is not None:
            return known, False
    work = storage.prepare(assignment, content)
    gap = partial(storage.missing_operations, work=work)
    try:
        return submit_once(
            assignment,
            known=find,
            tail=lambda: closing_tail(assignment, operations, browser, gap=gap),
            store=lambda: _store_first(storage, assignment, client_id, work),
            keep_operations=lambda: record(assignment=assignment, operations=operations, browser=browser),
        )
    except IntegrityError as error:
        storage.explain(assignment, work, error)
        raise


def already_stored(storage: Storage[Any, Any], assignment: Assignment, client_id: uuid.UUID) -> Any:
    """Return what this client id stored, or None. Raises AnnotationError if it was used for another assignment."""
    known = Submission.objects.filter(client_id=client_id).first()
    if known is None:
        return None
    if known.assignment_id != assignment.pk:
        raise AnnotationError("client_id_taken", _("This submission id was used before. Submit again."), 409)
    return storage.load(known)


def store_revision(
    storage: Storage[Any, Any], assignment: Assignment, client_id: uuid.UUID, work: Any, revision: int = 1
) -> Any:
    """Write one revision, as the current one. Call it in a transaction that holds the assignment."""
    submission = Submission.objects.create(
        assignment=assignment,
        client_id=client_id,
        revision=revision,
        guidelines_version=version_followed(assignment.project_id, assignment.person_id, assignment.kind),
    )
    return storage.store(submission, work)


def _store_first(storage: Storage[Any, Any], assignment: Assignment, client_id: uuid.UUID, work: Any) -> Any:
    stored = store_revision(storage, assignment, client_id, work, _first_revision(assignment))
    for step in extension_points.after_submission:
        step(stored)
    opens = workflow_of(assignment).opens
    if opens is not None:
        join_chain(stored.submission, opens(stored))
    return stored


def _first_revision(assignment: Assignment) -> int:
    """1, but for a guided example that was taken again (`assignment.take_again`): then the next number."""
    if assignment.task.phase != Phase.GUIDED:
        return 1
    earlier = Submission.objects.filter(assignment=assignment)
    earlier.update(is_current=False)
    return earlier.count() + 1


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
