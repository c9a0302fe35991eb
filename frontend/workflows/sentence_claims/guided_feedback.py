"""Feedback on a walkthrough: one's own lines with their hints, beside suggested ones."""

from __future__ import annotations

from typing import Any

from annotation.projects.models import Project
from annotation.quality.calibration.models import GoldItem
from annotation.work.models import Submission
from annotation.workflows.sentence_claims.hints import hints_on
from annotation.workflows.sentence_claims.models import SentenceWork
from annotation.workflows.sentence_claims.mutation_types import TYPES
from annotation.workflows.sentence_claims.settings import settings_of

CLAIMS = "claims"


def feedback(project: Project, item: GoldItem, submission: Submission, _title: str) -> dict[str, Any]:
    """What `sentence_claims/_guided_feedback.html` needs. Suggested mutations are of the first suggested claim."""
    work = SentenceWork.objects.select_related("sentence").get(submission=submission)
    assignment, claims = submission.assignment, work.body["claims"]

    def hinted(text: str, kind: str) -> tuple[str, list[Any]]:
        return text, hints_on(assignment, text, kind)

    return {
        "sentence": work.sentence,
        "without_page": True,
        "claims": [hinted(one["text"], "") for one in claims],
        "suggested": item.references.get(CLAIMS, []),
        "boxes": [
            (
                TYPES[kind],
                [(one["text"], [hinted(line, kind) for line in one["mutations"].get(kind, [])]) for one in claims],
                item.references.get(kind, []),
                any(one["mutations"].get(kind) for one in claims),
            )
            for kind in settings_of(project).types
        ],
    }
