"""Metrics that are counted in the database when Prometheus asks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Count, F
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from annotation.vocabulary.tasks import Phase
from annotation.work.models import KEPT, Assignment, Task
from jobs.health import waiting_jobs
from jobs.heartbeat import DEAD_AFTER
from jobs.models import Job, JobState, JobWorker

DAY = timedelta(days=1)


class DatabaseGauges(Collector):
    """Leases, the queue, and jobs."""

    def collect(self) -> Iterator[Metric]:
        yield _leases()
        yield _queue()
        yield from _jobs()


def _leases() -> Metric:
    gauge = GaugeMetricFamily("attest_leases", "Tasks that somebody has.", labels=["kind", "state"])
    rows = Assignment.objects.filter(state__in=KEPT).order_by().values_list("kind", "state")
    for kind, state, number in rows.annotate(n=Count("pk")):
        gauge.add_metric([kind, state], number)
    return gauge


def _queue() -> Metric:
    gauge = GaugeMetricFamily("attest_queue_tasks", "Tasks in production that wait for somebody.", labels=["kind"])
    for kind, number in queue_depth().items():
        gauge.add_metric([kind], number)
    return gauge


def queue_depth(**of: object) -> dict[str, int]:
    """Kind of work -> tasks in production that somebody could still be given. `of`: fields of `Task`."""
    free = Task.objects.filter(phase=Phase.PRODUCTION, withdrawn_at__isnull=True, **of)
    rows = free.filter(assigned_count__lt=F("required_annotations")).order_by().values_list("kind")
    return dict(rows.annotate(n=Count("pk")))


def _jobs() -> Iterator[Metric]:
    now = timezone.now()
    gauge = GaugeMetricFamily("attest_jobs", "Background jobs; of failed ones those of the last day.", labels=["state"])
    counts = {state: Job.objects.filter(state=state).count() for state in (JobState.WAITING, JobState.RUNNING)}
    counts[JobState.FAILED] = Job.objects.filter(state=JobState.FAILED, finished_at__gt=now - DAY).count()
    for state, number in counts.items():
        gauge.add_metric([state.value], number)
    yield gauge
    due = [job.not_before or job.created_at for job in waiting_jobs()]
    age = (now - min(due)).total_seconds() if due else 0
    yield GaugeMetricFamily(
        "attest_job_oldest_waiting_seconds", "Since when the oldest job that is due waits.", value=age
    )
    workers = JobWorker.objects.filter(seen_at__gt=now - DEAD_AFTER).count()
    yield GaugeMetricFamily("attest_job_workers", "Workers with a heartbeat.", value=workers)
