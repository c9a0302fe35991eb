"""Permissions: who sees which shared task, team and submission. Others get Http404."""

from __future__ import annotations

import uuid

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from annotation.accounts.access import by_key
from annotation.accounts.models import User
from annotation.projects.models import Project, Role
from annotation.shared_tasks.models import SharedTask, TaskSplit, Team, TeamSubmission, TeamSystem


def visible_tasks(user: User) -> QuerySet[SharedTask]:
    """Listed tasks, and those of the projects that the person manages."""
    managed = user.memberships.filter(role=Role.MANAGER).values("project")
    return SharedTask.objects.filter(Q(is_listed=True) | Q(project__in=managed)).select_related("project")


def task_for(user: User, slug: str) -> SharedTask:
    """Return a shared task that the person sees, to read it and to take part. Raises Http404."""
    return get_object_or_404(visible_tasks(user), slug=slug)


def organises(user: User, task: SharedTask) -> bool:
    """Whether the person is a manager of the task's project."""
    return user.memberships.filter(project=task.project_id, role=Role.MANAGER).exists()


def task_to_manage(project: Project, pk: int) -> SharedTask:
    """Return a shared task of the project, for its managers. Raises Http404."""
    return by_key(SharedTask.objects.filter(project=project).select_related("project"), pk)


def split_to_manage(project: Project, pk: int, split: int) -> TaskSplit:
    """Return a split of a shared task of the project, for its managers. Raises Http404."""
    rows = TaskSplit.objects.filter(task__project=project, task=task_to_manage(project, pk))
    return by_key(rows.select_related("task__project"), split)


def submission_to_manage(project: Project, pk: int) -> TeamSubmission:
    """Return a submission to a shared task of the project, for its managers. Raises Http404."""
    return by_key(_submissions().filter(split__task__project=project), pk)


def split_of(task: SharedTask, pk: int | None) -> TaskSplit:
    """Return a split of the task. Raises Http404."""
    return by_key(task.splits.select_related("task"), pk)


def team_of(user: User, task: SharedTask) -> Team | None:
    """The team of the task that the person is on."""
    return Team.objects.filter(task=task, members__user=user).first()


def own_team(user: User, task: SharedTask) -> Team:
    """The same; raises Http404 for whoever is on none."""
    return get_object_or_404(Team, task=task, members__user=user)


def own_system(team: Team, pk: int | None) -> TeamSystem:
    """Return a system of the team. Raises Http404."""
    return by_key(team.systems.all(), pk)


def own_submission(user: User, task: SharedTask, pk: int) -> TeamSubmission:
    """Return a submission of the person's own team. Raises Http404."""
    return by_key(_submissions().filter(split__task=task, system__team__members__user=user), pk)


def invited_to(task: SharedTask, invitation: uuid.UUID) -> Team:
    """Return the team that an invitation link names. Raises Http404."""
    return get_object_or_404(Team, task=task, invitation=invitation)


def _submissions() -> QuerySet[TeamSubmission]:
    return TeamSubmission.objects.select_related("split__task__project", "system__team", "score", "job", "submitted_by")
