"""Django's own home. It brings the Celery app, so that a task called in any process goes to the right broker."""

from __future__ import annotations

from config.celery import app as celery_app

__all__ = ["celery_app"]
