"""Formats of English times where they differ from Django's: as in the lists (`frontend/templates/_when.html`)."""

from __future__ import annotations

DATETIME_FORMAT = "j M Y, H:i"
