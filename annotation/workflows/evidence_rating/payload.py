"""Payload of a rater: the claim, the evidence, what can be said of it, and the draft."""

from __future__ import annotations

from typing import Any

from annotation.projects.models import Project
from annotation.work.draft import draft_of
from annotation.work.editing import is_editable
from annotation.work.models import Assignment, AssignmentState, Submission
from annotation.work.operations import so_far
from annotation.work.payload import common_part
from annotation.workflows.evidence_rating.models import EvidenceRating
from annotation.workflows.evidence_rating.scales import scales
from annotation.workflows.evidence_rating.verdicts import NO_VERDICT, verdicts_of

Part = dict[str, Any]


def payload(assignment: Assignment, is_new: bool = False) -> Part:  # noqa: FBT001, FBT002
    """Everything the page needs, ready for JSON. The system, the label and the evidence of gold are not in it."""
    project, item = assignment.project, assignment.task.rated_evidence
    log, draft = so_far(assignment, is_new=is_new), draft_of(assignment, is_new=is_new)
    current = None
    if assignment.state == AssignmentState.SUBMITTED:
        current = Submission.objects.filter(assignment=assignment, is_current=True).first()
    body = draft.body
    if current is not None and not (draft.pk and draft.saved_at > current.created_at):
        body = body_of(EvidenceRating.objects.get(submission=current))
    return {
        **common_part(assignment, log),
        "claim": {"text": item.claim, "speaker": item.speaker, "date": item.claim_date},
        "evidence": item.evidence,
        "form": form_of(project),
        "draft": {"version": draft.version, "body": body},
        "submitted": None if current is None else {"revision": current.revision, "editable": is_editable(assignment)},
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
