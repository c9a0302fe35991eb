"""Invitations to a project."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import ClassVar

from django.db import models
from django.utils import timezone

from annotation.accounts.models import User
from annotation.projects.models import Project


class ProjectInvitation(models.Model):
    """Somebody is asked to join a project under a name, whether or not an account has that name.

    They accept by its link or on *My work*; only then are they members. Asked again, it is the same row with another
    `public_id`, so that the earlier link holds no more. `answered_at`: null while it is open.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="invitations")
    name = models.CharField(max_length=150)
    roles = models.JSONField(default=list)  # values of Role
    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    asked_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    accepted = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "name"], name="project_invitation_once_per_name"),
        ]
        indexes: ClassVar = [models.Index(fields=["name"], name="project_invitation_name")]

    def __str__(self) -> str:
        return f"{self.name} to {self.project_id}"

    def is_open(self, now: datetime | None = None) -> bool:
        """Whether it can still be accepted."""
        return self.answered_at is None and not self.has_expired(now)

    def has_expired(self, now: datetime | None = None) -> bool:
        """Whether its time is over."""
        return self.expires_at <= (now or timezone.now())
