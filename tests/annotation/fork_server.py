"""What the fork server of the concurrency tests loads before it forks: Django, and the jobs."""

from __future__ import annotations

from importlib import import_module

import django

django.setup()
import_module("tests.annotation.worker")
