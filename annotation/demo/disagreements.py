"""Verify some demo claims by further annotators who disagree, so that the quality pages have data.

The paper's sources of disagreement are among them: a wrong verdict on the same evidence, a page that was never opened,
evidence that is a part of another's, and, for comparison, one on which they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from annotation.accounts.models import User
from annotation.demo.accounts import GOLD, OTHERS, script_account
from annotation.demo.dataset import DemoClaim
from annotation.demo.scripted import Answer, number_submitted, verify_next
from annotation.projects.models import Project
from annotation.vocabulary.labels import Verdict
from annotation.work.models import AssignmentState, Task

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
    """Make the verifications that are missing. Running it again changes nothing."""
    for ways, (name, answers) in enumerate(zip(OTHERS, ANSWERS, strict=True), start=2):
        person = script_account(project, name)
        _want(project, ways, len(answers))
        for answer in answers[number_submitted(project, name) :]:
            if not verify_next(person, project, claims, answer):
                return


def is_disagreed(project: Project) -> bool:
    """Whether nothing of it is missing."""
    return all(number_submitted(project, name) >= len(answers) for name, answers in zip(OTHERS, ANSWERS, strict=True))


def _want(project: Project, ways: int, count: int) -> None:
    """The first claims that the script verified are wanted of so many people."""
    gold = User.objects.get(username=GOLD)
    done = Task.objects.filter(project=project, assignments__person=gold, assignments__state=AssignmentState.SUBMITTED)
    first = list(done.order_by("position", "id").values_list("pk", flat=True)[:count])
    Task.objects.filter(pk__in=first, required_annotations__lt=ways).update(required_annotations=ways)
