"""Tasks that several people did in a workflow whose answers are labels: rows behind its agreement, and decisions."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.dashboard.agreement import label_agreement
from annotation.errors import AnnotationError
from annotation.projects.access import project_for
from annotation.projects.models import Project
from annotation.quality.adjudication.models import TaskDecision
from annotation.quality.adjudication.task_decisions import decide_task, is_own_task
from annotation.quality.agreement.items import Item, agreement_of
from annotation.quality.agreement.queries import items_of
from annotation.work.access import task_of, tasks_of
from annotation.work.models import Submission, Task
from annotation.work.registry import UnknownWorkflow, comparable_workflows, get_workflow, labels_of
from annotation.work.reporting import standing_task_reports
from annotation.work.workflow import AnyWorkflow, Text
from frontend.views.access import PersonRequest
from frontend.views.lists import choice_of, number_in, page_of
from frontend.views.quality.access import MAY_DECIDE, QualityAccess, quality_view

PARTS = {
    "": gettext_lazy("All"),
    "disagreements": gettext_lazy("Disagreements"),
    "decided": gettext_lazy("Decided"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A task with the label that each annotator gave, by letter, and the current decision on it."""

    task: Task
    labels: list[tuple[str, str]]
    agreement: float
    decision: TaskDecision | None


def plain_workflows(project: Project) -> dict[str, AnyWorkflow]:
    """The workflows that compare labels alone, by slug; one that compares evidence has pages of its own."""
    known = comparable_workflows(project)
    return {slug: one for slug, one in known.items() if one.comparable and one.comparable.items is None}


def asked_workflow(request: HttpRequest, known: dict[str, AnyWorkflow]) -> AnyWorkflow:
    """The workflow that `?kind=` names, by default the first. Raises UnknownWorkflow."""
    kind = request.GET.get("kind", "") or next(iter(known), "")
    if kind not in known:
        raise UnknownWorkflow(kind, known)
    return known[kind]


def kinds_of(known: dict[str, AnyWorkflow]) -> list[tuple[str, Text]]:
    """Slugs and labels, for the links that choose one."""
    return [(slug, workflow.label) for slug, workflow in known.items()]


@quality_view("GET")
def tasks(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """`?kind=` is the workflow, `?show=` one of PARTS."""
    known = plain_workflows(access.project)
    if not known and "kind" not in request.GET:
        return redirect("quality", slug=access.project.slug)
    workflow = asked_workflow(request, known)
    show = choice_of(request, "show", PARTS)
    page = page_of(request, _part(access.project, workflow, show))
    page.object_list = _rows(access.project, list(page))
    shown = access.page(
        page=page,
        kind=workflow.slug,
        kinds=kinds_of(known),
        show=show,
        parts=PARTS.items() if workflow.adjudicable else [],
        labels=labels_of(access.project, workflow),
    )
    return render(request, "quality/tasks.html", shown)


@quality_view("GET", "POST", fresh=True)
def task(request: PersonRequest, access: QualityAccess, pk: int) -> HttpResponse:
    """The answers to one task, without names, and the decision on it. `?show=` is where one came from."""
    if request.method == "POST":
        project_for(request.user, access.project.slug, *MAY_DECIDE)  # observers look on
    known = [slug for slug, one in plain_workflows(access.project).items() if one.adjudicable]
    found = task_of(access.project, pk, Task.objects.filter(kind__in=known))
    found.project, workflow = access.project, get_workflow(found.kind)
    item = next((one for one in items_of(access.project, workflow) if one.claim == pk), None)
    if item is None:
        raise Http404
    show, error = choice_of(request, "show", PARTS), ""
    if request.method == "POST":
        try:
            decide_task(
                task=found,
                adjudicator=request.user,
                label=request.POST.get("label", ""),
                note=request.POST.get("note", ""),
                base_revision=number_in(request.POST.get("base_revision", ""), 9) or 0,
            )
        except AnnotationError as wrong:
            error = " ".join(words for each in wrong.fields.values() for words in each) or wrong.message
        else:
            messages.success(request, _("Decided. This decision is released for the task."))
            return _onward(access.project, workflow, show)
    (row,) = _rows(access.project, [item])
    may_decide = request.user.memberships.filter(project=access.project, role__in=MAY_DECIDE).exists()
    shown = access.page(
        row=row,
        show=show,
        error=error,
        labels=labels_of(access.project, workflow),
        kind=workflow.slug,
        may_decide=may_decide,
        is_own=is_own_task(found, request.user),
        earlier=found.decisions.filter(is_current=False).order_by("-revision"),
    )
    return render(request, "quality/task.html", shown, status=400 if error else 200)


def _part(project: Project, workflow: AnyWorkflow, show: str) -> list[Item]:
    """The items of this part of the list, lowest agreement first."""
    items = sorted(label_agreement(project, workflow).items, key=lambda item: (agreement_of(item), item.claim))
    if not show:
        return items
    current = TaskDecision.objects.filter(task__project=project, task__kind=workflow.slug, is_current=True)
    decided = set(current.values_list("task", flat=True))
    if show == "decided":
        return [item for item in items if item.claim in decided]
    reported = set(standing_task_reports(project).values_list("assignment__task", flat=True))  # decided elsewhere
    return [item for item in items if item.claim not in decided | reported and agreement_of(item) < 1]


def _onward(project: Project, workflow: AnyWorkflow, show: str) -> HttpResponse:
    """To the next disagreement for whoever works through them, else back to the list."""
    rest = _part(project, workflow, show) if show == "disagreements" else []
    page, args = ("quality-task", [rest[0].claim]) if rest else ("quality-tasks", [])
    query = urlencode({"kind": workflow.slug, "show": show})
    return redirect(f"{reverse(page, args=[project.slug, *args])}?{query}")


def _rows(project: Project, items: list[Item]) -> list[Row]:
    of_page = tasks_of(project, [item.claim for item in items])
    letters = letters_of([rating.verification for item in items for rating in item.ratings])
    decisions = {one.task_id: one for one in TaskDecision.objects.filter(task__in=of_page, is_current=True)}
    return [
        Row(
            of_page[item.claim],
            sorted((letters[rating.verification], rating.verdict) for rating in item.ratings),
            agreement_of(item),
            decisions.get(item.claim),
        )
        for item in items
    ]


def letters_of(submissions: list[int]) -> dict[int, str]:
    """Submission -> "A", "B", ...: pseudonyms of a task's annotators.

    By the assignment's public id, which is random: the letters tell nothing of who was first.
    """
    found: dict[int, str] = {}
    given: dict[int, int] = {}
    rows = Submission.objects.filter(pk__in=submissions).order_by("assignment__public_id")
    for pk, task in rows.values_list("pk", "assignment__task"):
        found[pk] = chr(ord("A") + given.get(task, 0))
        given[task] = given.get(task, 0) + 1
    return found
