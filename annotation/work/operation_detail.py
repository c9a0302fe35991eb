"""Validate the detail of an operation: small JSON that both databases return unchanged. Pure."""

from __future__ import annotations

import json

from django.utils.translation import gettext as _

from annotation.vocabulary.operation_names import OwnOperation

LONGEST = 4_000
# These hold a whole draft, which may be as large as a draft (annotation.work.draft).
LARGE = frozenset({OwnOperation.DRAFT_TAKEN.value})
LONGEST_LARGE = 1_000_000
GREATEST = 2**53


def detail_problem(name: str, detail: object) -> str | None:
    """Return a message that says what is wrong with the detail, or None."""
    if not _is_exact(detail):
        return _("Write an object of texts, whole numbers, true, false, null, lists and objects.")
    longest = LONGEST_LARGE if name in LARGE else LONGEST
    if len(json.dumps(detail, ensure_ascii=False)) > longest:
        return _("Write at most %(most)d characters.") % {"most": longest}
    return None


def _is_exact(value: object) -> bool:
    """Fractions are left out: databases write them in different ways, and the chain would not fit them any more."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_exact(item) for key, item in value.items())
    if isinstance(value, list):
        return all(_is_exact(item) for item in value)
    if isinstance(value, int):
        return abs(value) <= GREATEST
    return value is None or isinstance(value, str)
