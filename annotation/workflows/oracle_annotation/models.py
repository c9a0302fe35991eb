"""What oracle annotation stores: its claims, and labels with evidence. Nothing here counts as a verification."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from annotation.evidence.models import EvidenceSet
from annotation.vocabulary.label_set import LONGEST_VALUE
from annotation.work.models import SubmittedWork


class OracleItem(models.Model):
    """Claim of an oracle task. A claim has one such task at most."""

    task = models.OneToOneField("annotation.Task", models.CASCADE, primary_key=True, related_name="oracle_item")
    claim = models.OneToOneField("annotation.Claim", models.RESTRICT, related_name="oracle_item")

    def __str__(self) -> str:
        return f"oracle task of claim {self.claim_id}"


class OracleAnnotation(SubmittedWork):
    """An oracle annotator's label of a claim; its evidence sets are those of the submission.

    `contradictions`: pairs of ids of elements that contradict each other.
    """

    claim = models.ForeignKey("annotation.Claim", models.PROTECT, related_name="oracle_annotations")
    verdict = models.CharField(max_length=LONGEST_VALUE)  # of the project's label set
    challenge = models.CharField(max_length=LONGEST_VALUE, blank=True)
    unsure = models.BooleanField(default=False)
    contradictions = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(verdict=""), name="oracle_annotation_has_verdict"),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} of claim {self.claim_id}"

    @property
    def evidence_sets(self) -> models.QuerySet[EvidenceSet]:
        """Its evidence sets by position."""
        return self.submission.evidence_sets.all()
