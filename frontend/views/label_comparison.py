"""An answer and its gold side by side: what its workflow's template needs, and that of labels alone."""

from __future__ import annotations

from typing import Any

from django.utils.module_loading import import_string

from annotation.projects.models import Project
from annotation.quality.calibration.results import Result
from annotation.work.registry import get_workflow, labels_of


def compared(project: Project, result: Result, title: str) -> dict[str, Any]:
    """The context of `calibration/feedback.html` and `quality/candidate_item.html`; `title` is the page to open."""
    capability = get_workflow(result.item.task.kind).calibratable
    assert capability is not None  # `results_of` returns nothing otherwise
    found: dict[str, Any] = import_string(capability.compare)(project, result, title)
    return found | {"comparison": capability.comparison}


def beside(project: Project, result: Result, _title: str) -> dict[str, Any]:
    """What `calibration/_label_comparison.html` needs."""
    task = result.item.task
    return {"result": result, "item": result.item, "labels": labels_of(project, get_workflow(task.kind))}
