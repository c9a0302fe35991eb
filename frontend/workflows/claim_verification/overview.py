"""Progress of verification on managers' pages: shares of verdicts and challenges, the latest verifications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.functional import Promise

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.workflows.claim_verification.models import Verification
from annotation.workflows.claim_verification.queries import progress
from frontend.workflows.claim_verification.rows import current_verifications


@dataclass(frozen=True)
class Share:
    """One bar: how many of `total` have `value`."""

    value: str
    label: str | Promise
    count: int
    total: int

    @property
    def percent(self) -> float:
        return 100 * self.count / self.total if self.total else 0.0


def overview(project: Project) -> dict[str, Any]:
    latest, labels = current_verifications(project), label_set_of(project)
    return {
        "progress": progress(project),
        "verdicts": _shares(latest, "verdict", labels.names),
        "challenges": _shares(latest, "challenge", labels.challenge_set.names),
        "latest": latest[:5],
    }


def _shares(rows: QuerySet[Verification], field: str, labels: Mapping[str, str | Promise]) -> list[Share]:
    counts = dict(rows.order_by().values_list(field).annotate(count=Count("pk")))
    return [Share(value, label, counts.get(value, 0), sum(counts.values())) for value, label in labels.items()]
