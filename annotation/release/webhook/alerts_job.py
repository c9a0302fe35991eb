"""Send new alerts to a project's webhook: a job that looks every hour while the webhook asks for them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction

from annotation.alerts.alert import Alert
from annotation.alerts.inbox import inbox
from annotation.alerts.models import AlertAnnouncement
from annotation.projects.models import Project
from annotation.release.webhook.delivery_job import announce
from annotation.release.webhook.models import Event, Webhook, WebhookDelivery
from annotation.results.job import AGREEMENT, refresh_now
from annotation.results.store import is_stale, stored_row
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.errors import RetryLater
from jobs.models import Job
from jobs.registry import job

KIND = "watch_alerts"
EVERY = timedelta(hours=1)


def watch(project: Project) -> Job:
    """Ask for the job, if it does not wait already."""
    return unfinished(KIND, project=project) or enqueue(KIND, project=project)


@job(KIND)
def look(context: JobContext) -> dict[str, Any]:
    """Compute statistics that are stale, send what is new, and look again after EVERY; done once nobody wants alerts.

    Raises RetryLater.
    """
    project = context.job.project
    if project is None or not Webhook.objects.filter(project=project, is_on=True, sends_alerts=True).exists():
        return {}
    stored = stored_row(project, AGREEMENT)
    if stored is None or is_stale(project, stored):
        refresh_now(project, context.progress, context.renew_lease)
    send_new_alerts(project)
    raise RetryLater(EVERY)


@transaction.atomic
def send_new_alerts(project: Project) -> WebhookDelivery | None:
    """Send the alerts that are new on Home and were not sent with numbers like these; None where there are none."""
    sent = {row.key: row for row in AlertAnnouncement.objects.select_for_update().filter(project=project)}
    new = [
        alert
        for alert in inbox(project).new
        if alert.key not in sent or alert.has_changed(sent[alert.key].n, sent[alert.key].value)
    ]
    if not new:
        return None
    for alert in new:
        numbers = {"n": alert.n, "value": alert.value}
        AlertAnnouncement.objects.update_or_create(project=project, key=alert.key, defaults=numbers)
    return announce(project, Event.ALERTS, {"alerts": [_json(alert) for alert in new]})


def _json(alert: Alert) -> dict[str, Any]:
    """An alert as codes and numbers; people by their id."""
    return {
        "key": alert.key,
        "kind": alert.kind.value,
        "person": alert.person,
        "detail": alert.detail,
        "name": alert.name,
        "n": alert.n,
        "value": alert.value,
        "reference": alert.reference,
        "p": alert.p,
    }
