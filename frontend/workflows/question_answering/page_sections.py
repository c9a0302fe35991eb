"""What the five phases show on pages that all workflows share."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.urls import reverse

from annotation.projects.models import Project
from annotation.work.registry import get_workflow
from annotation.workflows.question_answering.phases import PHASES, PhaseName
from annotation.workflows.question_answering.progress import CLOSED_BY_PHASES, STATES, PhaseProgress, progress
from frontend.page_sections import PageSections, Section
from frontend.workflows.question_answering.claims import claims_address


def _overview(project: Project) -> dict[str, Any]:
    return {"phases": [(str(get_workflow(one.phase).label), one, _cells(project, one)) for one in progress(project)]}


def _cells(project: Project, one: PhaseProgress) -> list[tuple[int, str]]:
    """The numbers of a phase with the addresses of the articles or claims that they count."""
    if one.phase == PhaseName.NORMALISATION:
        articles = reverse("quality-question-articles", args=[project.slug])
        return [(getattr(one, state), f"{articles}?state={state}") for state in STATES]
    return [(getattr(one, state), claims_address(project, phase=one.phase, state=state)) for state in STATES]


def _closed(project: Project) -> Q:
    """Tasks that the phases have closed themselves."""
    return CLOSED_BY_PHASES


# The phases share a section of Manage: it is that of the first one.
SECTIONS = dict.fromkeys(PHASES, PageSections(not_put_back=_closed)) | {
    PhaseName.NORMALISATION: PageSections(overview=Section("question_answering/_overview.html", _overview))
}
