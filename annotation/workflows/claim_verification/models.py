"""A verdict with its evidence sets (FEVEROUS paper, sections 2 and 3.1.2)."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary.labels import Challenge, Verdict


class Verification(models.Model):
    """One person's decision about one claim. An edit adds a revision; nothing is overwritten.

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
            models.CheckConstraint(  # none: it came with a data set that names none
                condition=Q(challenge__in=["", *(challenge.value for challenge in Challenge)]),
                name="verification_known_challenge",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} of claim {self.claim_id}"

    @property
    def first_submitted_at(self) -> datetime:
        """Time of the first submission: edits change the verdict and not its turn. Needs `assignment`."""
        return self.assignment.ended_at or self.created_at


class ReportReason(models.TextChoices):
    """Reason for reporting a claim (paper, section 7.10.1, "Reporting a claim")."""

    UNVERIFIABLE = "unverifiable", _("It cannot be verified with anything public")
    GUIDELINES = "guidelines", _("It does not follow the guidelines of claim writing")
    LANGUAGE = "language", _("Its language is wrong: grammar, spelling, typing errors")
    DISPLAY = "display", _("The evidence it needs is not displayed correctly")


class ReportDecision(models.TextChoices):
    """A manager's decision on a report."""

    CORRECTED = "corrected", _("the claim is corrected and back in the queue")
    REINSTATED = "reinstated", _("the claim is right and back in the queue")
    RETIRED = "retired", _("the claim is retired")


class Report(models.Model):
    """A verifier says that a claim should not be verified as it is, instead of verifying it.

    The claim is offered to nobody until a manager decides. `decision` is empty until then.
    """

    assignment = models.OneToOneField("annotation.Assignment", on_delete=models.PROTECT, related_name="report")
    claim = models.ForeignKey("annotation.Claim", on_delete=models.PROTECT, related_name="reports")
    reasons = models.JSONField()  # of ReportReason, at least one
    note = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    decision = models.CharField(max_length=10, blank=True, choices=ReportDecision.choices)
    decided_by = models.ForeignKey(
        "annotation.User", null=True, on_delete=models.PROTECT, related_name="decided_reports"
    )
    decided_at = models.DateTimeField(null=True)
    decision_note = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["created_at", "pk"]
        indexes: ClassVar = [models.Index(fields=["claim", "decision"], name="report_of_claim")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(decision="", decided_at__isnull=True)
                | Q(decision__in=ReportDecision.values, decided_at__isnull=False),
                name="report_decided_at_some_time",
            ),
        ]

    def __str__(self) -> str:
        return f"report of claim {self.claim_id}"


class RevisionRequest(models.Model):
    """Request to the annotator to revise a verification. Open until they change it, or explain in `answer` why it is
    right as it is."""

    verification = models.ForeignKey("annotation.Verification", on_delete=models.PROTECT, related_name="returns")
    assignment = models.ForeignKey("annotation.Assignment", on_delete=models.PROTECT, related_name="returns")
    by = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="sent_back")
    note = models.TextField()
    answer = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    resolved_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "annotation_returned"
        ordering: ClassVar = ["created_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["assignment"], condition=Q(resolved_at__isnull=True), name="returned_once_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(note=""), name="returned_with_a_note"),
        ]

    def __str__(self) -> str:
        return f"verification {self.verification_id}, sent back"
