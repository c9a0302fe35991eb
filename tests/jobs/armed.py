"""Where a job is to be killed: a file for each kind and point, which the killed worker removes."""

from __future__ import annotations

from pathlib import Path

POINTS = ("write", "finish")


def armed(kind: str, point: str) -> Path:
    from django.conf import settings

    return Path(settings.ATTEST_DATA_DIR) / "kill-at" / f"{kind}.{point}"
