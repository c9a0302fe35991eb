"""Extension points of claims. `annotation.composition` fills them in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.work.models import Task

# Run, in this order, in the transaction that adds claims to a project, rewrites some or changes their phase.
after_change: list[Callable[[Project], object]] = []

# Run, in this order, in the transaction that opened these tasks of new claims.
after_opening: list[Callable[[Project, Sequence[Task]], object]] = []

# Select the ids of those claims that were graded in calibration: they cannot be changed any more.
graded_claims: Callable[[Sequence[Claim]], set[int]]


def run_after_change(project: Project) -> None:
    """Run `after_change`. Call it in the transaction that makes the change."""
    for function in after_change:
        function(project)


def run_after_opening(project: Project, tasks: Sequence[Task]) -> None:
    """Run `after_opening`. Call it in the transaction that opened the tasks."""
    for function in after_opening:
        function(project, tasks)
