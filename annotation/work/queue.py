"""Who may do which task: eligibility queries, per-person limits, and the next task of the queue.

A person is eligible for a task if it still needs annotations, they never had it, it belongs to their phase (production,
or a phase of calibration, whose tasks have a gold answer), and `Workflow.exclude` does not rule it out. A verifier is
never assigned a claim that they wrote, nor a claim about a highlight that they wrote for. Roles are checked before, in
`annotation.work.access`.
`annotation.work.assignment` assigns the task that is chosen here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import connection
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from annotation.accounts.models import User
from annotation.projects.member_settings import pauses
from annotation.projects.models import Project
from annotation.vocabulary.tasks import CALIBRATING, IN_PRODUCTION, Phase
from annotation.work import extension_points
from annotation.work.extension_points import Eligibility
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.work.registry import get_workflow


def eligible_tasks(*, person: User, project: Project, kind: str, phase: Phase | None = None) -> QuerySet[Task]:
    """Tasks with a free slot that this person may be assigned, in queue order. `phase` defaults to the person's phase.

    Tasks of other phases than production need gold. Excluded are tasks that rest, tasks that the person ever had and
    those that `Workflow.exclude` names (paper, section 3.1.2: claims are verified by others than their writers).
    """
    if phase is None:
        phase = extension_points.policy.eligibility(person=person, project=project, kind=kind).phase
    free = open_tasks(project, kind).filter(phase=phase).exclude(previously_assigned(person))
    if phase != Phase.PRODUCTION:
        free = free.filter(gold__isnull=False)
    if (rest := rest_of(project, kind)) is not None:
        free = free.exclude(resting(rest))
    free = free.exclude(get_workflow(kind).exclude(person, project))
    if phase != Phase.GUIDED or project.is_practice:
        return free.order_by("position", "id")
    return _one_of_each_kind(free, person, kind)


def _one_of_each_kind(examples: QuerySet[Task], person: User, kind: str) -> QuerySet[Task]:
    """Guided examples of the kinds that the person has not begun, in the order of the kinds."""
    begun = Assignment.objects.filter(
        person=person,
        project=OuterRef("project"),
        kind=OuterRef("kind"),
        task__phase=Phase.GUIDED,
        task__gold__guide_kind=OuterRef("gold__guide_kind"),
    )
    guided = get_workflow(kind).guided
    kinds = () if guided is None else guided.kinds
    known = examples.filter(gold__guide_kind__in=[one.value for one in kinds]).exclude(Exists(begun))
    places = [When(gold__guide_kind=one.value, then=Value(place)) for place, one in enumerate(kinds)]
    return known.annotate(place=Case(*places, default=Value(len(places)))).order_by("place", "position", "id")


def next_task(*, person: User, project: Project, kind: str, eligibility: Eligibility | None = None) -> Task | None:
    """Return the first eligible task, or a hidden item when one is due. Call it in a transaction.

    None if the person waits for results or for a decision, or is paused in the project. PostgreSQL locks the row and
    skips rows locked by others unless nothing else is left. `eligibility`: what the policy says now, if it was asked.
    """
    policy = extension_points.policy
    eligibility = eligibility or policy.eligibility(person=person, project=project, kind=kind)
    if eligibility.waiting is not None:
        return None
    turns: Sequence[Q] = (extension_points.ANY_TASK,)
    if eligibility.phase == Phase.PRODUCTION:
        turns = policy.turns(person=person, project=project, kind=kind)
    if preferred := get_workflow(kind).prefer(person, project):
        turns = [one for turn in turns for one in (turn & preferred, turn)]
    tried = (_first(person, project, kind, eligibility.phase, turn) for turn in turns)
    found = next((task for task in tried if task is not None), None)
    if found is None or eligibility.phase != Phase.PRODUCTION:
        return found
    if not policy.attention_check_is_due(person=person, project=project, kind=kind):
        return found
    return _first(person, project, kind, Phase.SILENT) or found


def _first(person: User, project: Project, kind: str, phase: Phase, turn: Q = extension_points.ANY_TASK) -> Task | None:
    tasks = eligible_tasks(person=person, project=project, kind=kind, phase=phase).filter(turn)
    # Whether the person is paused is asked in the same statement; the workspace shows the subject at once.
    tasks = tasks.exclude(Exists(pauses(project, person))).select_related(*get_workflow(kind).subject)
    if not connection.features.has_select_for_update:
        return tasks.first()
    return tasks.select_for_update(skip_locked=True, no_key=True, of=("self",)).first() or tasks.first()


def open_tasks(project: Project, kind: str) -> QuerySet[Task]:
    """Tasks with a free slot, whoever asks."""
    return Task.objects.filter(
        project=project, kind=kind, assigned_count__lt=F("required_annotations"), withdrawn_at__isnull=True
    )


def rest_of(project: Project, kind: str) -> timedelta | None:
    """Return how long a task that a submission opened rests; None if it does not (`Workflow.rest_hours`)."""
    hours = get_workflow(kind).rest_hours(project)
    return timedelta(hours=hours) if hours else None


def resting(rest: timedelta) -> Q:
    """Condition on Task: a submission opened it less than so long ago."""
    return Q(opened_by__isnull=False, created_at__gt=timezone.now() - rest)


def previously_assigned(person: User) -> Exists:
    """Condition on Task: the person has or had an assignment of it, in any state."""
    return Exists(Assignment.objects.filter(task=OuterRef("pk"), person=person))


def limit_reached(*, person: User, project: Project, kind: str, eligibility: Eligibility | None = None) -> int | None:
    """Return the limit per person of this kind of work if this person has reached it, else None.

    During calibration the limit is the number of items of the phase. Postponed assignments count as done, guided
    examples count as nothing. `eligibility`: what the policy says now, if it was asked.
    """
    eligibility = eligibility or extension_points.policy.eligibility(person=person, project=project, kind=kind)
    phase = eligibility.phase
    if phase == Phase.GUIDED:
        return None
    limit = project.calibration_items if phase in CALIBRATING else get_workflow(kind).limit(project)
    if limit is None:
        return None
    counted = (AssignmentState.SUBMITTED, AssignmentState.PARKED)
    done = Assignment.objects.filter(person=person, project=project, kind=kind, state__in=counted)
    if phase in CALIBRATING and eligibility.since is not None:
        done = done.filter(created_at__gte=eligibility.since)
    phases = [phase] if phase in CALIBRATING else IN_PRODUCTION
    return limit if done.filter(task__phase__in=phases).count() >= limit else None


def postponed_count(*, person: User, project: Project, kind: str) -> int:
    """Count the person's postponed assignments."""
    mine = Assignment.objects.filter(person=person, project=project, kind=kind, state=AssignmentState.PARKED)
    return mine.count()
