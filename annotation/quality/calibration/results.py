"""Read answers to gold from the database, with their scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, QuerySet

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import GoldAnswer
from annotation.quality.calibration.models import Calibration, GoldItem
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.gold import Answer, Gold, ItemScore
from annotation.work.models import Submission, Task
from annotation.work.registry import get_workflow


@dataclass(frozen=True, slots=True)
class Result:
    """Scored answer to a gold item. The submission's assignment and person are loaded."""

    item: GoldItem
    submission: Submission
    answer: Answer
    score: ItemScore


def results_of(
    project: Project, kind: str, phases: Iterable[Phase], person: User | None = None
) -> dict[int, list[Result]]:
    """Person -> current answers to gold of this kind of work, oldest first; none where work is not scored by gold.

    Two queries: the rows, and what `Calibratable.answers` reads.
    """
    workflow = get_workflow(kind)
    if workflow.calibratable is None or workflow.comparable is None:
        return {}
    gold = gold_items(project, phases, kind)
    rows = Submission.objects.filter(is_current=True, assignment__task__in=gold.values("task"))
    # Whoever made gold by answering it is not measured by it.
    rows = rows.exclude(assignment__person=F("assignment__task__gold__made_by"))
    rows = rows.exclude(_of_earlier_calibration(), assignment__task__phase__in=CALIBRATING)
    if person is not None:
        rows = rows.filter(assignment__person=person)
    capability = workflow.calibratable
    rows = rows.select_related("assignment__task__gold", "assignment__person", *capability.select)
    rows = rows.order_by("assignment__ended_at", "pk")
    answers = _labels(rows, workflow.comparable.field) if capability.answers is None else capability.answers(rows)
    found: defaultdict[int, list[Result]] = defaultdict(list)
    for row in rows:
        item, answer = row.assignment.task.gold, answers[row.pk]
        found[row.assignment.person_id].append(Result(item, row, answer, capability.score(answer, gold_of(item))))
    return dict(found)


def _of_earlier_calibration() -> Exists:
    """Condition on Submission: an answer of a calibration that its person began again since (`restart`)."""
    again = Calibration.objects.filter(
        project=OuterRef("assignment__project"),
        person=OuterRef("assignment__person"),
        kind=OuterRef("assignment__kind"),
        since__gt=OuterRef("assignment__created_at"),
    )
    return Exists(again)


def _labels(rows: QuerySet[Submission], label: str) -> dict[int, Answer]:
    return {pk: Answer(value) for pk, value in rows.values_list("pk", label)}


def gold_of(item: GoldItem | GoldAnswer) -> Gold:
    """Convert an answer for scoring."""
    body = item.references if isinstance(item, GoldItem) else item.body
    return Gold(item.verdict, frozenset(item.challenges), tuple(frozenset(ids) for ids in item.sets), body)


def gold_items(project: Project, phases: Iterable[Phase], kind: str | None = None) -> QuerySet[GoldItem]:
    """Select the gold items of these phases and kind of work (None: of any), withdrawn ones too."""
    asked = Task.objects.filter(pk=OuterRef("task"), project=project, phase__in=[*phases])
    if kind is not None:
        asked = asked.filter(kind=str(kind))
    # Not by a join: SQLite would begin with all tasks of the project, and there is little gold.
    return GoldItem.objects.filter(Exists(asked))


def pool(project: Project, kind: str, phase: int) -> QuerySet[GoldItem]:
    """Select the gold items of a phase that are assigned, in their order."""
    return gold_items(project, [Phase(phase)], kind).filter(task__withdrawn_at__isnull=True)


def asked_for(project: Project, kind: str, phase: int) -> int:
    """Number of items of a phase per candidate: the project's setting, at most as many as exist."""
    return min(project.calibration_items, pool(project, kind, phase).count())
