"""What managers said of alerts, and which were announced to another system."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

LONGEST_KEY = 200


class ReviewState(models.TextChoices):
    SEEN = "seen", _("seen")
    NO_PROBLEM = "no_problem", _("not a problem")


class AlertReview(models.Model):
    """A manager's latest word on an alert, with the numbers that the alert had then.

    An alert whose numbers have changed markedly since is shown again (`annotation.alerts.inbox`).
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="alert_reviews")
    key = models.CharField(max_length=LONGEST_KEY)
    state = models.CharField(max_length=10, choices=ReviewState.choices)
    n = models.PositiveIntegerField()
    value = models.FloatField()
    reviewed_by = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="alert_reviews")
    reviewed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "key"], name="alert_review_of_project"),
            models.CheckConstraint(condition=Q(state__in=ReviewState.values), name="alert_review_known_state"),
        ]

    def __str__(self) -> str:
        return f"{self.key} of project {self.project_id}: {self.state}"


class AlertAnnouncement(models.Model):
    """An alert that the project's webhook, or a manager by mail, was sent, with the numbers that it had then.

    `recipient`: the manager; null: the webhook. It is deleted when the alert is gone, so that it is sent again if it
    comes back.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="alert_announcements")
    recipient = models.ForeignKey(
        "annotation.User", null=True, on_delete=models.CASCADE, related_name="alert_announcements"
    )
    key = models.CharField(max_length=LONGEST_KEY)
    n = models.PositiveIntegerField()
    value = models.FloatField()
    announced_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["project", "key"],
                condition=Q(recipient__isnull=True),
                name="alert_announcement_of_project",
            ),
            models.UniqueConstraint(
                fields=["project", "recipient", "key"],
                condition=Q(recipient__isnull=False),
                name="alert_announcement_once_a_manager",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} of project {self.project_id}"
