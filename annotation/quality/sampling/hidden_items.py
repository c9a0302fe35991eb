"""Draw claims for re-validation and for oracle annotation as they come, and decide whose turn it is to get one.

Sampling: of new claims exactly the project's shares, by its secret seed. Hand-out: of a person's tasks exactly one in
`revalidation_every` is a re-validation and one in `oracle_every` an oracle item, at places drawn by the seed. While
ordinary claims are left for the person, no other task is one of them, the first annotation of a drawn claim included.
Where none is left at its place the person gets an ordinary claim, and it stays due. Once ordinary claims are used up
the drawn ones are handed out as they come, so that the project can end. The number of people of a task is a limit that
the database keeps (`annotation.work.slots`), and nobody gets a task twice.

The person cannot tell: payload, address and number of open tasks are those of any claim, and places have no rhythm.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Count, F, Q

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.sampling.draw import Places, drawn
from annotation.quality.sampling.models import HiddenItem, HiddenItemCounter, HiddenKind
from annotation.vocabulary.tasks import IN_PRODUCTION, Phase
from annotation.work.extension_points import ANY_TASK
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.work.registry import kinds_on_claims
from annotation.workflows.models import VerificationItem
from annotation.workflows.oracle_annotation.tasks import open_oracle_tasks

BATCH = 500
COUNTED = (AssignmentState.HELD, AssignmentState.PARKED, AssignmentState.SUBMITTED)  # of a person's tasks
ORDINARY = Q(hidden_item__isnull=True)


def draws(project: Project) -> bool:
    """Tell whether the project draws hidden items. No query."""
    return bool(project.revalidation_share or project.oracle_share)


def draw_from(project: Project, tasks: Sequence[Task]) -> None:
    """Draw from the tasks of new claims. Call it in the transaction that made them. No query without shares."""
    if not draws(project):
        return
    known = kinds_on_claims()
    new = [one for one in tasks if one.kind in known and one.phase == Phase.PRODUCTION and not one.assigned_count]
    if new:
        _draw(project, sorted(one.pk for one in new))


@transaction.atomic
def draw_from_waiting(project: Project) -> None:
    """Draw from the claims that came while the project drew none and that nobody has been assigned yet."""
    if not draws(project):
        return
    counter, _made = HiddenItemCounter.objects.get_or_create(project=project)
    waiting = Task.objects.filter(
        project=project,
        kind__in=kinds_on_claims(),
        phase=Phase.PRODUCTION,
        withdrawn_at__isnull=True,
        pk__gt=counter.last_task,
        assignments__isnull=True,
    )
    if found := list(waiting.order_by("pk").values_list("pk", flat=True)):
        _draw(project, found)


def _draw(project: Project, tasks: Sequence[int]) -> None:
    first = _counted(project, tasks)
    again, oracle = drawn(
        project.qa_seed,
        range(first, first + len(tasks)),
        revalidation=project.revalidation_share,
        oracle=project.oracle_share,
    )
    chosen = {HiddenKind.REVALIDATION: again, HiddenKind.ORACLE: oracle}
    items = [HiddenItem(task_id=tasks[one - first], kind=kind) for kind, ordinals in chosen.items() for one in ordinals]
    HiddenItem.objects.bulk_create(items, batch_size=BATCH)
    people = project.revalidation_people
    mine = Task.objects.filter(project=project, required_annotations__lt=people)
    for start in range(0, len(again), BATCH):
        numbers = [tasks[one - first] for one in again[start : start + BATCH]]
        mine.filter(pk__in=numbers).update(required_annotations=people)
    open_oracle_tasks(project, [tasks[one - first] for one in oracle])


def _counted(project: Project, tasks: Sequence[int]) -> int:
    """The number of the first of these tasks among all that were drawn from, from 0; each number is given once."""
    HiddenItemCounter.objects.get_or_create(project=project)
    mine = HiddenItemCounter.objects.filter(project=project)
    mine.update(counted=F("counted") + len(tasks))  # holds the row until the end
    counter = mine.get()
    mine.update(last_task=max(counter.last_task, *tasks))
    return counter.counted - len(tasks)


def turns(*, person: User, project: Project, kind: str) -> Sequence[Q]:
    """Return the conditions on the person's next task, in the order in which they are tried. One query, and none in
    projects that draw no hidden items.
    """
    if not draws(project) or kind not in kinds_on_claims():
        return (ANY_TASK,)
    mine = Assignment.objects.filter(
        person=person, project=project, kind=kind, state__in=COUNTED, task__phase__in=IN_PRODUCTION
    )
    counts = mine.aggregate(
        done=Count("pk"), **{each.value: Count("pk", filter=Q(task__hidden_item__kind=each)) for each in HiddenKind}
    )
    seed = project.qa_seed
    again = Places(seed, f"{HiddenKind.REVALIDATION.value} {person.pk}", project.revalidation_every)
    oracle = Places(
        *(seed, f"{HiddenKind.ORACLE.value} {person.pk}", project.oracle_every),
        others=again if project.revalidation_share else None,
    )
    places = {HiddenKind.ORACLE: oracle, HiddenKind.REVALIDATION: again}  # the rarer first
    fall_due = [each for each, of in places.items() if counts[each.value] < of.due(counts["done"])]
    later = [each for each in (HiddenKind.REVALIDATION, HiddenKind.ORACLE) if each not in fall_due]
    return [*map(_of, fall_due), ORDINARY, *map(_of, later)]


def _of(kind: HiddenKind) -> Q:
    return Q(hidden_item__kind=kind)


def has_hidden_items(project: Project, kind: HiddenKind) -> bool:
    """Tell whether any claim of the project was drawn for this."""
    return HiddenItem.objects.filter(task__project=project, kind=kind).exists()


def hidden_claims(project: Project, kind: HiddenKind) -> list[int]:
    """Ids of the claims that were drawn and are in production, in order."""
    items = VerificationItem.objects.filter(
        task__project=project, task__phase=Phase.PRODUCTION, task__hidden_item__kind=kind
    )
    return list(items.order_by("claim").values_list("claim", flat=True))
