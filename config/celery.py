"""The Celery app. Used only where REDIS_URL is set; without it the same functions run in the process that asks."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("attest")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
