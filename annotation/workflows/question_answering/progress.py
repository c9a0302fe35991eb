"""How far articles and claims are, phase by phase."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Aggregate, Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.workflows.question_answering.phases import PHASES

WAITING, HELD, SUBMITTED, WITHDRAWN = "waiting", "held", "submitted", "withdrawn"
STATES = {WAITING: _("waiting"), HELD: _("in work"), SUBMITTED: _("submitted"), WITHDRAWN: _("withdrawn")}


def _has(*states: AssignmentState) -> Exists:
    return Exists(Assignment.objects.filter(task=OuterRef("pk"), state__in=states))


IN_STATE: Mapping[str, Q | Exists] = {
    WAITING: Q(assigned_count__lt=F("required_annotations"), withdrawn_at__isnull=True),
    HELD: _has(AssignmentState.HELD, AssignmentState.PARKED),
    SUBMITTED: _has(AssignmentState.SUBMITTED),
    WITHDRAWN: Q(withdrawn_at__isnull=False, assigned_count=0) & Q(_has(AssignmentState.SKIPPED)),
}
# Withdrawn by the phases themselves: work was set aside, or a changed verdict left nothing to resolve. Nobody puts it
# back: it comes back by itself.
CLOSED_BY_PHASES = Q(claim_item__in_chain=False) | (Q(claim_item__isnull=False) & ~Q(_has(AssignmentState.SKIPPED)))


@dataclass(frozen=True, slots=True)
class PhaseProgress:
    """Tasks of a phase in production: `waiting` have a free place, `withdrawn` wait for a manager; people's tasks that
    are `held` (postponed ones too) and `submitted`."""

    phase: str
    waiting: int
    held: int
    submitted: int
    withdrawn: int


def tasks_in(project: Project, state: str) -> QuerySet[Task]:
    """The tasks in production that are in this state, one of STATES; "" for any."""
    tasks = Task.objects.filter(project=project, kind__in=PHASES, phase=Phase.PRODUCTION).order_by()
    tasks = tasks.filter(Q(claim_item=None) | Q(claim_item__in_chain=True))
    return tasks.filter(IN_STATE[state]) if state else tasks


def progress(project: Project) -> list[PhaseProgress]:
    """The phases that the project has on, in their order."""
    on = [phase for phase in PHASES if phase in project.workflows]
    tasks = Task.objects.filter(project=project, kind__in=on, phase=Phase.PRODUCTION).order_by()
    waiting = _by_kind(tasks.filter(IN_STATE[WAITING]), Count("pk"))
    withdrawn = _by_kind(tasks.filter(IN_STATE[WITHDRAWN]).exclude(CLOSED_BY_PHASES), Count("pk"))
    taken = _by_kind(tasks, Sum("assigned_count"))
    kept = Assignment.objects.filter(project=project, kind__in=on, task__phase=Phase.PRODUCTION, ended_at=None)
    held = _by_kind(kept.order_by(), Count("pk"))
    return [
        PhaseProgress(phase, waiting[phase], held[phase], taken[phase] - held[phase], withdrawn[phase]) for phase in on
    ]


def _by_kind(rows: QuerySet[Any], number: Aggregate) -> defaultdict[str, int]:
    """Kind -> the number. A scan of tasks alone: joined with assignments, a large project takes a second."""
    return defaultdict(int, rows.values_list("kind").annotate(number=number))
