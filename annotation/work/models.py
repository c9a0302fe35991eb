"""Models shared by every workflow: Task -> Assignment (a lease) -> Draft and Operations -> submission."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import ClassVar, Self, TypeVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary.tasks import Phase
from annotation.work import skip_reasons

Work = TypeVar("Work", bound="SubmittedWork")


class Task(models.Model):
    """Work to be done by `required_annotations` different people.

    What it is about is a row of the workflow's own, one-to-one with the task: `VerificationItem` of claim verification.
    `assigned_count` counts the people who hold or have finished it. It only changes by conditional UPDATE
    (`annotation.work.assignment`), and the database itself refuses to let it exceed `required_annotations`.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="tasks")
    kind = models.CharField(max_length=30)  # slug of a workflow (annotation.work.registry)
    phase = models.PositiveSmallIntegerField(default=Phase.PRODUCTION, choices=Phase.choices)
    required_annotations = models.PositiveSmallIntegerField(default=1, db_column="wanted")
    assigned_count = models.PositiveSmallIntegerField(default=0, db_column="places_taken")
    # Where a task stands in the queue: drawn once, at random, so that nobody works through a file in its order.
    position = models.BigIntegerField(default=0)
    # Taken out of the queue for good, because of what people said when they skipped it.
    withdrawn_at = models.DateTimeField(null=True)
    # When a rule asked for a third annotation because two differ: later ones are no independent sample of agreement.
    third_requested_at = models.DateTimeField(null=True)
    # The submission that opened it, and the first task of its chain (annotation.work.chains); null: it is the first.
    opened_by = models.ForeignKey("Submission", null=True, on_delete=models.RESTRICT, related_name="opened_tasks")
    chain = models.ForeignKey("self", null=True, on_delete=models.RESTRICT, related_name="later_tasks")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["project", "kind", "phase", "position", "id"],
                name="task_open_queue",
                condition=Q(assigned_count__lt=F("required_annotations"), withdrawn_at__isnull=True),
            )
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(assigned_count__lte=F("required_annotations")), name="task_overlap_never_exceeded"
            ),
            models.CheckConstraint(condition=Q(phase__in=Phase.values), name="task_known_phase"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class AssignmentState(models.TextChoices):
    HELD = "held", _("held")
    SUBMITTED = "submitted", _("submitted")
    RELEASED = "released", _("given back")
    EXPIRED = "expired", _("expired")
    SKIPPED = "skipped", _("skipped")
    # Put aside to be gone on with later: the place is still taken, until `leased_until`.
    PARKED = "parked", _("postponed")
    REPORTED = "reported", _("reported")


# The states in which an assignment takes a place and can be gone on with.
KEPT = (AssignmentState.HELD, AssignmentState.PARKED)


class Assignment(models.Model):
    """One person's hold on one task: a lease that a heartbeat renews and that ends by itself.

    `public_id` is what addresses and payloads carry; it tells nothing about order or other people.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="assignments")
    # Project and kind repeat the task's, so that the database can hold "one open assignment a person" as a constraint.
    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="assignments")
    kind = models.CharField(max_length=30)  # slug of a workflow (annotation.work.registry)
    person = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="assignments")
    state = models.CharField(max_length=12, choices=AssignmentState.choices, default=AssignmentState.HELD)
    leased_until = models.DateTimeField()
    skip_reason = models.CharField(max_length=skip_reasons.LONGEST_VALUE, blank=True)  # value of a SkipReason
    skip_note = models.TextField(blank=True)
    # The `chain` of the last operation: a log whose end was cut off does not reach it (annotation.hash_chain).
    log_head = models.CharField(max_length=64, blank=True, default="", editable=False)
    # The manager's action that set the work aside: kept, but neither counted nor released (annotation.work.counted).
    set_aside = models.ForeignKey(
        "annotation.Action", null=True, on_delete=models.RESTRICT, related_name="set_aside", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    # Seconds that the server's clock has jumped since it was taken (annotation.work.clock_jump_job): no working time.
    clock_jumped = models.DecimalField(max_digits=12, decimal_places=3, default=0, db_default=0, editable=False)
    # Whether `assign` has just made it: then its log holds `start` alone and it has no draft.
    is_new = False

    class Meta:
        indexes: ClassVar = [
            # Of those kept. With a condition on `state` SQLite would not use it: values are bound after it has planned.
            models.Index(
                fields=["project", "kind", "leased_until"],
                name="assignment_overdue",
                condition=Q(ended_at__isnull=True),
            ),
            models.Index(fields=["person", "project", "kind", "state"], name="assignment_of_person"),
            # Of the few that are. Were the others in it, SQLite would begin every query of what counts with all of
            # them: it takes any index for a condition, and knows nothing of how many rows have no value.
            models.Index(fields=["set_aside"], condition=Q(set_aside__isnull=False), name="assignment_set_aside"),
            models.Index(fields=["person", "project", "-ended_at"], name="assignment_history"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["task", "person"], name="assignment_never_the_same_task_twice"),
            models.UniqueConstraint(
                fields=["person", "project", "kind"],
                condition=Q(state=AssignmentState.HELD),
                name="assignment_one_open_a_person",
            ),
            models.CheckConstraint(condition=Q(state__in=AssignmentState.values), name="assignment_known_state"),
            models.CheckConstraint(
                condition=(Q(state=AssignmentState.SKIPPED) & ~Q(skip_reason=""))
                | (~Q(state=AssignmentState.SKIPPED) & Q(skip_reason="")),
                name="assignment_skipped_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(state__in=KEPT, ended_at__isnull=True) | (~Q(state__in=KEPT) & Q(ended_at__isnull=False)),
                name="assignment_ended_unless_kept",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.state})"


class Submission(models.Model):
    """What a person submitted for an assignment. An edit adds a revision; nothing is overwritten.

    `client_id` is made by the browser once per submission: sending it again finds the first answer. What was submitted
    is a row of the workflow's own that extends `SubmittedWork`.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="submissions")
    revision = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    client_id = models.UUIDField(unique=True)
    # Version of the guidelines that it was made under (annotation.work.guidelines.version_followed); null: not known.
    guidelines_version = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["assignment", "revision"], name="submission_revision_once"),
            models.UniqueConstraint(fields=["assignment"], condition=Q(is_current=True), name="submission_one_current"),
        ]

    def __str__(self) -> str:
        return f"revision {self.revision} of {self.assignment_id}"


