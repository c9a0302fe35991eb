"""A small simulated project, and a release of it."""

from __future__ import annotations

from pathlib import Path

from annotation.models import Project
from annotation.release.summary import ReleaseOptions, ReleaseSummary
from annotation.release.write import write_release
from tests.prepared import simulated_project


def small_project(claims: int = 90, qa: int = 40) -> Project:
    """Nine annotators, of whom six verify; nearly half of the claims several times."""
    project, _planted = simulated_project(annotators=9, claims=claims, seed=2, qa=qa)
    return project


def released(project: Project, folder: Path, settings: ReleaseOptions | None = None) -> tuple[ReleaseSummary, Path]:
    """A release of it in `folder`: what was written, and where it lies now."""
    return write_release(project, folder, settings or ReleaseOptions()), folder
