"""Audit reports of claim writing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.rates import rates
from annotation.quality.workflows.claim_generation.writing_effort import WritingEffort, writing_effort
from annotation.workflows.claim_generation.queries import reported_claims
from annotation.workflows.models import Report


def _report_reasons(rows: AuditDataset) -> dict[int, Counter[str]]:
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    reports = Report.objects.filter(claim__project=rows.project, claim__phase=0, claim__author__isnull=False)
    for writer, reasons in reports.order_by().values_list("claim__author", "reasons"):
        found[writer].update(reasons)
    return dict(found)


REPORTS: dict[str, Callable[[AuditDataset], Any]] = {
    "reported": lambda rows: rates(reported_claims(rows.project)),
    "report reasons": _report_reasons,
    "writing effort": lambda rows: writing_effort(rows.project),
}
RESULT_CLASSES = (WritingEffort,)
