"""What `doctor` says of background jobs: the broker, the workers, and the oldest job that waits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import redis
from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from jobs.enqueue import worker_is_alive
from jobs.heartbeat import DEAD_AFTER
from jobs.messages import connect
from jobs.models import Job, JobState, JobWorker

WORKER, RUN_JOBS = ".venv/bin/celery -A config worker (and .venv/bin/celery -A config beat)", "manage.py run_jobs"
BEAT = ".venv/bin/celery -A config beat"
WAITS_LONG = timedelta(minutes=10)
BEAT_WRITES = timedelta(minutes=10)  # three times its period


@dataclass(frozen=True)
class JobFinding:
    """Result of one check; a problem if it has a remedy. `code` names it for tests and programs."""

    code: str
    text: str
    remedy: str = ""
    is_advice: bool = False


def examine_broker() -> Iterator[JobFinding]:
    """Whether Redis answers and accepts the password. Nothing where REDIS_URL is unset."""
    if not settings.REDIS_URL:
        return
    try:
        with connect() as connection:
            connection.ping()
    except redis.AuthenticationError as error:
        yield JobFinding(
            "redis-password",
            f"Redis refuses the password: {error}",
            "Correct the password in REDIS_URL: redis://:PASSWORD@host:6379/0.",
        )
    except redis.TimeoutError:
        yield JobFinding(
            "redis-hangs", "Redis accepts connections and does not answer", "Restart it, or correct REDIS_URL."
        )
    except (redis.RedisError, ValueError) as error:
        yield JobFinding("redis-away", f"Redis cannot be reached: {error}", "Start it, correct REDIS_URL, or unset it.")
    else:
        yield JobFinding("answers", "Redis answers")


def examine_workers() -> Iterator[JobFinding]:
    """Whether a worker has sent a heartbeat lately, and which job waits longest."""
    alive = JobWorker.objects.filter(seen_at__gt=timezone.now() - DEAD_AFTER).count()
    kind, command = ("Celery", WORKER) if settings.REDIS_URL else ("table", RUN_JOBS)
    if worker_is_alive():
        yield JobFinding("workers", f"{alive} worker{'' if alive == 1 else 's'} ({kind})")
    else:
        # Without Redis the worker belongs to the site, and ends with it: none is no fault while nothing waits.
        is_needed = bool(settings.REDIS_URL) or settings.HTTPS or bool(waiting_jobs())
        yield JobFinding("no-worker", "no worker runs", f"Start one: {command}" if is_needed else "")
    yield examine_oldest()
    if settings.REDIS_URL:
        yield examine_beat(Path(settings.CELERY_BEAT_SCHEDULE_FILENAME))


def examine_beat(schedule: Path) -> JobFinding:
    """Whether beat has written its schedule lately, as it does every three minutes."""
    written = [file.stat().st_mtime for file in schedule.parent.glob(f"{schedule.name}*")]
    if written and time.time() - max(written) < BEAT_WRITES.total_seconds():
        return JobFinding("beat", "beat runs")
    since = f"since {datetime.fromtimestamp(max(written), UTC):%Y-%m-%d %H:%M} UTC" if written else "yet"
    said = f"beat has not written {schedule.name} {since}; workers do its work while they run"
    return JobFinding("beat-away", said, f"Start it: {BEAT}", is_advice=True)


def examine_oldest() -> JobFinding:
    """The job that has waited longest since it was due; a problem after WAITS_LONG."""
    now = timezone.now()
    waiting = sorted(waiting_jobs(), key=lambda job: job.not_before or job.created_at)
    if not waiting:
        return JobFinding("none-waits", "no job waits")
    oldest = waiting[0]
    since = oldest.not_before or oldest.created_at
    minutes = int((now - since) / timedelta(minutes=1))
    queue = settings.JOB_QUEUES.get(oldest.kind)
    text = f"{len(waiting)} wait; longest job {oldest.pk} ({oldest.kind}), since {since:%Y-%m-%d %H:%M} UTC"
    text += f" ({minutes} minutes)"
    if now - since < WAITS_LONG:
        return JobFinding("oldest", text)
    served = f" that serves the queue {queue} (-Q {queue})" if queue and settings.REDIS_URL else ""
    remedy = f"Start another worker{served}: {WORKER if settings.REDIS_URL else RUN_JOBS}; or wait, if a long job runs."
    return JobFinding("waits-long", text, remedy)


def waiting_jobs() -> list[Job]:
    """Jobs that are due and that nobody runs."""
    now = timezone.now()
    is_due = Q(not_before__isnull=True) | Q(not_before__lte=now)
    lapsed = Q(state=JobState.RUNNING, leased_until__lt=now)
    return list(Job.objects.filter(Q(state=JobState.WAITING) & is_due | lapsed))
