"""Celery application, used where REDIS_URL is set."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("attest")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
