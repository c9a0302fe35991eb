"""Which submitted work counts: the one condition of agreement, audits, dashboards and releases."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

# Lookups of `Submission`: the current revision of work that no manager has set aside.
COUNTED: dict[str, Any] = {"is_current": True, "assignment__set_aside__isnull": True}


def counted(submission: str = "") -> Q:
    """COUNTED as a condition. `submission`: the path to `Submission` from the model that is filtered, as in
    "submission__"; empty for itself."""
    return Q(**{f"{submission}{lookup}": value for lookup, value in COUNTED.items()})
