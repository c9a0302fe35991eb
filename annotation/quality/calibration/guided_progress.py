"""Progress of a project's people in the guided examples: which kinds each has done, left or not begun, and when."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.calibration.guided_examples import ExampleState, examples
from annotation.vocabulary.guided_examples import GuidedExamples
from annotation.vocabulary.tasks import Phase
from annotation.work.capabilities import GuideKind
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import workflows_of
from annotation.work.workflow import AnyWorkflow


@dataclass(frozen=True, slots=True)
class ExampleProgress:
    """A person's progress in one kind. `at`: when they last submitted it, or left or began it; None before."""

    kind: GuideKind
    state: ExampleState
    at: datetime | None


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """Everybody who has a role in the work. `is_new`: they have submitted no other work, and so are given examples."""

    person: User
    is_new: bool
    kinds: list[ExampleProgress]


@dataclass(frozen=True, slots=True)
class GuidedProgress:
    """The people of one kind of work and the kinds of its examples, in their order."""

    workflow: AnyWorkflow
    kinds: list[GuideKind]
    people: list[PersonProgress]


def guided_progress(project: Project) -> list[GuidedProgress]:
    """List the progress of each kind of work that offers examples. The number of queries does not grow with people."""
    if project.guided_examples == GuidedExamples.OFF:
        return []
    found = (_progress(project, slug, record) for slug, record in workflows_of(project).items())
    return [one for one in found if one is not None]


def _progress(project: Project, slug: str, record: AnyWorkflow) -> GuidedProgress | None:
    if record.guided is None:
        return None
    offered = set(examples(project, slug).values_list("guide_kind", flat=True))
    kinds = [kind for kind in record.guided.kinds if kind.value in offered]
    if not kinds:
        return None
    had = _had(project, slug)
    submitted = Assignment.objects.filter(project=project, kind=slug, state=AssignmentState.SUBMITTED)
    known = set(submitted.exclude(task__phase=Phase.GUIDED).values_list("person", flat=True))
    members = User.objects.filter(memberships__project=project, memberships__role__in=record.roles, is_active=True)
    people = [
        PersonProgress(person, person.pk not in known, [_of_kind(kind, had[person.pk, kind.value]) for kind in kinds])
        for person in members.distinct().order_by("username", "pk")
    ]
    return GuidedProgress(record, kinds, people)


_Had = list[tuple[ExampleState, datetime]]


def _had(project: Project, slug: str) -> defaultdict[tuple[int, str], _Had]:
    """State and time of everything that people had, by person and kind: several examples may be of one kind."""
    mine = Assignment.objects.filter(project=project, kind=slug, task__phase=Phase.GUIDED, task__gold__isnull=False)
    rows = mine.annotate(submitted_at=Max("submissions__created_at")).order_by("pk")
    found: defaultdict[tuple[int, str], _Had] = defaultdict(list)
    for person, kind, state, submitted_at, ended_at, created_at in rows.values_list(
        "person", "task__gold__guide_kind", "state", "submitted_at", "ended_at", "created_at"
    ):
        if submitted_at is not None:
            one = ExampleState.DONE, submitted_at
        elif state == AssignmentState.RELEASED:
            one = ExampleState.LEFT, ended_at or created_at
        else:
            one = ExampleState.BEGUN, created_at
        found[person, kind].append(one)
    return found


def _of_kind(kind: GuideKind, had: _Had) -> ExampleProgress:
    """The furthest of what they had."""
    for state in (ExampleState.DONE, ExampleState.BEGUN, ExampleState.LEFT):
        times = [at for one, at in had if one is state]
        if times:
            return ExampleProgress(kind, state, max(times))
    return ExampleProgress(kind, ExampleState.NEW, None)
