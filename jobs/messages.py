"""Celery messages, where REDIS_URL is set: one message runs one job.

The job table is the truth. A message that was never sent, or was lost, is sent by the next sweep (`send_lost`), which
every Celery worker does every few seconds, and beat asks for.
"""

from __future__ import annotations

import logging
import threading
import time
from datetime import timedelta

import redis
from celery import current_app
from django.conf import settings
from django.db.models import BooleanField, ExpressionWrapper, F, Q
from django.utils import timezone
from kombu.connection import Connection
from redis.backoff import NoBackoff
from redis.retry import Retry

from jobs.models import Job, JobState

TASK = "jobs.tasks.run_job"
PATIENCE = 0.15  # seconds that a request waits for the broker; what is not sent by then is left to the sweep
PAUSE = 5.0  # seconds after a failure in which requests do not try the broker again
SOCKET_SECONDS = 2.0  # longest wait for a connection or an answer of the broker
SENT_LATELY = timedelta(seconds=15)  # a worker has taken a message that left the queue, or will have by then
log = logging.getLogger(__name__)
_paused_until = 0.0


def send_soon(job: Job) -> bool:
    """Send the message of a new job within PATIENCE, whatever the broker does; return whether it was sent.

    The broker's client runs in a thread: neither a name that is not resolved nor a server that accepts a connection
    and says nothing keeps the caller longer. A message that arrives later all the same is harmless: it is skipped if
    another one has run the job.
    """
    global _paused_until
    if time.monotonic() < _paused_until:
        return False
    is_over, failures = threading.Event(), list[Exception]()

    def publish() -> None:
        try:
            _publish(job.pk, _queue_of(job))
        except Exception as error:  # the broker's client raises exceptions of many libraries
            failures.append(error)
        finally:
            is_over.set()

    threading.Thread(target=publish, daemon=True).start()
    if is_over.wait(PATIENCE) and not failures:
        Job.objects.filter(pk=job.pk).update(message_sent_at=timezone.now())
        return True
    _paused_until = time.monotonic() + PAUSE
    log.warning(
        "The broker is unavailable: job %s waits for the next sweep (%s)",
        job.pk,
        failures[0] if failures else "no answer",
    )
    return False


def send(job: Job) -> bool:
    """Send the message that runs this job, unless another sweep has just done so. Raises what the broker's client does,
    after at most a few times SOCKET_SECONDS."""
    before = job.message_sent_at
    mine = Job.objects.filter(pk=job.pk, message_sent_at=before)
    if not mine.update(message_sent_at=timezone.now()):
        return False
    try:
        _publish(job.pk, _queue_of(job))
    except Exception:
        Job.objects.filter(pk=job.pk).update(message_sent_at=before)
        raise
    return True


def send_lost() -> int:
    """Send a message for every job that could run and has none; return how many. Ends at the first failure.

    A job has none if none was ever sent, if its worker died with the message, or if its queue is empty although it
    waits: Redis was restarted, or a worker died before it began. So no worker is idle while a job waits, and no
    second message is sent while the first may be in the queue.
    """
    now = timezone.now()
    is_due = Q(not_before__isnull=True) | Q(not_before__lte=now)
    runnable = Q(state=JobState.WAITING) & is_due | Q(state=JobState.RUNNING, leased_until__lt=now)
    # The message it had was sent before it became due, or before the lease of the worker that died began or lapsed.
    lost = Q(message_sent_at__isnull=True) | Q(message_sent_at__lt=F("not_before"))
    lost |= Q(state=JobState.RUNNING, message_sent_at__lt=F("leased_until"))
    perhaps = Q(message_sent_at__lt=now - SENT_LATELY)
    sent = 0
    try:
        found = Job.objects.filter(runnable).filter(lost | perhaps).order_by("pk")
        jobs = list(found.annotate(is_lost=ExpressionWrapper(lost, output_field=BooleanField())))
        empty = {queue for queue in {_queue_of(job) for job in jobs if not job.is_lost} if not queue_length(queue)}
        for job in jobs:
            if job.is_lost or _queue_of(job) in empty:
                sent += send(job)
    except Exception as error:
        log.warning("The broker is unavailable: messages of waiting jobs are sent later (%s)", error)
    return sent


def queue_length(queue: str) -> int:
    """Return how many messages wait in a queue. Raises redis.RedisError."""
    with connect() as connection:
        return int(connection.llen(queue))


def connect() -> redis.Redis:
    """Return a client of the broker that gives up after SOCKET_SECONDS."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=SOCKET_SECONDS,
        socket_connect_timeout=SOCKET_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )


def _queue_of(job: Job) -> str:
    return settings.JOB_QUEUES.get(job.kind) or str(current_app.conf.task_default_queue)


def _publish(job_id: int, queue: str) -> None:
    # Without `max_retries` kombu tries again for seconds where the connection is refused.
    options = {"socket_connect_timeout": SOCKET_SECONDS, "socket_timeout": SOCKET_SECONDS, "max_retries": 0}
    with Connection(  # type: ignore[no-untyped-call]
        settings.REDIS_URL, transport_options=options
    ) as connection:
        current_app.send_task(TASK, [job_id], queue=queue, connection=connection, retry=False, ignore_result=True)
