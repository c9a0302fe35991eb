"""Extension points of projects: what higher folders decide about them. `annotation.composition` fills them in."""

from __future__ import annotations

from collections.abc import Callable

default_workflows: Callable[[], list[str]]
