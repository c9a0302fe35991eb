"""Guided examples: gold items that people do with instructions, and with feedback at once, before their first task.

They are ordinary tasks of `Phase.GUIDED`, done in the ordinary workspace, and nothing counts them. Each person is given
one example of every kind that their workflow names (`Workflow.guided`), and may take it again as often as they like.
In a practice project they are given all, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import as_gold
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.guided_examples import GuidedExamples
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign, end, release, take_again
from annotation.work.capabilities import GuideKind
from annotation.work.models import Assignment, AssignmentState, Submission, Task
from annotation.work.postponing import postpone
from annotation.work.queue import eligible_tasks, open_tasks
from annotation.work.registry import get_workflow


class ExampleState(StrEnum):
    """How far a person is with a kind of example."""

    NEW = "new"
    BEGUN = "begun"
    DONE = "done"
    LEFT = "left"  # without having submitted it


@dataclass(frozen=True, slots=True)
class Example:
    """Example of one kind for one person. `assignment`: theirs, None before they have one. `number`: among several of
    this kind; 0 where it is the only one."""

    item: GoldItem
    kind: GuideKind
    state: ExampleState
    assignment: Assignment | None
    number: int = 0


def guided_example_is_due(*, person: User, project: Project, kind: str) -> bool:
    """Tell whether the person's next task is a guided example. One query where the project has none.

    Due are the kinds that somebody new to this work has not begun, and the one that they have begun. Whoever has
    submitted other work of this kind is not new. In a practice project nothing else is ever due.
    """
    if project.is_practice:
        return True
    if project.guided_examples == GuidedExamples.OFF or get_workflow(kind).guided is None:
        return False
    if not open_tasks(project, kind).filter(phase=Phase.GUIDED, gold__isnull=False).exists():
        return False
    mine = Assignment.objects.filter(person=person, project=project, kind=str(kind))
    if mine.filter(state=AssignmentState.SUBMITTED).exclude(task__phase=Phase.GUIDED).exists():
        return False
    if eligible_tasks(person=person, project=project, kind=kind, phase=Phase.GUIDED).exists():
        return True
    begun = mine.filter(state=AssignmentState.EXPIRED, task__phase=Phase.GUIDED, submissions__isnull=True)
    return open_tasks(project, kind).filter(pk__in=begun.values("task")).exists()


def has_examples(project: Project, kind: str) -> bool:
    """Tell whether the project offers guided examples of this workflow."""
    return project.guided_examples != GuidedExamples.OFF and examples(project, kind).exists()


def examples(project: Project, kind: str) -> QuerySet[GoldItem]:
    """Select the guided examples of a workflow that are given to people."""
    found = GoldItem.objects.filter(task__project=project, task__kind=str(kind), task__phase=Phase.GUIDED)
    return found.filter(task__withdrawn_at__isnull=True)


def examples_of(person: User, project: Project, kind: str) -> list[Example]:
    """List the kinds of examples of a workflow for a person: the one that they had, or else the next one. In a practice
    project every example."""
    guided = get_workflow(kind).guided
    if guided is None or project.guided_examples == GuidedExamples.OFF:
        return []
    mine = Assignment.objects.filter(person=person, project=project, kind=str(kind), task__phase=Phase.GUIDED)
    had = {one.task_id: one for one in mine.annotate(is_submitted=Exists(_submissions())).select_related("task")}
    subject = [f"task__{name}" for name in get_workflow(kind).subject]
    allowed = examples(project, kind).exclude(task__in=_excluded(person, project, kind))
    items = list(allowed.select_related("task", *subject).order_by("task__position", "pk"))
    found = []
    for each in guided.kinds:
        of_kind = [item for item in items if item.guide_kind == each.value]
        if not project.is_practice:
            had_or_first = next((one for one in of_kind if one.task_id in had), next(iter(of_kind), None))
            of_kind = [] if had_or_first is None else [had_or_first]
        for number, item in enumerate(of_kind, start=1):
            assignment = had.get(item.task_id)
            found.append(Example(item, each, _state(assignment), assignment, number if len(of_kind) > 1 else 0))
    return found


def open_example(*, person: User, item: GoldItem, from_start: bool) -> Assignment:
    """Open an example of `examples_of`, for the first time or again. Another task that is held is postponed.

    Raises AnnotationError: too many are postponed, or the example is no longer offered.
    """
    project, task = item.task.project, item.task
    with transaction.atomic():
        mine = Assignment.objects.filter(person=person, project=project, kind=task.kind)
        held = mine.filter(state=AssignmentState.HELD).exclude(task=task).select_related("task", "project").first()
        if held is not None:
            _lay_aside(held)
        known = mine.filter(task=task).select_related("task", "project").first()
        if known is None:
            known = assign(task, person, project)
            if known is None:
                raise AnnotationError("guided_example", _("This example is no longer offered."), 409)
        else:
            take_again(known, body={} if from_start else _submitted_body(known))
    return known


def current_submission(person: User, item: GoldItem) -> Submission | None:
    """Return what the person submitted last for an example; None before."""
    found = Submission.objects.filter(assignment__person=person, assignment__task=item.task_id, is_current=True)
    return found.select_related("assignment").first()


def steps_of(assignment: Assignment) -> tuple[GuideKind, dict[str, list[str]]] | None:
    """Return the kind of a guided example, and the words of its steps; None for everything else."""
    task = assignment.task
    if task.phase != Phase.GUIDED:
        return None
    item, guided = GoldItem.objects.filter(task=task).first(), get_workflow(task.kind).guided
    kind = None if item is None or guided is None else guided.kind(item.guide_kind)
    if item is None or guided is None or kind is None:
        return None
    fields = {"verdict": item.verdict, "challenges": item.challenges, "sets": item.sets}
    return kind, {name: list(words) for name, words in guided.words(task, as_gold(fields)).items()}


def withdraw(item: GoldItem) -> None:
    """Give a guided example to nobody any more. Who has done it keeps their feedback; saving it offers it again."""
    Task.objects.filter(pk=item.task_id, phase=Phase.GUIDED).update(withdrawn_at=timezone.now())


def _lay_aside(held: Assignment) -> None:
    """Postpone what is held; an example is left with its draft, to be gone on with. Raises AnnotationError."""
    if held.task.phase != Phase.GUIDED:
        postpone(held)
    elif held.submissions.exists():
        release(held)
    else:
        end(held, AssignmentState.EXPIRED, timezone.now())


def _submitted_body(assignment: Assignment) -> dict[str, Any] | None:
    """What was submitted, as the body of a draft; None before: the draft is gone on with."""
    current, guided = assignment.submissions.filter(is_current=True).first(), get_workflow(assignment.kind).guided
    return None if current is None or guided is None else guided.body(current)


def _state(assignment: Assignment | None) -> ExampleState:
    if assignment is None:
        return ExampleState.NEW
    if assignment.is_submitted:  # type: ignore[attr-defined]  # annotated by `examples_of`
        return ExampleState.DONE
    return ExampleState.LEFT if assignment.state == AssignmentState.RELEASED else ExampleState.BEGUN


def _submissions() -> QuerySet[Submission]:
    return Submission.objects.filter(assignment=OuterRef("pk"))


def _excluded(person: User, project: Project, kind: str) -> QuerySet[Task]:
    """Tasks of examples that are not for this person: of a claim that they wrote, for one."""
    tasks = Task.objects.filter(project=project, kind=str(kind), phase=Phase.GUIDED)
    return tasks.filter(get_workflow(kind).exclude(person, project))
