"""What a project sets for one of its members: no new work for now, and a QA share of their own."""

from __future__ import annotations

from decimal import Decimal
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from annotation.accounts.models import User
from annotation.projects.models import Project


class MemberSettings(models.Model):
    """Settings of one person in one project, whatever their roles. No row: those of the project.

    `paused_at`: since when they get no new work; what they hold they may finish. `qa_rate`: the share of their first
    verifications that others repeat; null: `Project.qa_rate`. `alert_address`: where a manager asked to be sent
    new alerts by mail; "": nowhere.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="member_settings")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="member_settings")
    paused_at = models.DateTimeField(null=True)
    paused_by_rule = models.BooleanField(default=False)  # of the project, not by a manager
    qa_rate = models.DecimalField(
        max_digits=5, decimal_places=4, null=True, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )

    alert_address = models.EmailField(blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "user"], name="member_settings_once_a_person")
        ]

    def __str__(self) -> str:
        return f"settings of {self.user_id} in {self.project_id}"


def is_paused(project: Project, person: User) -> bool:
    """Check whether the person gets no new work in this project."""
    return pauses(project, person).exists()


def pauses(project: Project, person: User) -> models.QuerySet[MemberSettings]:
    """The settings by which the person gets no new work in this project: a row or none."""
    return MemberSettings.objects.filter(project=project, user=person, paused_at__isnull=False)


def paused_members(project: Project) -> set[int]:
    """The ids of the people who are paused."""
    return set(project.member_settings.filter(paused_at__isnull=False).values_list("user", flat=True))


def qa_rate_of(project: Project, person: int) -> Decimal:
    """The share of this person's first verifications that others repeat, 0 to 1."""
    own = MemberSettings.objects.filter(project=project, user=person).values_list("qa_rate", flat=True).first()
    return project.qa_rate if own is None else own
