"""A project's webhook, and every delivery to it with its attempts."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_URL = 1_000


class Event(models.TextChoices):
    """Values are part of the HTTP interface."""

    RELEASE_MADE = "release.made", _("release made")
    ALERTS = "alerts.new", _("new alerts")
    TEST = "test", _("test")


class DeliveryState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("failed")


class Webhook(models.Model):
    """Where a project's events are sent. The secret is stored as it is: signing needs it."""

    project = models.OneToOneField("annotation.Project", on_delete=models.CASCADE, related_name="webhook")
    url = models.CharField(max_length=LONGEST_URL)
    secret = models.CharField(max_length=64)
    is_on = models.BooleanField(default=True)
    sends_alerts = models.BooleanField(default=False)
    changed_by = models.ForeignKey("annotation.User", null=True, on_delete=models.SET_NULL, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"webhook of {self.project_id}"


class WebhookDelivery(models.Model):
    """An event and the attempts to deliver it: `body` is what is sent, byte by byte the same each time.

    `attempts`: {"at": ISO 8601, "seconds": how long it took, "status": HTTP status or null, "error": "..."} each.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="webhook_deliveries")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.CharField(max_length=20, choices=Event.choices)
    release = models.ForeignKey(
        "annotation.Release", null=True, on_delete=models.SET_NULL, related_name="webhook_deliveries"
    )
    body = models.TextField()
    state = models.CharField(max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    attempts = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.event} {self.public_id} ({self.state})"
