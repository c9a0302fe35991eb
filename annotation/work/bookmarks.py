"""Places that a person marked while they work: kept with the draft, never evidence, never submitted. Pure."""

from __future__ import annotations

from django.utils.translation import gettext as _

MOST = 200
LONGEST = {"title": 600, "id": 600, "text": 300}


def are_bookmarks(value: object) -> bool:
    """Return whether a draft may keep them: each names a page, and perhaps an element of it with its first words."""
    return isinstance(value, list) and len(value) <= MOST and all(_is_bookmark(one) for one in value)


def bookmarks_sentence() -> str:
    """Say what bookmarks look like."""
    return _("Write at most %(most)d bookmarks, each with a title, and the id and text of an element.") % {"most": MOST}


def _is_bookmark(value: object) -> bool:
    if not isinstance(value, dict) or not value.get("title"):
        return False
    return all(
        isinstance(value.get(name, ""), str) and len(value.get(name, "")) <= most for name, most in LONGEST.items()
    )
