"""Permissions: actions of managers in a project that `annotation.projects.access` has handed out to one."""

from __future__ import annotations

from annotation.accounts.access import by_key
from annotation.actions.models import Action
from annotation.projects.models import Project


def action_of(project: Project, pk: int) -> Action:
    """Return an action in the project. Raises Http404."""
    return by_key(Action.objects.filter(project=project).select_related("project", "by", "person", "undone_by"), pk)
