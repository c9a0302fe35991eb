"""Audit reports of evidence rating."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.workflows.evidence_rating.agreement import (
    RatedChoice,
    RatedScale,
    RatedSystem,
    RaterBias,
    RatingReport,
    rating_report,
)
from annotation.quality.workflows.evidence_rating.correlation import MetricCorrelation, RatedPoint
from annotation.quality.workflows.evidence_rating.points import CorrelationReport, correlation_report

AGREEMENT, CORRELATIONS = "ratings agreement", "ratings correlations"
REPORTS: dict[str, Callable[[AuditDataset], Any]] = {AGREEMENT: rating_report, CORRELATIONS: correlation_report}
RESULT_CLASSES = (
    *(RatedChoice, RatedScale, RatedSystem, RaterBias, RatingReport),
    *(MetricCorrelation, RatedPoint, CorrelationReport),
)
