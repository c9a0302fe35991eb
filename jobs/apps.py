"""Django application of the background jobs."""

from __future__ import annotations

from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "jobs"
    label = "jobs"

    def ready(self) -> None:
        """Import the modules that register jobs."""
        from jobs.registry import autodiscover

        autodiscover()
