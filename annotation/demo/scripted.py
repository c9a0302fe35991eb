"""Verify demo claims by script, through the functions that people's work goes through."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from annotation.accounts.models import User
from annotation.demo.dataset import DemoClaim
from annotation.projects.models import Project
from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.work.assignment import assign_next, release
from annotation.work.models import Assignment, AssignmentState
from annotation.work.operations import NewOperation, elapsed_seconds
from annotation.work.registry import kinds_on_claims
from annotation.work.submission import submit
from corpus.page.element_id import parse

Answer = tuple[str, Sequence[Sequence[str]]]  # verdict and evidence sets


def number_submitted(project: Project, name: str) -> int:
    """Count the verifications that this account submitted."""
    submitted = Assignment.objects.filter(project=project, state=AssignmentState.SUBMITTED)
    return submitted.filter(person__username=name).count()


def verify_next(
    person: User, project: Project, claims: Mapping[str, DemoClaim], answer: Callable[[DemoClaim], Answer]
) -> bool:
    """Verify the person's next claim; False if there is none, or if it is not one of the demo's."""
    assignment = assign_next(person=person, project=project, kind=kinds_on_claims()[0])
    if assignment is None:
        return False
    claim = claims.get(assignment.task.verification_item.claim.text)
    if claim is None:
        release(assignment)  # somebody imported their own claims into the demo
        return False
    verdict, evidence = answer(claim)
    submit(
        assignment=assignment,
        # One client id per assignment: a run that was killed half-way is taken up where it stopped.
        client_id=uuid.uuid5(assignment.public_id, "demo"),
        verdict=verdict,
        challenge=claim.challenge,
        evidence_sets=evidence,
        operations=operations_of(assignment, verdict, claim.challenge, evidence),
    )
    return True


def operations_of(
    assignment: Assignment, verdict: str, challenge: str, evidence: Sequence[Sequence[str]]
) -> list[NewOperation]:
    """Log what the script did, in its real time: it opened the pages of its evidence, selected it, and decided."""
    steps: list[tuple[str, str, dict[str, Any]]] = []
    there = ""
    for number, ids in enumerate(evidence):
        for position, element_id in enumerate(ids):
            if (title := parse(element_id).page) != there:
                steps.append((OperationName.NOW_ON, title, {}))
                there = title
            steps.append((OperationName.HIGHLIGHTING, element_id, {"set": number, "at": position}))
    steps += [(OwnOperation.VERDICT, verdict, {}), (OwnOperation.CHALLENGE, challenge, {})]
    seconds = elapsed_seconds(assignment)
    return [
        {"sequence": number, "name": str(name), "value": value, "seconds": seconds, "detail": detail}
        for number, (name, value, detail) in enumerate(steps, start=1)
    ]
