"""Past work of a workflow that stores one submission at a time."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from annotation.models import Assignment, Submission, Task
from annotation.work.models import AssignmentState
from annotation.work.past_work import PastWork, bulk_submit, date_back

pytestmark = pytest.mark.both_databases

ENDED = datetime(2026, 3, 1, 12, tzinfo=UTC)


def past(task: Task, person, answer: str) -> PastWork:
    assignment = Assignment(
        task=task,
        project=task.project,
        kind=task.kind,
        person=person,
        state=AssignmentState.SUBMITTED,
        leased_until=ENDED - timedelta(hours=1),
        ended_at=ENDED,
    )
    return PastWork(assignment, uuid.uuid4(), {"answer": answer}, [])


def test_past_work_is_stored_in_order_and_dated_back(toy, verifier):
    tasks = list(Task.objects.filter(kind="toy").order_by("position")[:2])
    stored = bulk_submit(
        "toy", [past(task, verifier, answer) for task, answer in zip(tasks, ("yes", "no"), strict=True)]
    )
    assert [(one.answer, one.submission.assignment.task) for one in stored] == [("yes", tasks[0]), ("no", tasks[1])]
    date_back(Assignment.objects.filter(kind="toy"))
    times = Submission.objects.values_list("assignment__created_at", "created_at")
    assert set(times) == {(ENDED - timedelta(hours=1), ENDED)}
