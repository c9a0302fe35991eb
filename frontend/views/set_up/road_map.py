"""The road map: the steps of a project before production begins."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from annotation.projects.models import Project
from annotation.set_up.road_map import State, Step, road_map
from frontend.views.access import PersonRequest, manager_view
from frontend.workflow_urls import is_reachable


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step with the address where it is done; empty where the project does not have that page."""

    step: Step
    address: str


@manager_view("GET", fresh=True)
def set_up(request: PersonRequest, project: Project) -> HttpResponse:
    """The steps with their states and numbers, and a link to do each."""
    steps = road_map(project)
    missing = sum(step.state is State.MISSING for step in steps)
    shown = {"project": project, "steps": [shown_step(project, step) for step in steps], "missing": missing}
    return render(request, "set_up/road_map.html", shown)


def shown_step(project: Project, step: Step) -> ShownStep:
    """The step with its address."""
    if not is_reachable(project, step.page):
        return ShownStep(step, "")
    address = reverse(step.page, kwargs={"slug": project.slug, **step.arguments})
    return ShownStep(step, f"{address}#{step.fragment}" if step.fragment else address)
