"""Grade summaries and mutations, and decide on candidates."""

from __future__ import annotations

from collections.abc import Collection

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import AnnotationError
from annotation.projects.data_version import bump
from annotation.projects.models import Project, Role
from annotation.workflows.screening.candidate_status import answers_of, statuses_of
from annotation.workflows.screening.models import (
    SCREENED,
    Criterion,
    ScreeningAnswers,
    ScreeningDecision,
    ScreeningGrade,
    ScreeningTest,
)


def test_of(project: Project) -> ScreeningTest:
    """Return the test's minimums; an unsaved row with those that Attest proposes where nobody has set any."""
    return ScreeningTest.objects.filter(project=project).first() or ScreeningTest(project=project)


def submitted(project: Project) -> QuerySet[ScreeningAnswers]:
    """Tests that were submitted in the project, oldest first."""
    rows = ScreeningAnswers.objects.filter(submission__assignment__project=project, submission__is_current=True)
    return rows.select_related("submission__assignment__task__screeningtext").order_by("pk")


def waiting(project: Project, by: User) -> QuerySet[ScreeningAnswers]:
    """Tests that this manager can grade: not graded yet, and not their own."""
    return submitted(project).filter(grade__isnull=True).exclude(submission__assignment__person=by)


def shares(answers: ScreeningAnswers) -> tuple[float | None, float]:
    """Shares of right items (None in a test without any) and of criteria met. Needs the grade."""
    items = answers.right_count / len(answers.items) if answers.items else None
    return items, len(answers.grade.met) / len(Criterion)


def reaches(answers: ScreeningAnswers, minimum: int) -> bool:
    """Check whether both stages reach the minimum, in per cent."""
    return all(share is None or 100 * share >= minimum for share in shares(answers))


def grade(*, answers: ScreeningAnswers, by: User, met: Collection[str], comment: str = "") -> ScreeningGrade:
    """Store the grade, once, and decide by the minimum of each role that the candidate has and nobody decided on.

    Raises AnnotationError `graded` and `own_work`.
    """
    person, project = answers.assignment.person, answers.assignment.project
    if person == by:
        raise AnnotationError("own_work", _("Another manager has to grade your own test."), 403)
    kept = [criterion.value for criterion in Criterion if criterion.value in met]
    try:
        with transaction.atomic():
            given = ScreeningGrade.objects.create(answers=answers, met=kept, comment=comment.strip(), graded_by=by)
            answers.grade = given
            _decide_by_minimum(answers, person, project, by)
            bump(project.pk, person.pk)
            after = {"criteria": kept}
            record(Act.SCREENING_DECIDED, by=by, project=project, person=person, about=given, after=after)
    except IntegrityError as error:
        raise AnnotationError("graded", _("This test is graded already."), 409) from error
    return given


def _decide_by_minimum(answers: ScreeningAnswers, person: User, project: Project, by: User) -> None:
    test = test_of(project)
    for role in statuses_of(person, project):
        minimum = test.minimum(role)
        fields = {"approved": reaches(answers, minimum), "minimum": minimum, "decided_by": by}
        ScreeningDecision.objects.get_or_create(project=project, person=person, role=role, defaults=fields)


def decide(*, person: User, project: Project, role: Role, approved: bool | None, by: User, note: str = "") -> None:
    """Approve or reject at any time, also without a test; None takes the decision back.

    It counts from the next task on. A graded test whose decision is taken back waits for a manager.
    """
    assert role in SCREENED
    mine = ScreeningDecision.objects.filter(project=project, person=person, role=role)
    with transaction.atomic():
        if approved is None:
            mine.delete()
        else:
            fields = {"approved": approved, "minimum": None, "decided_by": by, "note": note.strip()}
            ScreeningDecision.objects.update_or_create(project=project, person=person, role=role, defaults=fields)
        bump(project.pk, person.pk)
        after = {"role": Role(role).value, "approved": approved}
        record(Act.SCREENING_DECIDED, by=by, project=project, person=person, after=after)


def graded_answers(person: User, project: Project) -> ScreeningAnswers | None:
    """Return the person's test once it is graded: before, managers read it without a name."""
    answers = answers_of(person, project)
    return answers if answers is not None and hasattr(answers, "grade") else None
