"""One's own calibration: progress, scores, and every answer beside gold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.access import own_calibration, own_item, own_items
from annotation.quality.calibration.candidates import Candidate, candidates
from annotation.quality.calibration.eligibility import eligibility_of
from annotation.quality.calibration.messages import why_not_calibrating
from annotation.quality.calibration.models import Calibration, GoldItem, Rescore
from annotation.quality.calibration.phase_completion import read_feedback, unread
from annotation.quality.calibration.rescoring import see, to_see
from annotation.quality.calibration.results import results_of
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.queue import eligible_tasks, limit_reached
from annotation.work.registry import get_workflow, workflows_for, workflows_of
from annotation.work.workflow import Workflow
from frontend.views.access import PersonRequest, worker_view
from frontend.views.calibration_comparison import highlighted, written_for
from frontend.views.label_comparison import compared


@dataclass(frozen=True, slots=True)
class Feedback:
    """One item of a phase that is scored. `is_read`: its page was opened."""

    item: GoldItem
    phase: int
    is_read: bool


@dataclass(frozen=True, slots=True)
class Own:
    """One kind of work of one's own. `words`: what one waits for, empty while there is something to do. `rescores`:
    scores that were computed again, since gold had changed."""

    candidate: Candidate
    name: str
    words: str
    feedback: list[Feedback]
    unread: int
    rescores: list[Rescore]


@worker_view("GET", fresh=True)
def calibration(request: PersonRequest, project: Project) -> HttpResponse:
    held = set(request.user.memberships.filter(project=project).values_list("role", flat=True))
    owns = [
        _own(project, request.user, workflow)
        for workflow in workflows_for(project, *held)
        if workflow.calibrated_by is not None
    ]
    new = list(to_see(request.user, project))
    answer = render(request, "calibration/calibration.html", {"project": project, "owns": owns, "new": new})
    see(new)
    return answer


@worker_view("GET", fresh=True)
def feedback(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One item of one's own, once its phase is scored; opening it is reading it. `?title=` opens a page."""
    item = own_item(project, request.user, pk)
    kind = item.task.kind
    if kind not in workflows_of(project):
        raise Http404
    row = own_calibration(project, request.user, kind)
    if str(item.task.phase) not in row.scores:
        raise Http404
    read_feedback(row=row, item=item.pk)
    row.refresh_from_db()
    rest = _feedback(row, project, request.user)
    shown = {
        "project": project,
        "item": item,
        "own": True,
        "next_item": next((one.item for one in rest if not one.is_read and one.phase == item.task.phase), None),
    }
    workflow = get_workflow(kind)
    if workflow.calibratable is None:
        shown |= {"written": written_for(item, request.user), **highlighted(project, item)}
        return render(request, "calibration/written.html", shown)
    results = results_of(project, kind, [Phase(item.task.phase)], request.user).get(request.user.pk, [])
    result = next((one for one in results if one.item.pk == item.pk), None)
    if result is None:
        raise Http404
    shown |= compared(project, result, request.GET.get("title", ""))
    return render(request, "calibration/feedback.html", shown)


def _own(project: Project, person: User, workflow: Workflow[Any, Any]) -> Own:
    kind = workflow.slug
    candidate = next(one for one in candidates(project, kind) if one.person.pk == person.pk)
    row = candidate.row
    items = _feedback(row, project, person) if row else []
    left = sum(len(unread(row, phase)) for phase in CALIBRATING if row and str(int(phase)) in row.scores)
    words = why_not_calibrating(person=person, project=project, kind=kind)
    can_take = eligible_tasks(person=person, project=project, kind=kind).exists()
    waits = eligibility_of(person=person, project=project, kind=kind).waiting is not None
    full = limit_reached(person=person, project=project, kind=kind) is not None
    rescores = list(row.rescores.select_related("change__item__task__verification_item__claim")) if row else []
    return Own(candidate, str(workflow.activity), words if waits or full or not can_take else "", items, left, rescores)


def _feedback(row: Calibration, project: Project, person: User) -> list[Feedback]:
    items = own_items(project, person).filter(task__kind=row.kind)
    return [
        Feedback(item, item.task.phase, item.pk in row.items_read)
        for item in items.order_by("task__phase", "task__position", "pk")
        if str(item.task.phase) in row.scores
    ]
