"""Celery application, used where REDIS_URL is set."""

from __future__ import annotations

import os
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.signals import import_modules, setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("attest")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@import_modules.connect  # type: ignore[untyped-decorator]
def log_as_the_site_does(**_signal: Any) -> None:
    """In JSON, workers and beat log as the site does, in place of what Celery sets up. This comes just before that."""
    from django.conf import settings

    def configure(**_signal: Any) -> None:
        dictConfig(settings.LOGGING)

    if settings.ATTEST_LOG_FORMAT == "json":
        setup_logging.connect(configure, weak=False, dispatch_uid="attest")
