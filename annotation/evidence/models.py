"""Sets of evidence, and the elements of the corpus in them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

LONGEST_SET_NAME = 60


class SetColour(models.TextChoices):
    """How an evidence set is marked in the workspace. It means nothing and is not exported."""

    YELLOW = "yellow", _("yellow")
    BLUE = "blue", _("blue")
    GREEN = "green", _("green")
    PINK = "pink", _("pink")
    ORANGE = "orange", _("orange")
    VIOLET = "violet", _("violet")


class EvidenceSet(models.Model):
    """Evidence that leads to the verdict on its own, without the other sets.

    `name` and `colour` are the verifier's own, empty where they gave none.
    """

    verification = models.ForeignKey("annotation.Verification", on_delete=models.CASCADE, related_name="evidence_sets")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_SET_NAME, blank=True)
    colour = models.CharField(max_length=10, blank=True, choices=SetColour.choices)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["verification", "position"], name="evidence_set_position_once"),
            models.CheckConstraint(condition=Q(colour__in=["", *SetColour.values]), name="evidence_set_known_colour"),
        ]

    def __str__(self) -> str:
        return f"set {self.position} of {self.verification_id}"


class Evidence(models.Model):
    """One element, with the context the corpus gave it and the page version it was chosen from."""

    evidence_set = models.ForeignKey(EvidenceSet, on_delete=models.CASCADE, related_name="evidence")
    position = models.PositiveSmallIntegerField()
    # A title may have 512 characters; the element adds its kind and numbers.
    element_id = models.CharField(max_length=600)
    # Full ids, title first, as `corpus.context.context_ids` gave them at submission, less what was dropped.
    context = models.JSONField()
    # Header cells of that context which the verifier found not to belong to it.
    dropped = models.JSONField(default=list)
    page_title = models.CharField(max_length=512)
    page_revision = models.BigIntegerField(null=True)
    content_hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["evidence_set", "element_id"], name="evidence_once_per_set"),
            models.UniqueConstraint(fields=["evidence_set", "position"], name="evidence_position_once"),
        ]

    def __str__(self) -> str:
        return self.element_id
