"""Django configuration. Imports the Celery application, so that every process sends to the configured broker."""

from __future__ import annotations

from config.celery import app as celery_app

__all__ = ["celery_app"]
