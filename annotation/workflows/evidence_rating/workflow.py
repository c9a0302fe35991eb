"""Evidence rating: people judge the evidence of systems without their names (AVeriTeC's evaluation by hand)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Role
from annotation.work.capabilities import (
    Adjudicable,
    Calibratable,
    Comparable,
    Importable,
    OwnFile,
    Releasable,
    ReportedTime,
)
from annotation.work.models import Assignment
from annotation.work.row_storage import RowStorage
from annotation.work.skip_reasons import FORMATTING, OTHER
from annotation.work.workflow import CalibratedBy, Editable, QueueTexts, Workflow
from annotation.workflows.evidence_rating import importing
from annotation.workflows.evidence_rating.eligibility import exclude_own_teams, prefer_other_claims
from annotation.workflows.evidence_rating.models import SLUG, EvidenceRating
from annotation.workflows.evidence_rating.payload import payload
from annotation.workflows.evidence_rating.queries import FILE, rating_rows
from annotation.workflows.evidence_rating.scoring import FIELDS, rating_answers, score_rating
from annotation.workflows.evidence_rating.serializers import RatingAssignmentOut, RatingIn
from annotation.workflows.evidence_rating.verdicts import built_in_labels, labels_in, verdicts_of


def _context(assignment: Assignment) -> dict[str, Any]:
    return {"verdicts": [one.value for one in verdicts_of(assignment.project)]}


WORKFLOW: Workflow[dict[str, Any], EvidenceRating] = Workflow(
    slug=SLUG,
    label=_("evidence rating"),
    activity=_("Rating evidence"),
    items=_("sets of evidence"),
    role=Role.VERIFIER,
    exclude=exclude_own_teams,
    prefer=prefer_other_claims,
    subject=("rated_evidence",),
    limit=lambda project: project.verifications_per_person,
    annotations_a_task=lambda project: project.verifications_per_claim,
    texts=QueueTexts(
        take=_("Take evidence to rate"),
        skipped=_("Skipped. You will not see this evidence again."),
        nothing_yet=_("There is no evidence to rate yet. Your manager can import some."),
        excluded=_("The evidence that is left is not for you: others rate it."),
        all_done=_("All evidence is rated."),
    ),
    skip_reasons=(FORMATTING, OTHER),
    payload=payload,
    assignment_serializer=RatingAssignmentOut,
    submission_serializer=RatingIn,
    submission_context=_context,
    storage=RowStorage(EvidenceRating),
    bulk_store=RowStorage(EvidenceRating).store_all,
    editable=Editable(),
    labels=built_in_labels(),
    labels_in=labels_in,
    comparable=Comparable(field="evidencerating__label"),
    calibratable=Calibratable(
        score=score_rating,
        answers=rating_answers,
        fields=FIELDS,
        comparison="evidence_rating/gold_comparison.html",
        compare="frontend.workflows.evidence_rating.gold_comparison.beside",
    ),
    calibrated_by=CalibratedBy.GOLD,
    attention_checks=True,
    adjudicable=Adjudicable(),
    importable=Importable(
        recognise=importing.recognise, problem=importing.problem, known=importing.known, store=importing.store
    ),
    releasable=Releasable(
        row=lambda task: {
            "claim_id": task.rated_evidence.claim_id,
            "claim": task.rated_evidence.claim,
            "system": task.rated_evidence.system,
        },
        file=OwnFile(name=FILE, rows=rating_rows),
        time=ReportedTime(
            item="rating the evidence of a system for a claim", activity="rating evidence", table="time-of-raters"
        ),
    ),
    answer_key="rating",
    view="frontend.workflows.evidence_rating.workspace.rate",
    guidelines=Path(__file__).parent,
    title=lambda task: task.rated_evidence.claim,
    pages=("manage-rated-evidence", "quality-ratings", "quality-rating-metrics"),
)
