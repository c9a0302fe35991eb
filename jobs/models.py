"""Background jobs and their states."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
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
    """One call of a registered job function, with its progress and outcome.

    A running job is leased to one worker, which renews the lease. `attempt` counts the workers that started it; a
    worker whose attempt is no longer the current one has lost the lease.
    """

    # Jobs may belong to a project. It is named as text: this app imports nothing of `annotation`.
    project = models.ForeignKey("annotation.Project", null=True, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=60)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.WAITING)
    attempt = models.PositiveSmallIntegerField(default=0)
    # Progress in whatever unit the job counts; `total` is 0 while unknown.
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=200, blank=True, db_column="words")
    result = models.JSONField(null=True)
    error = models.TextField(blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="jobs")
    created_at = models.DateTimeField(auto_now_add=True)
    request_id = models.CharField(max_length=64, blank=True, db_default="")  # the request that asked for it
    # When the latest Celery message for it was sent; null without Celery, or while the broker is unavailable.
    message_sent_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    leased_until = models.DateTimeField(null=True)
    # A waiting job is not started earlier (`errors.RetryLater`).
    not_before = models.DateTimeField(null=True)

    class Meta:
        db_table = "annotation_job"
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
    """A running worker process and its latest heartbeat. Rows of workers that died are deleted by the others."""

    name = models.CharField(max_length=120, unique=True)
    seen_at = models.DateTimeField()

    class Meta:
        db_table = "annotation_jobworker"

    def __str__(self) -> str:
        return self.name


class PeriodicJob(models.Model):
    """When a job that runs by the clock (`jobs.periodic`) is due next."""

    kind = models.CharField(max_length=60, unique=True)
    due_at = models.DateTimeField()

    class Meta:
        db_table = "annotation_periodicjob"

    def __str__(self) -> str:
        return f"{self.kind}, due {self.due_at:%Y-%m-%d %H:%M}"
