"""The arm of an assignment in the experiment with the check before submission."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class CheckArm(models.TextChoices):
    """Whether an annotator is shown the check."""

    NONE = "none", _("not shown")
    SHOWN = "shown", _("shown")


class SubmissionCheckArm(models.Model):
    """The arm of an assignment, drawn when its page first asked: settings that change later do not rewrite it."""

    assignment = models.OneToOneField("annotation.Assignment", on_delete=models.CASCADE, related_name="check_arm")
    arm = models.CharField(max_length=10, choices=CheckArm.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(arm__in=CheckArm.values), name="submission_check_arm_known"),
        ]

    def __str__(self) -> str:
        return f"check {self.arm} for assignment {self.assignment_id}"
