"""Several people at work on the same claims, each with a verdict and evidence of their own."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from annotation.models import Assignment, Project, Task, User, Verification
from annotation.work.assignment import assign_next
from annotation.work.operations import NewOperation
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind


def said(
    project: Project,
    person: User,
    verdict: str,
    *sets: Sequence[str],
    opened: Sequence[str] = (),
) -> Verification:
    """The next claim of the person's, verified so; `opened`: the pages its log names."""
    Task.objects.filter(project=project, required_annotations=1).update(required_annotations=3)
    assignment = assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert assignment is not None
    return submit_work(assignment, verdict, *sets, opened=opened)


def submit_work(
    assignment: Assignment, verdict: str, *sets: Sequence[str], opened: Sequence[str] = (), challenge: str = "Other"
) -> Verification:
    operations: list[NewOperation] = [
        {"sequence": number, "name": "Now on", "value": title, "seconds": number}
        for number, title in enumerate(opened, start=1)
    ]
    verification, _new = submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict=verdict,
        challenge=challenge,
        evidence_sets=[list(one) for one in sets],
        operations=operations,
    )
    return verification
