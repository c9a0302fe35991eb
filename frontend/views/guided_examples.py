"""Guided examples: what the workspace shows of one, the feedback on it, and the list from which each is taken again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.access import guided_example_of
from annotation.quality.calibration.guided_examples import (
    Example,
    ExampleState,
    current_submission,
    examples_of,
    open_example,
    steps_of,
)
from annotation.vocabulary.guided_examples import GuidedExamples
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import workflow_of, workflows_for
from annotation.work.workflow import AnyWorkflow
from frontend.templatetags.elements import shown
from frontend.views.access import PersonRequest, worker_view


def guided_context(assignment: Assignment) -> dict[str, Any] | None:
    """What `workspace/_guided.html` shows of a guided example; None for an ordinary task.

    `script` is for the workspace: names of the steps, what they name of the example, and where the feedback is.
    """
    found = steps_of(assignment)
    if found is None:
        return None
    kind, words = found
    said = {name: ", ".join(_("“%(name)s”") % {"name": shown(one)} for one in ones) for name, ones in words.items()}
    steps = [{"name": step.name, "text": str(step.text) % said} for step in kind.steps]
    was_submitted = assignment.submissions.exists()
    tasks = [one.item.task_id for one in examples_of(assignment.person, assignment.project, assignment.kind)]
    return {
        "label": kind.label,
        "number": tasks.index(assignment.task_id) + 1 if assignment.task_id in tasks else 1,
        "of": max(1, len(tasks)),
        "steps": steps,
        "can_leave": was_submitted or assignment.project.guided_examples != GuidedExamples.REQUIRED,
        "script": {
            "steps": [step.name for step in kind.steps],
            "words": words,
            "feedback": feedback_address(assignment),
        },
    }


def feedback_address(assignment: Assignment) -> str:
    """Address of the feedback on a guided example."""
    return reverse("guided-example", args=[assignment.project.slug, assignment.task.gold.pk])


def is_answered_example(assignment: Assignment) -> bool:
    """Tell whether this is a guided example that was submitted, so that its feedback is its page."""
    is_submitted = assignment.state == AssignmentState.SUBMITTED and assignment.task.phase == Phase.GUIDED
    return is_submitted and hasattr(assignment.task, "gold")


@worker_view("GET", fresh=True)
def guided_examples(request: PersonRequest, project: Project) -> HttpResponse:
    """Every kind of example of one's own work, to be taken or taken again."""
    shown_parts = [
        (workflow, examples_of(request.user, project, workflow.slug)) for workflow in _mine(request.user, project)
    ]
    parts = [(workflow, found) for workflow, found in shown_parts if found]
    return render(request, "guided/examples.html", {"project": project, "parts": parts})


@worker_view("POST", fresh=True)
def start(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Open an example: for the first time, from the start, or with what was submitted (`keep`)."""
    example = _example(request.user, project, pk)
    try:
        opened = open_example(person=request.user, item=example.item, from_start="keep" not in request.POST)
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect("guided-examples", slug=project.slug)
    return redirect(workflow_of(opened).workspace, public_id=opened.public_id)


@worker_view("GET", fresh=True)
def feedback(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One's own answer to an example beside the reference. `?title=` opens a page."""
    item = guided_example_of(project, pk)
    workflow = next((one for one in _mine(request.user, project) if one.slug == item.task.kind), None)
    submission = current_submission(request.user, item)
    if workflow is None or workflow.guided is None or submission is None:
        raise Http404
    kind = workflow.guided.kind(item.guide_kind)
    all_kinds = examples_of(request.user, project, workflow.slug)
    left = [one for one in all_kinds if one.state is ExampleState.NEW and one.item.pk != item.pk]
    context = {
        "project": project,
        "item": item,
        "workflow": workflow,
        "label": kind.label if kind else item.guide_kind,
        "left": left,
        "postponed": _postponed(request.user, project, workflow.slug),
        "template": workflow.guided.template,
        "guided": True,
        "own": True,
    }
    context |= import_string(workflow.guided.feedback)(project, item, submission, request.GET.get("title", ""))
    return render(request, "guided/feedback.html", context)


def _mine(person: User, project: Project) -> list[AnyWorkflow]:
    """The person's workflows in the project that have guided examples."""
    roles = person.memberships.filter(project=project).values_list("role", flat=True)
    return [one for one in workflows_for(project, *roles) if one.guided is not None]


def _example(person: User, project: Project, pk: int) -> Example:
    for workflow in _mine(person, project):
        for example in examples_of(person, project, workflow.slug):
            if example.item.pk == pk:
                return example
    raise Http404


def _postponed(person: User, project: Project, kind: str) -> Assignment | None:
    """The task that was postponed last: an example may have been opened in the middle of it."""
    mine = Assignment.objects.filter(person=person, project=project, kind=kind, state=AssignmentState.PARKED)
    return mine.select_related("task").order_by("-pk").first()
