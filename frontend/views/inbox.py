"""The inbox of alerts, on Home and on a person's page."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.alerts.alert import Alert
from annotation.alerts.inbox import inbox
from annotation.alerts.models import AlertReview
from annotation.dashboard.status import can_show_results
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.alerts import Notice, notice_of
from jobs.enqueue import worker_is_alive

MOST = 15


@dataclass(frozen=True, slots=True)
class ShownInbox:
    """Notices by state, highest rank first. `is_computed`: False while there are no statistics; `has_worker`: one
    computes them."""

    new: list[Notice]
    seen: list[Notice]
    no_problem: list[Notice]
    is_computed: bool
    has_worker: bool

    @property
    def first(self) -> list[Notice]:
        """What is shown at once: a page stays within three screens."""
        return self.new[:MOST]

    @property
    def more(self) -> list[Notice]:
        return self.new[MOST:]

    @property
    def is_empty(self) -> bool:
        return not (self.new or self.seen or self.no_problem)


def shown_inbox(access: QualityAccess, person: int | None = None) -> ShownInbox:
    """All alerts of the project; of a person, those that are about them."""
    is_computed = can_show_results(access.project)
    found = inbox(access.project, with_findings=is_computed)

    def shown(alert: Alert, review: AlertReview | None = None) -> Notice:
        return notice_of(access, alert, found.tests, review)

    def is_asked(alert: Alert) -> bool:
        return person is None or alert.person == person

    return ShownInbox(
        [shown(alert) for alert in found.new if is_asked(alert)],
        [shown(alert, review) for alert, review in found.seen if is_asked(alert)],
        [shown(alert, review) for alert, review in found.no_problem if is_asked(alert)],
        is_computed,
        worker_is_alive(),
    )
