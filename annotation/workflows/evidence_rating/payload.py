"""Payload of a rater: the claim, the evidence, what can be said of it, and the draft."""

from __future__ import annotations

from typing import Any

from annotation.projects.models import Project
from annotation.work.models import Assignment
from annotation.work.operations import so_far
from annotation.work.payload import common_part, draft_part
from annotation.workflows.evidence_rating.models import EvidenceRating
from annotation.workflows.evidence_rating.scales import scales
from annotation.workflows.evidence_rating.verdicts import NO_VERDICT, verdicts_of

Part = dict[str, Any]


def payload(assignment: Assignment, is_new: bool = False) -> Part:  # noqa: FBT001, FBT002
    """Everything the page needs, ready for JSON. The system, the label and the evidence of gold are not in it."""
    item = assignment.task.rated_evidence
    return {
        **common_part(assignment, so_far(assignment, is_new=is_new)),
        "claim": {"text": item.claim, "speaker": item.speaker, "date": item.claim_date},
        "evidence": item.evidence,
        "form": form_of(assignment.project),
        **draft_part(assignment, lambda work: body_of(EvidenceRating.objects.get(submission=work)), is_new=is_new),
    }


def form_of(project: Project) -> Part:
    """What a rater chooses from, in the active language."""
    read = scales()
    errors = [{"value": one.value, "label": str(one.label), "meaning": str(one.meaning)} for one in read.major_errors]
    rated = [
        {
            "name": one.name,
            "label": str(one.label),
            "question": str(one.question),
            "points": [str(point) for point in one.points],
        }
        for one in read.scales
    ]
    verdicts = [one.shown() for one in verdicts_of(project)]
    return {"major_errors": errors, "verdicts": verdicts, "scales": rated}


def body_of(rating: EvidenceRating) -> Part:
    """What was submitted, as the body of a draft."""
    verdict = "" if rating.label == NO_VERDICT else rating.label
    return {"major_error": rating.major_error, "verdict": verdict, "scores": rating.scores}
