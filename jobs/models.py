"""Long work that a worker does beside the website: waiting, being done, done."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class JobState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    STOPPED = "stopped", _("stopped")


UNFINISHED = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """One call of a job function (`jobs.registry`), with how far it is and what came of it.

    While it runs it belongs to one worker, for as long as its lease is renewed. `attempt` counts the workers that took
    it up, and is the number by which a worker recognises its own turn.
    """

    project = models.ForeignKey("annotation.Project", null=True, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=60)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.WAITING)
    attempt = models.PositiveSmallIntegerField(default=0)
    # How far it is, in whatever it counts; `total` is 0 while nobody knows.
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    words = models.CharField(max_length=200, blank=True)
    result = models.JSONField(null=True)
    error = models.TextField(blank=True)
    created_by = models.ForeignKey("annotation.User", null=True, on_delete=models.SET_NULL, related_name="jobs")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    leased_until = models.DateTimeField(null=True)

    class Meta:
        app_label = "annotation"
        indexes: ClassVar = [
            models.Index(fields=["id"], name="job_to_do", condition=Q(state__in=UNFINISHED)),
            models.Index(fields=["project", "kind", "-id"], name="job_of_project"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="job_known_state"),
            models.CheckConstraint(
                condition=Q(state=JobState.RUNNING, leased_until__isnull=False)
                | (~Q(state=JobState.RUNNING) & Q(leased_until__isnull=True)),
                name="job_leased_while_running",
            ),
            models.CheckConstraint(
                condition=Q(state__in=UNFINISHED, finished_at__isnull=True)
                | (~Q(state__in=UNFINISHED) & Q(finished_at__isnull=False)),
                name="job_finished_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} ({self.state})"


class JobWorker(models.Model):
    """A process that does jobs, and when it last said so. Rows of those that have ended are removed by the others."""

    name = models.CharField(max_length=120, unique=True)
    seen_at = models.DateTimeField()

    class Meta:
        app_label = "annotation"

    def __str__(self) -> str:
        return self.name
