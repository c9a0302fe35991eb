"""Ratings of a project: those that count, and their rows in a release."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.workflows.evidence_rating.models import SLUG, EvidenceRating, RatedEvidence
from annotation.workflows.evidence_rating.scales import scales
from annotation.workflows.evidence_rating.verdicts import NO_VERDICT

FILE = "ratings.jsonl"
ROWS = 1_000
ITEM = "submission__assignment__task__rated_evidence"


def counted_ratings(project: Project) -> QuerySet[EvidenceRating]:
    """Ratings in production that count, by item and time."""
    found = EvidenceRating.objects.filter(
        counted("submission__"),
        submission__assignment__project=project,
        submission__assignment__kind=SLUG,
        submission__assignment__task__phase=Phase.PRODUCTION,
    )
    return found.order_by("submission__assignment__task", "submission__assignment__ended_at", "pk")


def strings_of(pairs: list[Mapping[str, str]] | None) -> list[str]:
    """Evidence as its metrics read it: question, a space and the answer."""
    return [" ".join(filter(None, (one["question"], one["answer"]))) for one in pairs or ()]


def rating_rows(project: Project, without_people: Collection[int] = ()) -> Iterator[dict[str, Any]]:
    """A row a rating, in the shape of AVeriTeC's `evidence_ratings`, with the system. `annotator`: number of a person.

    `import_dataset` reads it again (`annotation.release.importing.evidence_ratings`)."""
    found = counted_ratings(project).exclude(submission__assignment__person__in=without_people)
    for one in found.select_related(f"{ITEM}__task").iterator(chunk_size=ROWS):
        item: RatedEvidence = one.submission.assignment.task.rated_evidence
        yield {
            "annotator": one.submission.assignment.person_id,
            "id": item.claim_id,
            "claim": item.claim,
            "speaker": item.speaker or None,
            "claim_date": item.claim_date or None,
            "system": item.system,
            "predicted_evidence": item.evidence,
            "major_error": one.major_error,
            "verdict_from_evidence": None if one.label == NO_VERDICT else one.label,
            **{name: one.scores.get(name) for name in scales().names},
            "gold_label": item.label or None,
            "gold_evidence": None if item.reference is None else strings_of(item.reference),
        }
