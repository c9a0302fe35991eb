"""Score a rating against gold: major error, verdict, and each scale exactly or within one point. No database access."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from annotation.work.gold import Answer, Gold, ItemScore
from annotation.work.models import Submission
from annotation.workflows.evidence_rating.models import EvidenceRating

FIELDS = {
    "major_error": _("Major error"),
    "scales_exact": _("Scales, the same point"),
    "scales_within_one": _("Scales, within one point"),
}


def rating_answers(submissions: QuerySet[Submission]) -> Mapping[int, Answer]:
    """Submission -> label, major error and points."""
    rows = EvidenceRating.objects.filter(submission__in=submissions).order_by()
    values = rows.values_list("submission", "label", "major_error", "scores")
    return {one: Answer(label, body={"major_error": error, "scores": scores}) for one, label, error, scores in values}


def score_rating(answer: Answer, gold: Gold) -> ItemScore:
    """Compare with gold what gold has. On the scales: the share of gold's scales whose point is the same, or at most
    one away; a scale that was not rated, because of a major error, is neither."""
    fields: dict[str, float] = {}
    if "major_error" in gold.body:
        fields["major_error"] = float(answer.body.get("major_error") == gold.body["major_error"])
    if right := gold.body.get("scores"):
        given = answer.body.get("scores", {})
        apart = [abs(given[name] - point) if name in given else None for name, point in right.items()]
        fields["scales_exact"] = sum(one == 0 for one in apart) / len(apart)
        fields["scales_within_one"] = sum(one is not None and one <= 1 for one in apart) / len(apart)
    return ItemScore(verdict_right=answer.verdict == gold.verdict, fields=fields)
