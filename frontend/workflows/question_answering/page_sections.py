"""What the five phases show on pages that all workflows share."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from annotation.projects.models import Project
from annotation.work.registry import get_workflow
from annotation.workflows.question_answering.phases import PHASES, PhaseName
from annotation.workflows.question_answering.progress import progress
from frontend.page_sections import PageSections, Section


def _overview(project: Project) -> dict[str, Any]:
    return {"phases": [(str(get_workflow(one.phase).label), one) for one in progress(project)]}


def _left_chain(project: Project) -> Q:
    """Tasks of work that was set aside to be done again: others have taken their place."""
    return Q(claim_item__in_chain=False)


# The phases share a section of Manage: it is that of the first one.
SECTIONS = dict.fromkeys(PHASES, PageSections(not_put_back=_left_chain)) | {
    PhaseName.NORMALISATION: PageSections(
        overview=Section("question_answering/_overview.html", _overview),
    )
}
