"""Where the workers of `killing` kill themselves.

A file ATTEST_DATA_DIR/kill-at/KIND.POINT arms a point. `write`: behind the first row that the job function writes,
within its transaction if there is one. `finish`: everything is stored, and the outcome of the job is not.
"""

from __future__ import annotations

from pathlib import Path

POINTS = ("write", "finish")


def armed(kind: str, point: str) -> Path:
    """The file that arms a point of a kind of job."""
    from django.conf import settings

    return Path(settings.ATTEST_DATA_DIR) / "kill-at" / f"{kind}.{point}"
