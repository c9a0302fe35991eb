"""What was drawn to be verified again, and how far each annotator's draw has come."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class QaSample(models.Model):
    """A claim whose first verification was drawn to be repeated. `ways`: how many people are to verify it, in all."""

    task = models.OneToOneField("annotation.Task", on_delete=models.CASCADE, related_name="qa_sample")
    of = models.OneToOneField("annotation.Verification", on_delete=models.PROTECT, related_name="qa_sample")
    ways = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ways__in=[2, 3]), name="qa_sample_two_or_three_ways")
        ]

    def __str__(self) -> str:
        return f"{self.ways}-way sample of task {self.task_id}"


class QaTurn(models.Model):
    """How many claims of a project a person was the first to verify while a share of them was repeated.

    Counted here, and not from the verifications, so that two windows that hand in at once get different numbers.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="qa_turns")
    person = models.ForeignKey("annotation.User", on_delete=models.CASCADE, related_name="qa_turns")
    counted = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "person"], name="qa_turn_once_a_person")]

    def __str__(self) -> str:
        return f"{self.counted} of person {self.person_id} in {self.project_id}"
