"""Permissions: what was written, and the highlights drawn for it, of a project or assignment that was handed out."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from annotation.accounts.access import by_key
from annotation.projects.models import Project
from annotation.work.models import Assignment, Task
from annotation.workflows.claim_generation.models import ClaimSet, HighlightSample


def claim_set_of(assignment: Assignment) -> ClaimSet:
    """Return what was submitted for the assignment, with its highlight. Raises Http404 before there is any."""
    rows = ClaimSet.objects.select_related("highlight__project")
    return get_object_or_404(rows, submission__assignment=assignment)


def highlight_task_of(project: Project, highlight: int) -> Task:
    """Return the task of a highlight of the project, for its managers. Raises Http404."""
    return get_object_or_404(Task, project=project, generation_item__highlight=highlight)


def sample_of(project: Project, pk: int) -> HighlightSample:
    """Return a draw of highlights for the project. Raises Http404."""
    return by_key(HighlightSample.objects.filter(project=project).select_related("drawn_by"), pk)
