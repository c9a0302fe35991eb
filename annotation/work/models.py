"""Models shared by every workflow: Task -> Assignment (a lease) -> Draft and Operations -> submission."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary.tasks import Phase, TaskKind


class Task(models.Model):
    """Work to be done by `required_annotations` different people.

    `assigned_count` counts the people who hold or have finished it. It only changes by conditional UPDATE
    (`annotation.work.assignment`), and the database itself refuses to let it exceed `required_annotations`.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="tasks")
    kind = models.CharField(max_length=30, choices=TaskKind.choices)
    phase = models.PositiveSmallIntegerField(default=Phase.PRODUCTION, choices=Phase.choices)
    claim = models.ForeignKey("annotation.Claim", null=True, on_delete=models.CASCADE, related_name="tasks")
    highlight = models.ForeignKey("annotation.Highlight", null=True, on_delete=models.CASCADE, related_name="tasks")
    required_annotations = models.PositiveSmallIntegerField(default=1, db_column="wanted")
    assigned_count = models.PositiveSmallIntegerField(default=0, db_column="places_taken")
    # Where a task stands in the queue: drawn once, at random, so that nobody works through a file in its order.
    position = models.BigIntegerField(default=0)
    # Taken out of the queue for good, because of what people said when they skipped it.
    withdrawn_at = models.DateTimeField(null=True)
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
            models.CheckConstraint(condition=Q(kind__in=TaskKind.values), name="task_known_kind"),
            models.CheckConstraint(condition=Q(phase__in=Phase.values), name="task_known_phase"),
            models.CheckConstraint(
                condition=Q(kind=TaskKind.CLAIM_VERIFICATION, claim__isnull=False, highlight__isnull=True)
                | Q(kind=TaskKind.CLAIM_GENERATION, claim__isnull=True, highlight__isnull=False),
                name="task_subject_fits_kind",
            ),
            models.UniqueConstraint(
                fields=["claim"], condition=Q(kind=TaskKind.CLAIM_VERIFICATION), name="task_once_per_claim"
            ),
            models.UniqueConstraint(
                fields=["highlight"], condition=Q(kind=TaskKind.CLAIM_GENERATION), name="task_once_per_highlight"
            ),
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


class SkipReason(models.TextChoices):
    """Why a person does not want to do a task (paper, section 3.1.1 and 7.9)."""

    FORMATTING = "formatting", _("It is not displayed correctly")
    NOTHING_VERIFIABLE = "nothing_verifiable", _("Nothing in it can be verified")
    POLITICS = "politics", _("It is about contemporary politics")
    PERSONAL = "personal", _("I cannot judge it without prejudice")
    OTHER = "other", _("Another reason")


class Assignment(models.Model):
    """One person's hold on one task: a lease that a heartbeat renews and that ends by itself.

    `public_id` is what addresses and payloads carry; it tells nothing about order or other people.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="assignments")
    # Project and kind repeat the task's, so that the database can hold "one open assignment a person" as a constraint.
    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="assignments")
    kind = models.CharField(max_length=30, choices=TaskKind.choices)
    person = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="assignments")
    state = models.CharField(max_length=12, choices=AssignmentState.choices, default=AssignmentState.HELD)
    leased_until = models.DateTimeField()
    skip_reason = models.CharField(max_length=20, blank=True, choices=SkipReason.choices)
    skip_note = models.TextField(blank=True)
    # The `chain` of the last operation: a log whose end was cut off does not reach it (annotation.work.hash_chain).
    log_head = models.CharField(max_length=64, blank=True, default="", editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
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
                condition=Q(state=AssignmentState.SKIPPED, skip_reason__in=SkipReason.values)
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
    """One thing an annotator did. Rows are only ever added: the database refuses updates (migration 0007).

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
    # What a replay needs beyond the value (`workflows.claim_verification.replay`); never exported.
    detail = models.JSONField(default=dict)
    received_at = models.DateTimeField()
    # Holds the row to the one before it (annotation.work.hash_chain).
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
