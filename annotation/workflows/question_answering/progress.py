"""How far articles and claims are, phase by phase, and which tasks these numbers count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
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
    WITHDRAWN: Q(withdrawn_at__isnull=False, assigned_count=0),
}


@dataclass(frozen=True, slots=True)
class PhaseProgress:
    """Tasks of a phase in production: `waiting` have a free place, `held` are somebody's (postponed ones too),
    `submitted` were done by somebody, `withdrawn` wait for a manager. A task that several people do may be in two."""

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
    counts = {state: dict(tasks_in(project, state).values_list("kind").annotate(n=Count("pk"))) for state in STATES}
    on = [phase for phase in PHASES if phase in project.workflows]
    return [PhaseProgress(phase, *(counts[state].get(phase, 0) for state in STATES)) for phase in on]