class SubmittedWorkManager(models.Manager[Work]):
    """Selects the submission with each row: nearly every reader asks for it."""

    def get_queryset(self) -> models.QuerySet[Work]:
        return super().get_queryset().select_related("submission")


class SubmittedWork(models.Model):
    """Base of what a workflow stores for a submission: facts of the submission are read through it."""

    submission = models.OneToOneField(Submission, on_delete=models.PROTECT, related_name="%(class)s")

    objects: ClassVar[SubmittedWorkManager[Self]] = SubmittedWorkManager()

    class Meta:
        abstract = True

    @property
    def assignment(self) -> Assignment:
        return self.submission.assignment

    @property
    def assignment_id(self) -> int:
        return self.submission.assignment_id

    @property
    def revision(self) -> int:
        return self.submission.revision

    @property
    def is_current(self) -> bool:
        return self.submission.is_current

    @property
    def client_id(self) -> uuid.UUID:
        return self.submission.client_id

    @property
    def guidelines_version(self) -> int | None:
        """Version of the guidelines that this revision was made under; None: not known."""
        return self.submission.guidelines_version

    @property
    def created_at(self) -> datetime:
        """Time when this revision was submitted."""
        return self.submission.created_at

    @property
    def first_submitted_at(self) -> datetime:
        """Time of the first submission: edits change the work and not its turn. Needs the assignment."""
        return self.assignment.ended_at or self.created_at


class Draft(models.Model):
    """What a person has done so far on an assignment, saved while they work.

    `body` is the workflow's own shape, checked by the workflow; `version` counts the saves, so that a second
    tab cannot silently overwrite the first.
    """

    assignment = models.OneToOneField(Assignment, on_delete=models.CASCADE, related_name="draft")
    body = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"draft {self.version} of {self.assignment_id}"


class Operation(models.Model):
    """One thing an annotator did. Rows are only ever added: the database refuses updates (migration 0001).

    `sequence` is the order in which the server received them. Every browser numbers its own (`browser`,
    `browser_sequence`), so that two computers at one assignment never use the same number; the server's own operations
    have the browser "" and their sequence. `sitting` is 1 for the work itself, n for the edit that made revision n.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="operations")
    sequence = models.PositiveIntegerField()
    browser = models.CharField(max_length=40, blank=True)
    browser_sequence = models.PositiveIntegerField()
    sitting = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=40)
    value = models.TextField()
    # Seconds since this sitting's start, to the millisecond, by the annotator's clock.
    seconds = models.DecimalField(max_digits=12, decimal_places=3)
    # The same by a clock that stops while the page is hidden; null where it was not measured.
    active_seconds = models.DecimalField(max_digits=12, decimal_places=3, null=True)
    # What a replay needs beyond the value; never exported.
    detail = models.JSONField(default=dict)
    received_at = models.DateTimeField()
    # Holds the row to the one before it (annotation.hash_chain).
    chain = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["assignment", "sequence"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["assignment", "sequence"], name="operation_once_per_sequence"),
            models.UniqueConstraint(
                fields=["assignment", "browser", "browser_sequence"], name="operation_once_per_browser_sequence"
            ),
            models.CheckConstraint(condition=Q(seconds__gte=0), name="operation_not_before_start"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.name}"


class ReportDecision(models.TextChoices):
    """A manager's decision on a reported task."""

    REINSTATED = "reinstated", _("back in the queue")
    RETIRED = "retired", _("retired")


class TaskReport(models.Model):
    """Somebody says that a task should not be done as it is, instead of doing it. `decision` is empty until a manager
    decides (`annotation.work.reporting`)."""

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, related_name="task_report")
    reason = models.CharField(max_length=skip_reasons.LONGEST_VALUE)  # value of a reason of the workflow
    note = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    decision = models.CharField(max_length=10, blank=True, choices=ReportDecision.choices)
    decided_by = models.ForeignKey(
        "annotation.User", null=True, on_delete=models.PROTECT, related_name="decided_task_reports"
    )
    decided_at = models.DateTimeField(null=True)
    decision_note = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(decision="", decided_at__isnull=True)
                | Q(decision__in=["reinstated", "retired"], decided_at__isnull=False),
                name="task_report_decided_at_some_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.reason}: report of {self.assignment_id}"
