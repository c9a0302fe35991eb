"""Alerts as pages show them: in words, with their evidence, their rows and where to act."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.alerts.alert import Alert
from annotation.alerts.findings import findings
from annotation.alerts.models import AlertReview
from annotation.alerts.names import KINDS
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.alert_links import acts, rows_address
from frontend.views.quality.alert_words import evidence, sentence


@dataclass(frozen=True, slots=True)
class Notice:
    """An alert as a page shows it. `href`: its rows, empty where no page lists them; `acts`: where a manager does
    something about it, each address with the words of the link."""

    alert: Alert
    kind: str
    words: str
    evidence: str
    href: str
    acts: list[tuple[str, str]]
    review: AlertReview | None = None


def statistical_notices(access: QualityAccess) -> list[Notice]:
    """What differs significantly, highest rank first, for everybody who may see the project's numbers."""
    found = findings(access.project)
    return [notice_of(access, alert, found.tests) for alert in sorted(found.alerts, key=lambda alert: alert.rank)]


def notice_of(access: QualityAccess, alert: Alert, tests: int, review: AlertReview | None = None) -> Notice:
    """Say what the alert says, and where it leads."""
    return Notice(
        alert,
        str(KINDS[alert.kind]),
        sentence(access, alert),
        evidence(alert, tests),
        rows_address(access, alert),
        list(acts(access, alert)) if access.is_manager else [],
        review,
    )
