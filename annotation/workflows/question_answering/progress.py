"""How far articles and claims are, phase by phase."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Q

from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.workflows.question_answering.phases import PHASES

OPEN = Q(assigned_count__lt=F("required_annotations"), withdrawn_at__isnull=True)


@dataclass(frozen=True, slots=True)
class PhaseProgress:
    """Tasks of a phase in production: `waiting` have a free place, `withdrawn` wait for a manager; people's tasks that
    are `held` (postponed ones too) and `submitted`."""

    phase: str
    waiting: int
    held: int
    submitted: int
    withdrawn: int


def progress(project: Project) -> list[PhaseProgress]:
    """The phases that the project has on, in their order."""
    on = [phase for phase in PHASES if phase in project.workflows]
    tasks = Task.objects.filter(project=project, kind__in=on, phase=Phase.PRODUCTION).order_by()
    tasks = tasks.filter(Q(claim_item=None) | Q(claim_item__in_chain=True))
    waiting, withdrawn = Count("pk", filter=OPEN), Count("pk", filter=Q(withdrawn_at__isnull=False, assigned_count=0))
    counts = {
        kind: (one, other) for kind, one, other in tasks.values_list("kind").annotate(one=waiting, other=withdrawn)
    }
    of_people = Assignment.objects.filter(project=project, kind__in=on, task__phase=Phase.PRODUCTION).order_by()
    states = {(kind, state): n for kind, state, n in of_people.values_list("kind", "state").annotate(n=Count("pk"))}
    return [
        PhaseProgress(
            phase=phase,
            waiting=counts.get(phase, (0, 0))[0],
            held=sum(states.get((phase, state), 0) for state in (AssignmentState.HELD, AssignmentState.PARKED)),
            submitted=states.get((phase, AssignmentState.SUBMITTED), 0),
            withdrawn=counts.get(phase, (0, 0))[1],
        )
        for phase in on
    ]
