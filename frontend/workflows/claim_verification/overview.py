"""Progress of verification on managers' pages: shares of verdicts and challenges, the latest verifications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.functional import Promise

from annotation.dashboard.status import can_show_results
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.results.store import cached_result
from annotation.vocabulary.tasks import Phase
from annotation.workflows.claim_verification.models import Verification
from annotation.workflows.claim_verification.queries import progress
from frontend.workflows.claim_verification.funnel import funnel_block
from frontend.workflows.claim_verification.outcomes import outcomes
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
    """Shares of a large project are stored ones, as old as its other statistics; `blocks`: figures, once there are."""
    latest, labels = current_verifications(project), label_set_of(project)
    stored = cached_result(project, "shares")
    counts = stored.value if stored is not None else {name: _counts(latest, name) for name in ("verdict", "challenge")}
    return {
        "progress": progress(project),
        "verdicts": _shares(counts["verdict"], labels.names),
        "challenges": None if project.labels_sets else _shares(counts["challenge"], labels.challenge_set.names),
        "latest": _latest(project, 5),
        "outcomes": outcomes(project),
        "blocks": [funnel_block(project)] if can_show_results(project) else [],
    }


def _latest(project: Project, number: int) -> QuerySet[Verification]:
    """The current verifications that were stored last.

    Reads all from the newest on until there are enough: filtered, the database would read and sort the whole project.
    """
    newest = Verification.objects.order_by("-pk").values_list(
        "pk", "claim__project", "claim__phase", "submission__is_current"
    )
    mine = (row[0] for row in newest.iterator(chunk_size=100) if row[1:] == (project.pk, Phase.PRODUCTION, True))
    latest = Verification.objects.filter(pk__in=list(islice(mine, number)))
    return latest.select_related("claim", "submission__assignment__person").order_by("-pk")


def _counts(rows: QuerySet[Verification], field: str) -> dict[str, int]:
    return dict(rows.order_by().values_list(field).annotate(count=Count("pk")))


def _shares(counts: Mapping[str, int], labels: Mapping[str, str | Promise]) -> list[Share]:
    return [Share(value, label, counts.get(value, 0), sum(counts.values())) for value, label in labels.items()]
