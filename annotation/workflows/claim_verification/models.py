"""A verdict with its evidence sets (FEVEROUS paper, sections 2 and 3.1.2)."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from annotation.vocabulary import Challenge, Verdict


class Verification(models.Model):
    """What one person decided about one claim. An edit adds a revision; nothing is overwritten.

    `client_id` is made by the browser once per submission: sending it again finds the first answer.
    """

    assignment = models.ForeignKey("annotation.Assignment", on_delete=models.PROTECT, related_name="verifications")
    claim = models.ForeignKey("annotation.Claim", on_delete=models.PROTECT, related_name="verifications")
    revision = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    client_id = models.UUIDField(unique=True)
    verdict = models.CharField(max_length=20)
    challenge = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["assignment", "revision"], name="verification_revision_once"),
            models.UniqueConstraint(
                fields=["assignment"], condition=Q(is_current=True), name="verification_one_current"
            ),
            models.CheckConstraint(
                condition=Q(verdict__in=[verdict.value for verdict in Verdict]), name="verification_known_verdict"
            ),
            models.CheckConstraint(
                condition=Q(challenge__in=[challenge.value for challenge in Challenge]),
                name="verification_known_challenge",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} of claim {self.claim_id}"


class EvidenceSet(models.Model):
    """Evidence that leads to the verdict on its own, without the other sets."""

    verification = models.ForeignKey(Verification, on_delete=models.CASCADE, related_name="evidence_sets")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["verification", "position"], name="evidence_set_position_once")
        ]

    def __str__(self) -> str:
        return f"set {self.position} of {self.verification_id}"


class Evidence(models.Model):
    """One element, with the context the corpus gave it and the page version it was chosen from."""

    evidence_set = models.ForeignKey(EvidenceSet, on_delete=models.CASCADE, related_name="evidence")
    position = models.PositiveSmallIntegerField()
    # A title may have 512 characters; the element adds its kind and numbers.
    element_id = models.CharField(max_length=600)
    # Full ids, title first, as `corpus.context.context_ids` gave them at submission.
    context = models.JSONField()
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
