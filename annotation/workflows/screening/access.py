"""Permissions: the screening test of a project, which `annotation.projects.access` has handed out."""

from __future__ import annotations

from django.db.models import QuerySet

from annotation.accounts.access import LARGEST, by_key
from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.workflows.screening.grading import submitted
from annotation.workflows.screening.importer import SLUG
from annotation.workflows.screening.models import ScreeningAnswers, ScreeningItem


def item_of(project: Project, pk: int) -> ScreeningItem:
    """Return an item of the project's test. Raises Http404."""
    return by_key(ScreeningItem.objects.filter(project=project), pk)


def items_to_remove(project: Project, pk: int) -> QuerySet[ScreeningItem]:
    """Select the item of the project's test with this key, if there still is one."""
    return ScreeningItem.objects.filter(project=project, pk=min(pk, LARGEST))


def texts_to_withdraw(project: Project, pk: int) -> QuerySet[Task]:
    """Select the text of the project's test with this key, if it is still offered."""
    return Task.objects.filter(project=project, kind=SLUG, pk=min(pk, LARGEST), withdrawn_at__isnull=True)


def answers_to_grade(project: Project, by: User, pk: int) -> ScreeningAnswers:
    """Return a submitted test that is not one's own. Raises Http404."""
    return by_key(submitted(project).exclude(submission__assignment__person=by), pk)
