"""Read answers to gold from the database, with their scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, QuerySet

from annotation.accounts.models import User
from annotation.evidence.queries import evidence_sets
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import GoldAnswer
from annotation.quality.calibration.models import GoldItem
from annotation.quality.calibration.scoring import Answer, Gold, ItemScore, score_item
from annotation.vocabulary.tasks import Phase
from annotation.workflows.claim_verification.models import Verification


@dataclass(frozen=True, slots=True)
class Result:
    """Scored verification of a gold item. `verification.claim` and `verification.assignment` are loaded."""

    item: GoldItem
    verification: Verification
    answer: Answer
    score: ItemScore


def results_of(project: Project, phases: Iterable[Phase], person: User | None = None) -> dict[int, list[Result]]:
    """Person -> current answers to gold, oldest first. Three queries."""
    rows = Verification.objects.filter(
        is_current=True,
        assignment__project=project,
        assignment__task__phase__in=list(phases),
        assignment__task__gold__isnull=False,
    )
    # Whoever made gold by verifying it is not measured by it.
    rows = rows.exclude(assignment__person=F("assignment__task__gold__made_by"))
    if person is not None:
        rows = rows.filter(assignment__person=person)
    found: defaultdict[int, list[Result]] = defaultdict(list)
    sets = evidence_sets(pk__in=rows)
    in_order = rows.select_related("claim", "assignment__task__gold", "assignment__person")
    for row in in_order.order_by("assignment__ended_at", "pk"):
        item = row.assignment.task.gold
        answer = Answer(row.verdict, row.challenge, sets.get(row.pk, ()))
        found[row.assignment.person_id].append(Result(item, row, answer, score_item(answer, gold_of(item))))
    return dict(found)


def gold_of(item: GoldItem | GoldAnswer) -> Gold:
    """Convert an answer for scoring."""
    return Gold(item.verdict, frozenset(item.challenges), tuple(frozenset(ids) for ids in item.sets))


def pool(project: Project, kind: str, phase: int) -> QuerySet[GoldItem]:
    """Select the gold items of a phase that are assigned, in their order."""
    return GoldItem.objects.filter(
        task__project=project, task__kind=str(kind), task__phase=phase, task__withdrawn_at__isnull=True
    )


def asked_for(project: Project, kind: str, phase: int) -> int:
    """Number of items of a phase per candidate: the project's setting, at most as many as exist."""
    return min(project.calibration_items, pool(project, kind, phase).count())
