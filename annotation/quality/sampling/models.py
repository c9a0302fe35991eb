"""Claims sampled for repeated annotation, and the counters that the sampling goes by."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class QaSample(models.Model):
    """Claim sampled for repeated annotation. `ways`: number of annotators in all."""

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


class QaCounter(models.Model):
    """Number of claims that a person was the first to verify while the project samples claims for repetition.

    A counter of its own, so that concurrent submissions get different numbers.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="qa_counters")
    person = models.ForeignKey("annotation.User", on_delete=models.CASCADE, related_name="qa_counters")
    counted = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "annotation_qaturn"
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "person"], name="qa_turn_once_a_person")]

    def __str__(self) -> str:
        return f"{self.counted} of person {self.person_id} in {self.project_id}"


class HiddenKind(models.TextChoices):
    """Why a claim is set apart from the others; annotators cannot tell (`annotation.quality.sampling.hidden_items`)."""

    REVALIDATION = "revalidation", _("re-validation")
    ORACLE = "oracle", _("oracle annotation")


class HiddenItem(models.Model):
    """Claim drawn when it came, to be labelled by several people or by oracle annotators as well."""

    task = models.OneToOneField("annotation.Task", on_delete=models.CASCADE, related_name="hidden_item")
    kind = models.CharField(max_length=12, choices=HiddenKind.choices)
    drawn_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=HiddenKind.values), name="hidden_item_known_kind")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of task {self.task_id}"


class HiddenItemCounter(models.Model):
    """Number of claims of a project that were drawn from, and the last task among them.

    A row of its own, so that claims that come at once get different numbers.
    """

    project = models.OneToOneField("annotation.Project", on_delete=models.CASCADE, primary_key=True, related_name="+")
    counted = models.PositiveIntegerField(default=0)
    last_task = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.counted} of {self.project_id}"
