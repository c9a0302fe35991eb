"""Store work that ended in the past: of an imported data set, or simulated."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db.models import F, OuterRef, QuerySet, Subquery

from annotation.work.models import Assignment, AssignmentState, Operation, Submission, Task
from annotation.work.registry import get_workflow

ROWS = 1_000  # of one INSERT
Work = TypeVar("Work")


@dataclass(frozen=True, slots=True)
class PastWork(Generic[Work]):
    """Submitted work that ended in the past. None of its rows is stored; `log` is chained, its head on `assignment`.

    `work` is what `Storage.prepare` of its workflow returns. Revisions of one piece of work have the same assignment,
    the first has the log of all. `guidelines_version`: None where the guidelines were not this project's.
    """

    assignment: Assignment
    client_id: uuid.UUID
    work: Work
    log: Sequence[Operation]
    revision: int = 1
    is_current: bool = True
    guidelines_version: int | None = None


def past_assignment(
    task: Task, person: int, ended: datetime, state: AssignmentState = AssignmentState.SUBMITTED
) -> Assignment:
    """An assignment, not stored, that the person with this key ended then."""
    return Assignment(
        task=task,
        project_id=task.project_id,
        kind=task.kind,
        person_id=person,
        state=state,
        leased_until=ended,
        ended_at=ended,
        public_id=uuid.uuid4(),
    )


def bulk_submit(kind: str, done: Sequence[PastWork[Any]]) -> list[Any]:
    """Insert the past work of one kind with its assignments and logs; its tasks are stored. Returns what was stored."""
    workflow = get_workflow(kind)
    distinct = {one.assignment.public_id: one.assignment for one in done}
    Assignment.objects.bulk_create(distinct.values(), batch_size=ROWS)
    submissions = Submission.objects.bulk_create(
        (
            Submission(
                assignment=one.assignment,
                client_id=one.client_id,
                revision=one.revision,
                is_current=one.is_current,
                guidelines_version=one.guidelines_version,
            )
            for one in done
        ),
        batch_size=ROWS,
    )
    works = [(submission, one.work) for submission, one in zip(submissions, done, strict=True)]
    if workflow.bulk_store is None:
        stored = [workflow.storage.store(submission, work) for submission, work in works]
    else:
        stored = list(workflow.bulk_store(works))
    Operation.objects.bulk_create((row for one in done for row in one.log), batch_size=ROWS)
    return stored


def date_back(assignments: QuerySet[Assignment]) -> None:
    """Set the times of past work, where Django wrote the present: `leased_until` holds when each assignment began."""
    assignments.update(created_at=F("leased_until"))
    ended = Subquery(Assignment.objects.filter(pk=OuterRef("assignment")).values("ended_at")[:1])
    Submission.objects.filter(assignment__in=assignments).update(created_at=ended)
