"""Send new alerts to a project's webhook and by mail: a job that looks every hour while somebody asks for them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction

from annotation.alerts.alert import Alert
from annotation.alerts.announcements import mark_sent, unsent
from annotation.alerts.inbox import Inbox, inbox
from annotation.alerts.mail import mail_new_alerts, subscriptions
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


@job(KIND, every=EVERY)
def look(context: JobContext) -> dict[str, Any]:
    """Compute statistics that are stale, send what is new, and look again after EVERY; done once nobody wants alerts.

    Raises RetryLater.
    """
    project = context.job.project
    if project is None or not (_webhook_wants_alerts(project) or subscriptions(project)):
        return {}
    stored = stored_row(project, AGREEMENT)
    if stored is None or is_stale(project, stored):
        refresh_now(project, context.progress, context.renew_lease)
    found = inbox(project)
    send_new_alerts(project, found)
    mail_new_alerts(project, found)
    raise RetryLater(EVERY)


def _webhook_wants_alerts(project: Project) -> bool:
    return Webhook.objects.filter(project=project, is_on=True, sends_alerts=True).exists()


@transaction.atomic
def send_new_alerts(project: Project, found: Inbox) -> WebhookDelivery | None:
    """Send the webhook the alerts that are new for it; None where there are none, or it wants none."""
    new = unsent(project, found, None) if _webhook_wants_alerts(project) else []
    if not new:
        return None
    mark_sent(project, new, None)
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
