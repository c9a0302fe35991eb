"""Background job that delivers an event, again after a while where nobody answers or the answer is no success."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.release.formats.files import sha256_of
from annotation.release.models import Release
from annotation.release.output_directory import MANIFEST
from annotation.release.webhook.models import DeliveryState, Event, Webhook, WebhookDelivery
from annotation.release.webhook.request import NotDelivered, post
from annotation.release.webhook.signing import signature
from jobs.context import JobContext
from jobs.enqueue import enqueue
from jobs.errors import RetryLater
from jobs.registry import job

KIND = "deliver_webhook"
# Waits between attempts, of which there is one more: seven hours and a half in all.
BACK_OFF = tuple(timedelta(seconds=seconds) for seconds in (30, 120, 600, 3_600, 21_600))
LONGEST_ERROR = 300


def announce_release(release: Release) -> WebhookDelivery | None:
    """Record the event "release made" and ask for its delivery; None where the project has no webhook that is on.

    Nothing is sent here. Call it in the transaction that stores the release.
    """
    body = {
        "id": release.pk,
        "name": release.folder,
        "version": release.counts.get("version") or "",
        "created_at": release.created_at.isoformat(),
        "manifest_sha256": release.manifest_sha256,
        "bytes": release.size,
        "claims_released": release.counts.get("released"),
        "api": f"/api/v1/projects/{release.project.slug}/releases/{release.pk}/",
    }
    return announce(release.project, Event.RELEASE_MADE, {"release": body}, release=release)


def announce_exported(project: Project, folder: Path, version: str, released: int) -> WebhookDelivery | None:
    """As `announce_release`, of a release that a command has written to a folder: the site does not list it, and so it
    has neither a number nor an address in the API."""
    body = {
        "id": None,
        "name": folder.resolve().name,
        "version": version,
        "created_at": timezone.now().isoformat(),
        "manifest_sha256": sha256_of(folder / MANIFEST),
        "bytes": sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()),
        "claims_released": released,
        "api": None,
    }
    return announce(project, Event.RELEASE_MADE, {"release": body})


@transaction.atomic
def announce(
    project: Project,
    event: Event,
    said: dict[str, Any],
    *,
    release: Release | None = None,
    asked_by: User | None = None,
) -> WebhookDelivery | None:
    """Record an event and ask for its delivery; None where the project has no webhook that is on."""
    if not Webhook.objects.filter(project=project, is_on=True).exists():
        return None
    delivery = WebhookDelivery(project=project, event=event, release=release)
    head = {"event": event.value, "delivery": str(delivery.public_id), "project": project.slug}
    delivery.body = json.dumps(head | said, ensure_ascii=False)
    delivery.save()
    send(delivery, asked_by=asked_by)
    return delivery


def send(delivery: WebhookDelivery, *, asked_by: User | None = None) -> None:
    """Ask for a delivery."""
    enqueue(KIND, project=delivery.project, arguments={"delivery": delivery.pk}, asked_by=asked_by)


def send_again(delivery: WebhookDelivery, *, asked_by: User) -> WebhookDelivery | None:
    """Announce the same event once more, as a delivery of its own."""
    said = json.loads(delivery.body)
    rest = {name: value for name, value in said.items() if name not in ("event", "delivery", "project")}
    return announce(delivery.project, Event(delivery.event), rest, release=delivery.release, asked_by=asked_by)


@job(KIND)
def deliver(context: JobContext) -> dict[str, Any]:
    """Send the event. The receiver may get one twice, with the same id, where a worker dies after sending it.

    Raises RetryLater until the attempts are used up; the job is done then too, and the delivery has failed.
    """
    delivery = WebhookDelivery.objects.select_related("project").filter(pk=context.arguments["delivery"]).first()
    if delivery is None:
        return {}
    if delivery.state != DeliveryState.WAITING:  # a worker was killed after it had stored this
        return {"state": delivery.state, "attempts": len(delivery.attempts)}
    webhook = Webhook.objects.filter(project=delivery.project, is_on=True).first()
    if webhook is None:
        return _store(context, delivery, DeliveryState.FAILED, delivery.attempts)
    attempt = _attempt(webhook, delivery)
    attempts = [*delivery.attempts, attempt]
    if attempt["status"] is not None and 200 <= attempt["status"] < 300:
        return _store(context, delivery, DeliveryState.DELIVERED, attempts)
    if len(attempts) > len(BACK_OFF):
        return _store(context, delivery, DeliveryState.FAILED, attempts)
    _store(context, delivery, DeliveryState.WAITING, attempts)
    raise RetryLater(BACK_OFF[len(attempts) - 1], attempt["error"])


def _attempt(webhook: Webhook, delivery: WebhookDelivery) -> dict[str, Any]:
    """Send it once."""
    now, began, body = timezone.now(), time.monotonic(), delivery.body.encode()
    timestamp = int(now.timestamp())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Attest",
        "Attest-Event": delivery.event,
        "Attest-Delivery": str(delivery.public_id),
        "Attest-Timestamp": str(timestamp),
        "Attest-Signature": signature(webhook.secret, timestamp, body),
    }
    status, error = None, ""
    try:
        status = post(webhook.url, body, headers)
        error = "" if 200 <= status < 300 else f"HTTP {status}"
    except NotDelivered as problem:
        error = str(problem)[:LONGEST_ERROR]
    seconds = round(time.monotonic() - began, 3)
    return {"at": now.isoformat(), "seconds": seconds, "status": status, "error": error}


@transaction.atomic
def _store(
    context: JobContext, delivery: WebhookDelivery, state: DeliveryState, attempts: list[dict[str, Any]]
) -> dict[str, Any]:
    context.renew_lease()
    WebhookDelivery.objects.filter(pk=delivery.pk).update(state=state, attempts=attempts)
    return {"state": state.value, "attempts": len(attempts)}
