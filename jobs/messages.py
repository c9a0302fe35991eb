"""Celery messages, where REDIS_URL is set: one message runs one job, and lost ones are sent again."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import current_app
from django.conf import settings
from django.db.models import F, Q
from django.utils import timezone

from jobs.models import Job, JobState

TASK = "jobs.tasks.run_job"
LOST_AFTER = timedelta(minutes=10)  # a message of a job that still waits for a busy worker is sent again needlessly
log = logging.getLogger(__name__)


def send(job: Job) -> bool:
    """Send the message that runs this job. Return False if the broker is unavailable: `send_lost` tries again."""
    queue = settings.JOB_QUEUES.get(job.kind)
    try:
        current_app.send_task(TASK, [job.pk], queue=queue, retry=False, ignore_result=True, eta=job.not_before)
    except Exception:  # the broker's client raises exceptions of many libraries
        log.warning("The broker is unavailable: job %s waits for the next sweep", job.pk, exc_info=True)
        return False
    Job.objects.filter(pk=job.pk).update(message_sent_at=timezone.now())
    return True


def send_lost() -> int:
    """Send a message for every job whose message never reached the broker, or was lost with its worker; return how
    many. Workers that sweep at the same time send one each at most: a second message for a job is skipped."""
    now = timezone.now()
    old = Q(message_sent_at__isnull=True) | Q(message_sent_at__lt=now - LOST_AFTER)
    lapsed = Q(state=JobState.RUNNING, leased_until__lt=now)
    is_due = Q(not_before__isnull=True) | Q(not_before__lte=now)
    lost = (Q(state=JobState.WAITING) & is_due & old) | (lapsed & (old | Q(message_sent_at__lt=F("leased_until"))))
    return sum(send(job) for job in Job.objects.filter(lost).order_by("pk"))
