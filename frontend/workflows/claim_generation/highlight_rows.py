"""Query of a project's highlights and their states, shared by counts, filters and pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.workflows.claim_generation.models import Highlight
from annotation.workflows.kinds import TaskKind
from frontend.views.lists import page_of

# Every highlight is in exactly one of these; "skipped" says something besides.
STATES: dict[str, Q] = {
    "open": Q(done=False, held=False, withdrawn_at__isnull=True),
    "held": Q(done=False, held=True),
    "done": Q(done=True),
    "withdrawn": Q(done=False, held=False, withdrawn_at__isnull=False),
}
NARROWING = {"": Q(), **STATES, "skipped": Q(skipped=True)}
STATE_NAMES: dict[str, Promise] = {
    "open": _("queued"),
    "held": _("in progress"),
    "done": _("done"),
    "withdrawn": _("withdrawn"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One highlight in the list. `worker` has done it or holds it; `skips` are what others said of it."""

    highlight: Highlight
    state: str
    worker: User | None
    skips: list[Assignment]

    @property
    def state_name(self) -> str | Promise:
        return STATE_NAMES[self.state]


def writing_tasks(project: Project) -> QuerySet[Task]:
    """The drawn highlights, one task each, in the order of the queue, with `done`, `held` and `skipped`.

    A highlight that came with imported claims has no task: nobody is to write for it.
    """
    of_task = Assignment.objects.filter(task=OuterRef("pk"))
    return (
        Task.objects.filter(project=project, kind=TaskKind.CLAIM_GENERATION, phase=0)
        .annotate(
            done=Exists(of_task.filter(state=AssignmentState.SUBMITTED)),
            held=Exists(of_task.filter(_held())),
            skipped=Exists(of_task.filter(state=AssignmentState.SKIPPED)),
        )
        .order_by("position", "pk")
    )


def figures(project: Project) -> dict[str, int]:
    """How many highlights there are (`all`), in each state, and how many somebody skipped."""
    wanted = {f"number_{name or 'all'}": Count("pk", filter=fits) for name, fits in NARROWING.items()}
    counted = writing_tasks(project).aggregate(**wanted)
    return {name.removeprefix("number_"): number for name, number in counted.items()}


def worked_on_by(person: User) -> Exists:
    """Tasks that the person did, holds or skipped."""
    said = Q(state__in=[AssignmentState.SUBMITTED, AssignmentState.SKIPPED])
    return Exists(Assignment.objects.filter(_held() | said, task=OuterRef("pk"), person=person))


def page_of_rows(request: HttpRequest, tasks: QuerySet[Task]) -> Page[Any]:
    """A page of `tasks` as rows; who did what is looked up for the rows shown only."""
    people = Assignment.objects.select_related("person").order_by("ended_at", "pk")
    wanted = tasks.select_related("generation_item__highlight").prefetch_related(
        Prefetch("assignments", queryset=people)
    )
    page = page_of(request, wanted)
    page.object_list = [_row(task) for task in page]
    return page


def _row(task: Any) -> Row:
    """Of a task with the annotations of `writing_tasks`."""
    assignments: Iterable[Assignment] = task.assignments.all()
    if task.done:
        state, doing = "done", AssignmentState.SUBMITTED
    elif task.held:
        state, doing = "held", AssignmentState.HELD
    else:
        state, doing = ("withdrawn" if task.withdrawn_at else "open"), None
    worker = next((each.person for each in assignments if each.state == doing), None)
    skips = [each for each in assignments if each.state == AssignmentState.SKIPPED]
    return Row(task.generation_item.highlight, state, worker, skips)


def _held() -> Q:
    """Assignments by a lease that runs: an overdue one is ended when somebody next takes work."""
    return Q(state=AssignmentState.HELD, leased_until__gte=timezone.now())
