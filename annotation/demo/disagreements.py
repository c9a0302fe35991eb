"""Verify some demo claims by further annotators who disagree, so that the quality pages have data.

The paper's sources of disagreement are among them: a wrong verdict on the same evidence, a page that was never opened,
evidence that is a part of another's, and, for comparison, one on which they agree.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from annotation.accounts.models import User
from annotation.demo.accounts import GOLD, OTHERS, script_account
from annotation.demo.dataset import DemoClaim
from annotation.projects.models import Project
from annotation.vocabulary.labels import Verdict
from annotation.vocabulary.operation_names import OperationName
from annotation.vocabulary.tasks import TaskKind
from annotation.work.assignment import assign_next, release
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.work.operations import NewOperation
from annotation.workflows.claim_verification.submission import submit
from corpus.element_id import parse

Answer = tuple[str, Sequence[Sequence[str]]]

OPPOSITE = {Verdict.SUPPORTS: Verdict.REFUTES, Verdict.REFUTES: Verdict.SUPPORTS}


def _contrary(claim: DemoClaim) -> Answer:
    return OPPOSITE.get(Verdict(claim.label), Verdict.SUPPORTS), claim.evidence


def _gave_up(claim: DemoClaim) -> Answer:
    return Verdict.NOT_ENOUGH_INFO, [claim.evidence[0][:1]]


def _less(claim: DemoClaim) -> Answer:
    return claim.label, [claim.evidence[0][:1]]


def _same(claim: DemoClaim) -> Answer:
    return claim.label, claim.evidence


# What each of the others says of the first claims, one after the other. The second has fewer of them.
ANSWERS: tuple[tuple[Callable[[DemoClaim], Answer], ...], ...] = (
    (_contrary, _gave_up, _same, _contrary, _less, _less, _gave_up),
    (_gave_up, _same, _same),
)


def disagree(project: Project, claims: Mapping[str, DemoClaim]) -> None:
    """Make what is missing of it. Running it again changes nothing."""
    for ways, (name, answers) in enumerate(zip(OTHERS, ANSWERS, strict=True), start=2):
        person = script_account(project, name)
        _want(project, ways, len(answers))
        for answer in answers[_done(project, name) :]:
            assignment = assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION)
            text = assignment.task.claim.text if assignment and assignment.task.claim else ""
            if assignment is None or text not in claims:
                _give_back(assignment)
                return
            _answer(assignment, claims[text], answer)


def is_disagreed(project: Project) -> bool:
    """Whether nothing of it is missing."""
    return all(_done(project, name) >= len(answers) for name, answers in zip(OTHERS, ANSWERS, strict=True))


def _want(project: Project, ways: int, count: int) -> None:
    """The first claims that the script verified are wanted of so many people."""
    gold = User.objects.get(username=GOLD)
    done = Task.objects.filter(project=project, assignments__person=gold, assignments__state=AssignmentState.SUBMITTED)
    first = list(done.order_by("position", "id").values_list("pk", flat=True)[:count])
    Task.objects.filter(pk__in=first, required_annotations__lt=ways).update(required_annotations=ways)


def _done(project: Project, name: str) -> int:
    submitted = Assignment.objects.filter(project=project, state=AssignmentState.SUBMITTED)
    return submitted.filter(person__username=name).count()


def _give_back(assignment: Assignment | None) -> None:
    if assignment is not None:
        release(assignment)  # somebody brought their own claims into the demo


def _answer(assignment: Assignment, claim: DemoClaim, answer: Callable[[DemoClaim], Answer]) -> None:
    verdict, evidence = answer(claim)
    submit(
        assignment=assignment,
        client_id=uuid.uuid5(assignment.public_id, "demo"),
        verdict=verdict,
        challenge=claim.challenge,
        evidence_sets=evidence,
        operations=_operations(evidence),
    )


def _operations(evidence: Sequence[Sequence[str]]) -> list[NewOperation]:
    """It opened the pages of its evidence, and no other; what follows is the server's."""
    steps: list[tuple[str, str, dict[str, Any]]] = []
    there = ""
    for number, ids in enumerate(evidence):
        for position, element_id in enumerate(ids):
            if parse(element_id).page != there:
                there = parse(element_id).page
                steps.append((OperationName.NOW_ON, there, {}))
            steps.append((OperationName.HIGHLIGHTING, element_id, {"set": number, "at": position}))
    return [
        {"sequence": number, "name": str(name), "value": value, "seconds": 0, "detail": detail}
        for number, (name, value, detail) in enumerate(steps, start=1)
    ]
