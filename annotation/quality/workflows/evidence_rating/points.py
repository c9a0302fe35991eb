"""Items of a project as points: what people and what metrics say of them, and which items cannot be compared."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import fmean

from annotation.projects.models import Project
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.workflows.evidence_rating.agreement import OneRating, ratings_of
from annotation.quality.workflows.evidence_rating.correlation import (
    MetricCorrelation,
    RatedPoint,
    correlations,
    system_correlations,
)
from annotation.workflows.evidence_rating.models import EvidenceScore, RatedEvidence
from annotation.workflows.evidence_rating.scales import scales

NO_REFERENCE, NO_EVIDENCE, NO_SCORES, NOT_COMPUTED = "no_reference", "no_evidence", "no_scores", "not_computed"
LEFT_OUT = (NO_REFERENCE, NO_EVIDENCE, NO_SCORES, NOT_COMPUTED)


@dataclass(frozen=True, slots=True)
class CorrelationReport:
    """`points`: the items that are compared. `left_out`: how many rated items are not, by LEFT_OUT. `metrics`: those
    that were computed. `systems`: over means of systems; empty where few are named."""

    points: list[RatedPoint]
    left_out: dict[str, int]
    metrics: list[str]
    correlations: list[MetricCorrelation]
    systems: list[MetricCorrelation]


def correlation_report(rows: AuditDataset) -> CorrelationReport:
    """Compute the report over all items that people rated."""
    points, left_out = points_of(rows.project)
    metrics = sorted({name for one in points for name in one.metrics})
    return report_over(points, left_out, metrics)


def report_over(points: list[RatedPoint], left_out: dict[str, int], metrics: list[str]) -> CorrelationReport:
    """Correlations over these points."""
    names = scales().names
    return CorrelationReport(
        points, left_out, metrics, correlations(points, metrics, names), system_correlations(points, metrics, names)
    )


def points_of(project: Project) -> tuple[list[RatedPoint], dict[str, int]]:
    """The items that can be compared, in their order, and how many cannot, by LEFT_OUT. Three queries."""
    rated: defaultdict[int, list[OneRating]] = defaultdict(list)
    for one in ratings_of(project):
        rated[one.item].append(one)
    values: defaultdict[int, dict[str, float]] = defaultdict(dict)
    scored = EvidenceScore.objects.filter(item__project=project).order_by()
    for item, metric, value in scored.values_list("item", "metric", "value").iterator(chunk_size=5_000):
        values[item][metric] = value
    points, left_out = list[RatedPoint](), Counter[str]()
    items = RatedEvidence.objects.filter(project=project).order_by("pk")
    for pk, claim, system, evidence, reference in items.values_list(
        "pk", "claim_id", "system", "evidence", "reference"
    ).iterator(chunk_size=1_000):
        if pk not in rated:
            continue
        means = mean_scores(rated[pk])
        why = why_not(means, reference, evidence) or ("" if values[pk] else NOT_COMPUTED)
        if why:
            left_out[why] += 1
        else:
            points.append(RatedPoint(claim, system, means, values[pk]))
    return points, {name: left_out[name] for name in LEFT_OUT}


def mean_scores(ratings: list[OneRating]) -> dict[str, float]:
    """Scale -> mean over the raters who rated on it."""
    given = {name: [one.scores[name] for one in ratings if name in one.scores] for name in scales().names}
    return {name: fmean(points) for name, points in given.items() if points}


def why_not(means: object, reference: object, evidence: object) -> str:
    """Why an item cannot be compared with any metric; "" if it can."""
    if not reference:
        return NO_REFERENCE
    if not evidence:
        return NO_EVIDENCE
    return "" if means else NO_SCORES
