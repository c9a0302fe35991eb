"""Effect of a change of guidelines: agreement among annotations made under the version before, and under it.

Annotations are read as they were when the version was in force: of each assignment the last revision made under it,
also one that was replaced later. What was set aside is left out, except by the actions that re-opened the group of this
change: without its annotations there would be no "before" of the group.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Count
from django.db.models.functions import Coalesce

from annotation.projects.models import Project
from annotation.quality.agreement.before_after import BeforeAfter, before_after
from annotation.quality.agreement.items import Item, Rating
from annotation.quality.guideline_changes.models import GuidelineChange
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import Submission
from annotation.work.registry import get_workflow, labels_of
from annotation.workflows.models import RevisionRequest


@dataclass(frozen=True, slots=True)
class Effect:
    """Agreement before and after a change. `made_before`, `made_after`: counted annotations of production.

    `group`: of the tasks behind it; `others`: of all other tasks; `everything`: of both. `group_with_asked`: of the
    group, with revisions that a manager asked for, which are no independent annotations; None where there are none.
    """

    before: int
    after: int
    made_before: int
    made_after: int
    group: BeforeAfter | None
    group_with_asked: BeforeAfter | None
    others: BeforeAfter
    everything: BeforeAfter


class VersionedRating(NamedTuple):
    """An annotation as it was under one version. `set_aside`: the action that set it aside."""

    task: int
    at: datetime
    submission: int
    assignment: int
    person: int
    label: str
    version: int
    revision: int
    set_aside: int | None
    third_requested_at: datetime | None


@dataclass(frozen=True, slots=True)
class Ratings:
    """What effects are computed from. `made`: version -> counted annotations of production."""

    rows: list[VersionedRating]
    made: dict[int, int]


def effect_of(change: GuidelineChange, ratings: Ratings | None = None) -> Effect | None:
    """Compare the version of the change with the one before. None: its text is not saved, or its answers are not
    compared with each other (`Workflow.comparable`). `ratings`: what `ratings_of` gave, where the caller has it."""
    workflow = get_workflow(change.kind)
    if change.guidelines is None or workflow.comparable is None:
        return None
    project, after = change.project, change.guidelines.version
    before, labels = after - 1, labels_of(project, workflow)
    own_actions = set(change.actions.values_list("pk", flat=True))
    known = ratings_of(project, change.kind) if ratings is None else ratings
    rows = [
        row
        for row in known.rows
        if row.version in (before, after)
        and (row.set_aside is None or (row.version == before and row.set_aside in own_actions))
    ]
    asked = _asked_for(project, rows)
    free = [row for row in rows if row.submission not in asked]
    group = set(change.tasks.values_list("pk", flat=True))

    def compared(of: Iterable[VersionedRating]) -> BeforeAfter:
        some = list(of)
        return before_after(_items(some, before), _items(some, after), labels)

    in_group = [row for row in free if row.task in group]
    with_asked = [row for row in rows if row.task in group]
    return Effect(
        before,
        after,
        known.made.get(before, 0),
        known.made.get(after, 0),
        compared(in_group) if group else None,
        compared(with_asked) if len(with_asked) > len(in_group) else None,
        compared(row for row in free if row.task not in group),
        compared(free),
    )


def ratings_of(project: Project, kind: str) -> Ratings:
    """The last revision of each assignment under each version, of tasks that several people were assigned."""
    workflow = get_workflow(kind)
    if workflow.comparable is None:
        return Ratings([], {})
    label = workflow.comparable.field
    of_kind = Submission.objects.filter(
        assignment__project=project,
        assignment__kind=kind,
        assignment__task__phase=Phase.PRODUCTION,
        guidelines_version__isnull=False,
    ).order_by()
    several = of_kind.filter(
        assignment__task__assigned_count__gt=1, **{f"{label}__in": labels_of(project, workflow).values}
    )
    columns = ("pk", "assignment", "assignment__person", label, "guidelines_version", "revision")
    at = Coalesce("assignment__ended_at", "created_at")
    rows = several.annotate(at=at).values_list(
        "assignment__task", "at", *columns, "assignment__set_aside", "assignment__task__third_requested_at"
    )
    last: dict[tuple[int, int], VersionedRating] = {}
    for row in map(VersionedRating._make, rows):
        key = row.assignment, row.version
        if key not in last or last[key].revision < row.revision:
            last[key] = row
    made = of_kind.filter(counted()).values_list("guidelines_version").annotate(made=Count("pk"))
    return Ratings(list(last.values()), {version: number for version, number in made if version is not None})


def _asked_for(project: Project, rows: Sequence[VersionedRating]) -> set[int]:
    """Submissions that revise what was sent back to its annotator: somebody who had seen all answers asked for them."""
    revised = [row for row in rows if row.revision > 1]
    if not revised:
        return set()
    requests = RevisionRequest.objects.filter(assignment__project=project).order_by("-pk")
    first = dict(requests.values_list("assignment", "verification__submission__revision"))  # the first one stays
    return {row.submission for row in revised if row.revision > first.get(row.assignment, row.revision)}


def _items(rows: Iterable[VersionedRating], version: int) -> list[Item]:
    in_order = sorted((row for row in rows if row.version == version), key=itemgetter(0, 1, 2))
    items = []
    for task, of_task in groupby(in_order, key=itemgetter(0)):
        ratings = tuple(
            Rating(row.submission, row.person, row.label, "", (), row.at, guidelines=version)
            for row in _without_third(list(of_task))
        )
        if len(ratings) > 1:
            items.append(Item(task, ratings))
    return items


def _without_third(rows: list[VersionedRating]) -> list[VersionedRating]:
    """Without the annotation that a rule asked for because the two before it differ: they alone have one."""
    asked_at = rows[0].third_requested_at
    first = [row for row in rows if asked_at is not None and row.at <= asked_at]
    return first if len(first) > 1 else rows
