"""Personal results: amount of work, calibration, and what each workflow shows besides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.audit.personal_weeks import WeeklyWork, weekly_work
from annotation.quality.calibration.candidates import Candidate, candidates
from annotation.work.registry import workflows_for
from annotation.work.workflow import Workflow
from frontend.page_sections import sections_of, shown_sections
from frontend.views.access import PersonRequest, worker_view
from frontend.views.quality.time import ACTIVE


@dataclass(frozen=True, slots=True)
class Done:
    """One kind of my work: week by week, and how its calibration went (None where there is none).

    `own_list`: name of the page with all of it; `more`: what the workflow shows besides.
    """

    kind: str
    name: str
    weeks: list[WeeklyWork]
    total: int
    candidate: Candidate | None
    own_list: str
    more: list[tuple[str, Mapping[str, Any]]]


@worker_view("GET", fresh=True)
def my_agreement(request: PersonRequest, project: Project) -> HttpResponse:
    roles = set(request.user.memberships.filter(project=project).values_list("role", flat=True))
    mine = workflows_for(project, *roles)
    shown = {
        "project": project,
        "sections": shown_sections([workflow.slug for workflow in mine], "my_agreement", request, project),
        "done": [_done(project, request.user, workflow) for workflow in mine],
        "active": _(ACTIVE),
    }
    return render(request, "my_work/my_agreement.html", shown)


def _done(project: Project, person: User, workflow: Workflow[Any, Any]) -> Done:
    kind = workflow.slug
    weeks = weekly_work(person, project, kind)
    mine = None
    if project.calibration:
        mine = next(iter(candidates(project, kind, person.pk)), None)
    total, more = sum(week.done for week in weeks), shown_sections([kind], "my_agreement_done", project, person)
    return Done(kind, str(workflow.activity), weeks, total, mine, sections_of(kind).own_list, more)
