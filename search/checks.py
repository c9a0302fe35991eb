"""System checks of search (`manage.py check`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

SEARCH = "search"  # the tag by which a command asks for these checks alone


@register(SEARCH)
def engine_is_known(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Check the address and settings of Elasticsearch, where ELASTICSEARCH_URL is set."""
    if not settings.ELASTICSEARCH_URL:
        return []
    from search.elastic.server import server_from_settings

    try:
        server_from_settings()
    except ImproperlyConfigured as error:
        hint = "Correct it, or unset ELASTICSEARCH_URL to use the embedded index."
        return [Error(str(error), hint=hint, id="search.E001")]
    return []


@register(SEARCH)
def index_can_be_written(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Check that the index folder, or its nearest existing parent, is writable."""
    folder = Path(settings.ATTEST_DATA_DIR) / "index"
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        return []
    hint = "Set ATTEST_DATA_DIR to a folder that this user may write to, or change its permissions."
    return [Error(f"The search index cannot be written: {existing} is not writable.", hint=hint, id="search.E002")]
