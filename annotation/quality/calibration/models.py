"""Gold items, candidates' calibration state, grades of written claims, and changes of gold."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary.guided_examples import LONGEST_KIND
from annotation.vocabulary.label_set import LONGEST_VALUE
from annotation.vocabulary.tasks import Phase


class GoldItem(models.Model):
    """Gold answer of one task: a verdict with its evidence sets, or reference claims.

    Its task is of a phase other than production, and is given to everybody. `challenges`: all that are accepted.
    `sets`: element ids, each set enough on its own. `references`: {"I": ["..."], ...}. `comment`: for whoever reads
    their feedback. `guide_kind`: of a guided example, which kind it is (`Workflow.guided`).
    """

    task = models.OneToOneField("annotation.Task", on_delete=models.CASCADE, related_name="gold")
    verdict = models.CharField(max_length=LONGEST_VALUE, blank=True)  # empty for highlights
    challenges = models.JSONField(default=list)
    sets = models.JSONField(default=list)
    references = models.JSONField(default=dict)
    comment = models.TextField(blank=True)
    guide_kind = models.CharField(max_length=LONGEST_KIND, blank=True, default="")
    made_by = models.ForeignKey("annotation.User", null=True, on_delete=models.PROTECT, related_name="gold_items")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["task__phase", "task__position", "pk"]

    def __str__(self) -> str:
        return f"gold of task {self.task_id}"

    @property
    def silent(self) -> bool:
        """Whether it is an attention check among the tasks in production. Needs `task`."""
        return self.task.phase == Phase.SILENT


class Decision(models.TextChoices):
    """Decision of a manager on a candidate."""

    APPROVED = "approved", _("approved")
    REJECTED = "rejected", _("rejected")


class Calibration(models.Model):
    """Calibration state of one candidate in one kind of work. `phase`: 1, 2, or 3 when both are done.

    `scores`: {"1": {...}} as `scoring.Score` or `scoring.WritingScore`; a phase is there once it is scored.
    `items_read`: gold items whose feedback the candidate has opened; `feedback_seen`: {"1": when all were}.
    `decision` is empty until a manager decides, and may be changed. `since`: when a manager asked for calibration
    again; what was answered before counts no more. `earlier`: the states before that, oldest first.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="calibrations")
    person = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="calibrations")
    kind = models.CharField(max_length=30)
    phase = models.PositiveSmallIntegerField(default=1)
    scores = models.JSONField(default=dict)
    items_read = models.JSONField(default=list)
    feedback_seen = models.JSONField(default=dict)
    decision = models.CharField(max_length=10, blank=True, choices=Decision.choices)
    decided_by = models.ForeignKey(
        "annotation.User", null=True, on_delete=models.PROTECT, related_name="decided_calibrations"
    )
    decided_at = models.DateTimeField(null=True)
    note = models.TextField(blank=True)
    since = models.DateTimeField(null=True)
    earlier = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "person", "kind"], name="calibration_once_a_person"),
            models.CheckConstraint(condition=Q(phase__in=[1, 2, 3]), name="calibration_known_phase"),
            models.CheckConstraint(
                condition=Q(decision="", decided_at__isnull=True)
                | Q(decision__in=Decision.values, decided_at__isnull=False),
                name="calibration_decided_at_some_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in phase {self.phase} of {self.kind}"


class ClaimGrade(models.Model):
    """Manager's grade of one claim that a candidate wrote."""

    claim = models.OneToOneField("annotation.Claim", on_delete=models.CASCADE, related_name="grade")
    meets_guideline = models.BooleanField()
    challenge_fits = models.BooleanField()
    comment = models.TextField(blank=True)
    graded_by = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="claim_grades")
    graded_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"grade of claim {self.claim_id}"


class GoldChange(models.Model):
    """Change of a gold item that people have answered. `before`, `after`: {"verdict", "challenges", "sets"}."""

    item = models.ForeignKey(GoldItem, on_delete=models.CASCADE, related_name="changes")
    by = models.ForeignKey("annotation.User", null=True, on_delete=models.PROTECT, related_name="gold_changes")
    before = models.JSONField()
    after = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"change of gold {self.item_id}"


class Rescore(models.Model):
    """Score of a phase, recomputed after a change of gold. `seen_at`: when its person was shown it."""

    calibration = models.ForeignKey(Calibration, on_delete=models.CASCADE, related_name="rescores")
    change = models.ForeignKey(GoldChange, on_delete=models.CASCADE, related_name="rescores")
    phase = models.PositiveSmallIntegerField()
    before = models.JSONField()  # as `scoring.Score`
    after = models.JSONField()
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-change__at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["calibration", "change", "phase"], name="rescore_once_a_change")
        ]

    def __str__(self) -> str:
        return f"phase {self.phase} of calibration {self.calibration_id}, scored again"
