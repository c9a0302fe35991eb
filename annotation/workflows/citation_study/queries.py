"""Judgements of a project: those that count, with who is who, and their rows in a release."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotation.projects.models import Project
from annotation.vocabulary.tasks import IN_PRODUCTION
from annotation.work.counted import counted
from annotation.workflows.citation_study.choices import LEFT, RIGHT, SOURCE_A, SOURCE_B
from annotation.workflows.citation_study.models import SLUG, Preference
from annotation.workflows.citation_study.order import sides

FILE = "citation_preferences.jsonl"
ROWS = 2_000
ORIGINAL, SUGGESTED = "original", "suggested"
ITEM = "submission__assignment__task__study_item__"
OWN = ("label", "grade_a", "grade_b", "reason_a", "reason_b")
OTHERS = {
    "assignment": "submission__assignment",
    "person": "submission__assignment__person",
    "item": "submission__assignment__task",
    "is_swapped": "submission__assignment__shown_order__is_swapped",
    **{name: f"{ITEM}{name}" for name in ("claim_id", "control", "is_turned", "scores")},
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement with the identities. `item`: its task; `choice`: original, suggested, neither or both.

    `side`: left, right, or "" where none was chosen; `left`: which source stood there. `grades` and `reasons` by
    source, the reason "" where none was given. `control`: "" for an item of the study.
    """

    assignment: int
    person: int
    item: int
    claim: str
    control: str
    choice: str
    side: str
    left: str
    grades: Mapping[str, str]
    reasons: Mapping[str, str]
    scores: Mapping[str, float]


def counted_preferences(project: Project) -> QuerySet[Preference]:
    """Judgements of items and controls that count, by item and time."""
    found = Preference.objects.filter(
        counted("submission__"),
        submission__assignment__project=project,
        submission__assignment__kind=SLUG,
        submission__assignment__task__phase__in=IN_PRODUCTION,
        submission__assignment__task__study_item__isnull=False,
    )
    return found.order_by("submission__assignment__task", "submission__assignment__ended_at", "pk")


def judged(project: Project, without_people: Collection[int] = ()) -> Iterator[Judged]:
    """All of them. One query."""
    found = counted_preferences(project).exclude(submission__assignment__person__in=without_people)
    columns = found.values_list(*OWN, *OTHERS.values())
    for row in columns.iterator(chunk_size=ROWS):
        yield _judged(dict(zip((*OWN, *OTHERS), row, strict=True)))


def _judged(row: Mapping[str, Any]) -> Judged:
    is_turned, label = row["is_turned"], row["label"]
    who = {SOURCE_A: SUGGESTED, SOURCE_B: ORIGINAL} if is_turned else {SOURCE_A: ORIGINAL, SOURCE_B: SUGGESTED}
    shown = sides(is_swapped=bool(row["is_swapped"]))
    return Judged(
        assignment=row["assignment"],
        person=row["person"],
        item=row["item"],
        claim=row["claim_id"],
        control=row["control"],
        choice=who.get(label, label),
        side=next((side for side in (LEFT, RIGHT) if shown[side] == label), ""),
        left=who[shown[LEFT]],
        grades={who[SOURCE_A]: row["grade_a"], who[SOURCE_B]: row["grade_b"]},
        reasons={who[SOURCE_A]: row["reason_a"], who[SOURCE_B]: row["reason_b"]},
        scores=row["scores"],
    )


def preference_rows(project: Project, without_people: Collection[int] = ()) -> Iterator[dict[str, Any]]:
    """A row an annotation, for a release. `annotator`: number of a person; a release puts a pseudonym there."""
    for one in judged(project, without_people):
        yield {
            "annotator": one.person,
            "claim_id": one.claim,
            "control": one.control,
            "left": one.left,
            "choice": one.choice,
            **{f"{source}_grade": one.grades[source] for source in (ORIGINAL, SUGGESTED)},
            **{f"{source}_reason": one.reasons[source] or None for source in (ORIGINAL, SUGGESTED)},
            "scores": dict(one.scores),
        }
