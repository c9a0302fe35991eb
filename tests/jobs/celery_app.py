"""Celery application of the product, with the jobs of the tests, short times and the time limit TEST_TIME_LIMIT."""

from __future__ import annotations

import os
from datetime import timedelta

import django

from config.celery import app

django.setup()

from jobs import context, tasks  # noqa: E402
from tests.jobs import functions  # noqa: E402, F401  registers its jobs

app.conf.task_soft_time_limit = float(os.environ.get("TEST_TIME_LIMIT", 60))
context.LEASE = timedelta(seconds=1)
tasks.SECONDS_BETWEEN_SWEEPS = float(os.environ.get("TEST_SWEEP_SECONDS", 0.3))
app.conf.beat_schedule = {name: each | {"schedule": 0.5} for name, each in app.conf.beat_schedule.items()}
__all__ = ["app"]
