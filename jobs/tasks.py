"""Celery's way into the job table, where REDIS_URL is set. The functions are the table's own."""

from __future__ import annotations

from celery import shared_task

from jobs.runner import run_next


@shared_task(acks_late=True, ignore_result=True)  # type: ignore[untyped-decorator]
def do_jobs() -> int:
    """Do what waits in the job table, also what a worker that was killed left; returns how many."""
    done = 0
    while run_next() is not None:
        done += 1
    return done
