"""What the five phases show on pages that all workflows share."""

from __future__ import annotations

from typing import Any

from annotation.projects.models import Project
from annotation.work.registry import get_workflow
from annotation.workflows.question_answering.phases import PHASES, PhaseName
from annotation.workflows.question_answering.progress import progress
from frontend.page_sections import PageSections, Section


def _overview(project: Project) -> dict[str, Any]:
    return {"phases": [(str(get_workflow(one.phase).label), one) for one in progress(project)]}


# The phases share a section of Manage: it is that of the first one.
SECTIONS = dict.fromkeys(PHASES, PageSections()) | {
    PhaseName.NORMALISATION: PageSections(
        overview=Section("question_answering/_overview.html", _overview),
    )
}
