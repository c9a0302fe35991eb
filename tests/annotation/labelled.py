"""Labels of many claims by many people, stored at once: what statistics of hidden items are computed from."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from annotation.models import (
    Assignment,
    Evidence,
    EvidenceSet,
    Membership,
    Project,
    Submission,
    Task,
    User,
    Verification,
)
from annotation.projects.models import Role
from annotation.workflows.oracle_annotation.models import OracleAnnotation


class Labelled(NamedTuple):
    """One person's label of the claim of a task, with the elements of its one evidence set."""

    task: Task
    person: User
    verdict: str
    elements: Sequence[str]
    at: datetime


def people_of(project: Project, count: int, role: Role = Role.VERIFIER) -> list[User]:
    """New members of this role."""
    users = User.objects.bulk_create(User(username=f"{role}-{n + 1:02}") for n in range(count))
    Membership.objects.bulk_create(Membership(project=project, user=user, role=role) for user in users)
    return users


def store(rows: Iterable[Labelled]) -> None:
    """Store submitted work on verification or oracle tasks, with its evidence; tasks stand as done by so many."""
    rows = list(rows)
    ended = [
        Assignment(
            task=row.task,
            project_id=row.task.project_id,
            kind=row.task.kind,
            person=row.person,
            state="submitted",
            leased_until=row.at,
            ended_at=row.at,
        )
        for row in rows
    ]
    Assignment.objects.bulk_create(ended, batch_size=500)
    sent = Submission.objects.bulk_create((Submission(assignment=one, client_id=uuid.uuid4()) for one in ended), 500)
    pairs = list(zip(sent, rows, strict=True))
    for model, item in ((Verification, "verification_item"), (OracleAnnotation, "oracle_item")):
        model.objects.bulk_create(
            (
                model(submission=one, claim=getattr(row.task, item).claim, verdict=row.verdict, challenge="Other")
                for one, row in pairs
                if hasattr(row.task, item)
            ),
            500,
        )
    cited = [(EvidenceSet(submission=one, position=0), row) for one, row in pairs if row.elements]
    EvidenceSet.objects.bulk_create((each for each, _row in cited), 500)
    Evidence.objects.bulk_create(
        (
            Evidence(evidence_set=each, position=at, element_id=element)
            for each, row in cited
            for at, element in enumerate(row.elements)
        ),
        500,
    )
    for row in rows:
        row.task.assigned_count += 1
        row.task.required_annotations = max(row.task.required_annotations, row.task.assigned_count)
    changed = {row.task.pk: row.task for row in rows}
    Task.objects.bulk_update(changed.values(), ["assigned_count", "required_annotations"], batch_size=500)
