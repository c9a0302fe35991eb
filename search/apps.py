"""Django application of search. The label is part of every migration and must not change."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SearchConfig(AppConfig):
    """Title suggestions and full-text search."""

    name = "search"
    label = "search"
    verbose_name = _("Search")

    def ready(self) -> None:
        """Register the system checks."""
        from search import checks  # noqa: F401
