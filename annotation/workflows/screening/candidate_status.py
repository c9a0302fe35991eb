"""Status of a candidate: which test they may take, what they wait for, and what was decided."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects.models import Membership, Project, Role
from annotation.work.models import Assignment
from annotation.workflows.screening.models import (
    SCREENED,
    ScreeningAnswers,
    ScreeningDecision,
    ScreeningGrade,
    ScreeningText,
)


class CandidateStatus(StrEnum):
    TEST = "test"  # the candidate has not submitted the test
    GRADING = "grading"  # a manager has to grade it
    DECISION = "decision"  # it was graded before the candidate had this role: a manager decides
    APPROVED = "approved"
    REJECTED = "rejected"


STATUS_LABELS: dict[CandidateStatus, Promise] = {
    CandidateStatus.TEST: _("test to be taken"),
    CandidateStatus.GRADING: _("submitted, waits for grading"),
    CandidateStatus.DECISION: _("graded, waits for a manager’s decision"),
    CandidateStatus.APPROVED: _("approved"),
    CandidateStatus.REJECTED: _("not approved"),
}
UNMET: dict[CandidateStatus, Promise] = {
    CandidateStatus.TEST: _("You are screened before this work: take the test first."),
    CandidateStatus.GRADING: _("Your screening test is submitted and waits for grading."),
    CandidateStatus.DECISION: _(
        "Your screening test is graded. You are waiting for your manager, who decides on this role."
    ),
    CandidateStatus.REJECTED: _("Your screening test did not lead to an approval for this role."),
}


def status_from(approved: bool | None, answers: ScreeningAnswers | None, is_graded: bool) -> CandidateStatus:  # noqa: FBT001
    """Status from the decision on their role (None: there is none), their test and its grade."""
    if approved is not None:
        return CandidateStatus.APPROVED if approved else CandidateStatus.REJECTED
    if answers is None:
        return CandidateStatus.TEST
    return CandidateStatus.DECISION if is_graded else CandidateStatus.GRADING


def answers_of(person: User, project: Project) -> ScreeningAnswers | None:
    mine = ScreeningAnswers.objects.filter(
        submission__assignment__person=person, submission__assignment__project=project, submission__is_current=True
    )
    return mine.select_related("submission__assignment", "grade").first()


def statuses_of(person: User, project: Project) -> dict[Role, CandidateStatus]:
    """Role -> status of a person, for each of their roles that are screened."""
    held = Membership.objects.filter(user=person, project=project, role__in=SCREENED)
    roles = set(held.values_list("role", flat=True))
    decided = dict(ScreeningDecision.objects.filter(person=person, project=project).values_list("role", "approved"))
    answers = answers_of(person, project)
    graded = answers is not None and hasattr(answers, "grade")
    return {role: status_from(decided.get(role), answers, graded) for role in SCREENED if role in roles}


def why_unmet(person: User, project: Project, role: Role) -> str:
    """Explain why a person may not work in this role; empty once they are approved. One query then."""
    decided = ScreeningDecision.objects.filter(person=person, project=project, role=role).first()
    if decided is not None and decided.approved:
        return ""
    answers = answers_of(person, project)
    graded = answers is not None and hasattr(answers, "grade")
    return str(UNMET[status_from(decided.approved if decided else None, answers, graded)])


def decisions(project: Project) -> dict[tuple[int, Role], bool]:
    """Person and role -> whether they were approved."""
    rows = ScreeningDecision.objects.filter(project=project).values_list("person", "role", "approved")
    return {(person, Role(role)): approved for person, role, approved in rows}


def exclude(person: User, project: Project) -> Q:
    """Leave one text: of those the person never had, the one that the fewest have had.

    Nothing is left for somebody on whom a manager has decided already.
    """
    if not set(statuses_of(person, project).values()) & {CandidateStatus.TEST}:
        return Q(pk__isnull=False)
    had = Exists(Assignment.objects.filter(task=OuterRef("task"), person=person))
    free = ScreeningText.objects.filter(task__project=project, task__withdrawn_at__isnull=True).exclude(had)
    return ~Q(pk=free.order_by("task__assigned_count", "task__position", "task").values_list("pk", flat=True).first())


def my_work(person: User, project: Project) -> dict[str, Any]:
    """What My work shows of a candidate: each role with their status, and their test once it is submitted."""
    answers = answers_of(person, project)
    return {
        "done": int(answers is not None),
        "statuses": [(role.label, one, STATUS_LABELS[one]) for role, one in statuses_of(person, project).items()],
        "submitted": answers and answers.assignment,
        "is_graded": answers is not None and ScreeningGrade.objects.filter(answers=answers).exists(),
    }
