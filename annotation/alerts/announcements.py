"""Which alerts each receiver was sent: every one once, and again only if it came back or got worse."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from annotation.accounts.models import User
from annotation.alerts.alert import Alert
from annotation.alerts.inbox import Inbox
from annotation.alerts.models import AlertAnnouncement
from annotation.projects.models import Project


def unsent(project: Project, found: Inbox, recipient: User | None) -> list[Alert]:
    """The alerts that are new on Home, and that this manager (None: the webhook) was not sent, or not as bad as they
    are.

    Forgets those that are gone.
    """
    rows = AlertAnnouncement.objects.filter(project=project, recipient=recipient)
    rows.exclude(key__in=[alert.key for alert in found.alerts]).delete()
    sent = {row.key: row for row in rows}
    return [
        alert
        for alert in found.new
        if alert.key not in sent or alert.is_worse(sent[alert.key].n, sent[alert.key].value)
    ]


@transaction.atomic
def mark_sent(project: Project, alerts: Sequence[Alert], recipient: User | None) -> None:
    """Remember that these were sent, with their present numbers."""
    for alert in alerts:
        numbers = {"n": alert.n, "value": alert.value}
        AlertAnnouncement.objects.update_or_create(
            project=project, recipient=recipient, key=alert.key, defaults=numbers
        )
