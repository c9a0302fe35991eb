"""A verdict with its evidence sets (FEVEROUS paper, sections 2 and 3.1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.claims.models import Claim
from annotation.claims.queue_position import queue_position
from annotation.evidence.models import EvidenceSet
from annotation.projects.models import Project
from annotation.vocabulary.label_set import LONGEST_VALUE
from annotation.vocabulary.submission_check import LONGEST_NOTE, CheckCode, LineState
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import SubmittedWork, Task
from annotation.workflows.kinds import TaskKind

BATCH = 500


class VerificationItemManager(models.Manager["VerificationItem"]):
    """Selects the claim with each row: nearly every reader asks for it."""

    def get_queryset(self) -> models.QuerySet[VerificationItem]:
        return super().get_queryset().select_related("claim")

    def create_tasks(self, project: Project, claims: Sequence[Claim], done: Sequence[int] | None = None) -> list[Task]:
        """Create a verification task per claim, for as many people as the project wants.

        `done`: how many people verified each claim. A task that somebody has done is finished.
        """
        times = [0] * len(claims) if done is None else done
        tasks = Task.objects.bulk_create(
            (
                Task(
                    project=project,
                    kind=TaskKind.CLAIM_VERIFICATION,
                    required_annotations=number or project.verifications_per_claim,
                    assigned_count=number,
                    position=queue_position(project, claim.text),
                )
                for claim, number in zip(claims, times, strict=True)
            ),
            batch_size=BATCH,
        )
        pairs = zip(tasks, claims, strict=True)
        self.bulk_create((VerificationItem(task=task, claim=claim) for task, claim in pairs), batch_size=BATCH)
        return tasks


class VerificationItem(models.Model):
    """Claim of a verification task. A claim has one such task at most, and is not deleted without it."""

    task = models.OneToOneField(Task, models.CASCADE, primary_key=True, related_name="verification_item")
    claim = models.OneToOneField("annotation.Claim", models.RESTRICT, related_name="verification_item")

    objects = VerificationItemManager()

    class Meta:
        base_manager_name = "objects"

    def __str__(self) -> str:
        return f"task of claim {self.claim_id}"


class Verification(SubmittedWork):
    """One revision of one person's decision about one claim."""

    claim = models.ForeignKey(
        "annotation.Claim", on_delete=models.PROTECT, related_name="verifications", db_index=False
    )
    verdict = models.CharField(max_length=LONGEST_VALUE)  # of the project's label set
    challenge = models.CharField(max_length=LONGEST_VALUE)  # empty: it came with a data set that names none
    unsure = models.BooleanField(default=False)  # the person flagged it as "not sure"
    release_id = models.BigIntegerField(null=True)  # of one that was imported: the number of the annotation there

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(verdict=""), name="verification_has_verdict"),
        ]
        # With what counts and lists go on to, which then need not read the rows.
        indexes: ClassVar = [
            models.Index(fields=["claim", "submission"], name="verification_of_claim"),
            # Few are flagged, and how many wait for a manager is counted on every page that has the inbox.
            models.Index(fields=["claim"], condition=Q(unsure=True), name="verification_flagged"),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} of claim {self.claim_id}"

    @property
    def evidence_sets(self) -> models.QuerySet[EvidenceSet]:
        """Its evidence sets by position; those that were fetched with `submission__evidence_sets` cost no query."""
        return self.submission.evidence_sets.all()


class FlagReview(models.Model):
    """A manager has looked at a verification whose annotator flagged it. A later revision has a flag of its own."""

    verification = models.OneToOneField(Verification, on_delete=models.CASCADE, related_name="flag_review")
    by = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="flag_reviews")
    note = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"review of the flag of verification {self.verification_id}"

    @staticmethod
    def waiting(project: Project) -> models.QuerySet[Verification]:
        """Select what counts, is flagged, and that no manager has looked at."""
        of_project = Q(claim__project=project, claim__phase=Phase.PRODUCTION, unsure=True)
        return Verification.objects.filter(of_project, counted("submission__"), flag_review__isnull=True)


LINE_STATES = (
    (LineState.SHOWN.value, _("left as it was")),
    (LineState.DISMISSED.value, _("dismissed")),
    (LineState.ACTED.value, _("acted upon")),
    (LineState.SILENT.value, _("not shown")),
)


class CheckLine(models.Model):
    """A line of the check before submission, and what became of it. `vocabulary.submission_check` has the reasons."""

    verification = models.ForeignKey(Verification, on_delete=models.CASCADE, related_name="check_lines")
    code = models.CharField(max_length=20)
    subjects = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=LINE_STATES)
    reason = models.CharField(max_length=30, blank=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["verification", "code"], name="check_line_once"),
            models.CheckConstraint(condition=Q(code__in=[each.value for each in CheckCode]), name="check_line_known"),
            models.CheckConstraint(
                condition=Q(state=LineState.DISMISSED.value) & ~Q(reason="")
                | ~Q(state=LineState.DISMISSED.value) & Q(reason="", note=""),
                name="check_line_reason_of_dismissal",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} ({self.state}) of verification {self.verification_id}"


class Contradiction(models.Model):
    """Two passages of the corpus that contradict each other, as the verifier found; pinned as evidence is."""

    verification = models.ForeignKey(Verification, on_delete=models.CASCADE, related_name="contradictions")
    position = models.PositiveSmallIntegerField()
    first_element = models.CharField(max_length=600)
    second_element = models.CharField(max_length=600)
    # Of either passage: page_title, page_revision, content_hash.
    pins = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["verification", "position"], name="contradiction_position_once"),
            models.CheckConstraint(
                condition=~Q(first_element=models.F("second_element")), name="contradiction_of_two_passages"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_element} / {self.second_element}"

    @property
    def elements(self) -> tuple[str, str]:
        """The ids of both passages."""
        return self.first_element, self.second_element


class ReportReason(models.TextChoices):
    """Reason for reporting a claim (paper, section 7.10.1, "Reporting a claim"; the second is one of FEVER's)."""

    UNVERIFIABLE = "unverifiable", _("It cannot be verified with anything public")
    AMBIGUOUS = "ambiguous", _("It is ambiguous, or makes no sense")
    GUIDELINES = "guidelines", _("It does not follow the guidelines of claim writing")
    LANGUAGE = "language", _("Its language is wrong: grammar, spelling, typing errors")
    DISPLAY = "display", _("The evidence it needs is not displayed correctly")


class ReportDecision(models.TextChoices):
    """A manager's decision on a report."""

    CORRECTED = "corrected", _("the claim is corrected and back in the queue")
    REINSTATED = "reinstated", _("the claim is right and back in the queue")
    RETIRED = "retired", _("the claim is retired")


class ReportQuerySet(models.QuerySet["Report"]):
    def standing(self, project: Project) -> ReportQuerySet:
        """Select reports that keep their claim from being offered and released: undecided, or found to be right."""
        decided = (ReportDecision.REINSTATED, ReportDecision.CORRECTED)
        return self.filter(claim__project=project).exclude(decision__in=decided)


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

    objects = ReportQuerySet.as_manager()

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

    @property
    def reason_labels(self) -> list[str]:
        """Its reasons as people read them."""
        labels = dict(ReportReason.choices)
        return [str(labels.get(reason, reason)) for reason in self.reasons]


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
