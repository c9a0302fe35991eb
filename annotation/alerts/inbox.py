"""The inbox of a project: all alerts, ranked, and what managers said of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation.accounts.models import User
from annotation.alerts.alert import Alert
from annotation.alerts.findings import Findings, findings
from annotation.alerts.models import AlertReview, ReviewState
from annotation.alerts.waiting import waiting
from annotation.projects.models import Project


@dataclass(frozen=True, slots=True)
class Inbox:
    """Alerts of each state, highest rank first; with the review that put them there. `tests`: how many were made."""

    new: list[Alert]
    seen: list[tuple[Alert, AlertReview]]
    no_problem: list[tuple[Alert, AlertReview]]
    tests: int

    @property
    def alerts(self) -> list[Alert]:
        """All of them, highest rank first."""
        reviewed = [alert for alert, _review in (*self.seen, *self.no_problem)]
        return sorted([*self.new, *reviewed], key=lambda alert: alert.rank)


def inbox(project: Project, *, with_findings: bool = True) -> Inbox:
    """Every alert of the project; without `with_findings` only what waits, which takes no statistics.

    What is stored of a large project is as old as its other statistics.
    """
    found = findings(project) if with_findings else Findings([], 0)
    return sorted_in([*waiting(project), *found.alerts], _reviews(project), found.tests)


def sorted_in(alerts: Sequence[Alert], reviews: Mapping[str, AlertReview], tests: int = 0) -> Inbox:
    """Put each alert where its review says. A review of other numbers counts no more."""
    made = Inbox([], [], [], tests)
    for alert in sorted(alerts, key=lambda alert: alert.rank):
        review = reviews.get(alert.key)
        if review is None or alert.has_changed(review.n, review.value):
            made.new.append(alert)
        elif review.state == ReviewState.SEEN:
            made.seen.append((alert, review))
        else:
            made.no_problem.append((alert, review))
    return made


def review(project: Project, key: str, state: str, by: User) -> Alert | None:
    """Store what a manager says of an alert, with its present numbers; an empty state takes it back.

    None if there is no such alert any more. Raises ValueError for an unknown state.
    """
    alert = next((one for one in inbox(project).alerts if one.key == key), None)
    if alert is None:
        return None
    if not state:
        AlertReview.objects.filter(project=project, key=key).delete()
        return alert
    said = {"state": ReviewState(state), "n": alert.n, "value": alert.value, "reviewed_by": by}
    AlertReview.objects.update_or_create(project=project, key=key, defaults=said)
    return alert


def _reviews(project: Project) -> dict[str, AlertReview]:
    rows = AlertReview.objects.filter(project=project).select_related("reviewed_by")
    return {review.key: review for review in rows}
