"""Permissions: which work of the phases a manager is handed."""

from __future__ import annotations

from django.db.models import QuerySet

from annotation.accounts.access import by_key
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.workflows.question_answering.models import ClaimWork


def phase_work_in(project: Project) -> QuerySet[ClaimWork]:
    """Return what was submitted in phases 2 to 5 in production, as it is now, set aside or not."""
    rows = ClaimWork.objects.filter(submission__is_current=True, submission__assignment__project=project)
    return rows.filter(submission__assignment__task__phase=Phase.PRODUCTION)


def phase_work_of(project: Project, pk: int) -> ClaimWork:
    """Return one of these, for the project's managers. Raises Http404."""
    about = ("submission__assignment__person", "submission__assignment__set_aside__by")
    subject = "submission__assignment__task__claim_item__claim__article"
    return by_key(phase_work_in(project).select_related(*about, subject), pk)
