"""The claims of workflows whose verdict the claim-only classifier predicts too."""

from __future__ import annotations

from collections.abc import Callable

from annotation.projects.models import Project
from annotation.quality import workflows
from annotation.quality.audit.classifier import Sample
from annotation.work.folders import modules_of


def samples_of_workflows() -> dict[str, Callable[[Project], Sample]]:
    """Name -> the function that returns them: `SAMPLES` of a workflow's module `audit`."""
    modules = modules_of(workflows, "audit").values()
    return {name: choose for one in modules for name, choose in getattr(one, "SAMPLES", {}).items()}
