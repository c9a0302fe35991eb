"""What remains to be done of each kind of work in production."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Sum

from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.models import KEPT, Assignment, Task
from annotation.work.queue import open_tasks
from annotation.work.registry import workflows_of


@dataclass(frozen=True, slots=True)
class Remaining:
    """Annotations that are still required. `free`: offered to people. `held`: in progress or postponed. `withdrawn`: of
    tasks that nobody is offered until a manager decides, which is not in `total`. `to_come`: estimate of those of tasks
    that other work which remains will open, by how many each piece of it has opened so far.
    """

    free: int
    held: int
    withdrawn: int
    to_come: float

    @property
    def total(self) -> float:
        """What somebody has to do until all is done."""
        return self.free + self.held + self.to_come


def remaining_work(project: Project) -> dict[str, Remaining]:
    """Kind -> what remains, of the kinds that are no test; those that open others come first. What was set aside has
    its place, and remains only where somebody else is to do it again."""
    found: dict[str, Remaining] = {}
    for kind, workflow in workflows_of(project).items():
        if workflow.prerequisite is None:
            before = {name: one.total for name, one in found.items() if one.total}
            to_come = sum(before[name] * each for name, each in _opened(project, kind).items() if name in before)
            found[kind] = _remaining(project, kind, to_come if before else 0.0)
    return found


def _remaining(project: Project, kind: str, to_come: float) -> Remaining:
    rest = Sum(F("required_annotations") - F("assigned_count"), default=0)
    open_ones = open_tasks(project, kind).filter(phase=Phase.PRODUCTION).order_by()
    out = Task.objects.filter(project=project, kind=kind, phase=Phase.PRODUCTION, withdrawn_at__isnull=False).order_by()
    held = Assignment.objects.filter(project=project, kind=kind, ended_at__isnull=True, state__in=KEPT)
    return Remaining(
        free=open_ones.aggregate(n=rest)["n"],
        held=held.filter(task__phase=Phase.PRODUCTION).count(),
        withdrawn=out.aggregate(n=rest)["n"],
        to_come=to_come,
    )


def _opened(project: Project, kind: str) -> dict[str, float]:
    """Kind of work -> how many annotations of `kind` a submission of it has opened, on average over those that opened
    any."""
    opened = Task.objects.filter(project=project, kind=kind, phase=Phase.PRODUCTION, opened_by__isnull=False).order_by()
    rows = opened.values_list("opened_by__assignment__kind").annotate(
        places=Sum("required_annotations"), by=Count("opened_by", distinct=True)
    )
    return {name: places / by for name, places, by in rows}
