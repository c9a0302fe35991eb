"""What the fork server of the concurrency tests loads before it forks: Django, and the jobs.

A process has one fork server: where the corpus has started it for its own workers, each process loads them by itself.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import django

django.setup()


def run(*arguments: Any) -> None:
    import_module("tests.annotation.worker").work(*arguments)
