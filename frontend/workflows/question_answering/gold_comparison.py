"""Work of a phase beside its gold: the scores of its fields, and both sides in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Project
from annotation.quality.calibration.results import Result, gold_of
from annotation.work.registry import get_workflow, labels_of


class Side(NamedTuple):
    """One side of the comparison."""

    name: str | Promise
    body: Mapping[str, Any]


def beside(project: Project, result: Result, _title: str) -> dict[str, Any]:
    """What `question_answering/gold_comparison.html` needs."""
    workflow = get_workflow(result.item.task.kind)
    assert workflow.calibratable is not None  # its result was scored
    names, scores = workflow.calibratable.fields, result.score.fields
    return {
        "result": result,
        "item": result.item,
        "labels": labels_of(project, workflow),
        "fields": [(label, scores[name]) for name, label in names.items() if name in scores],
        "mine": Side(_("You"), result.answer.body),
        "gold": Side(_("Gold"), gold_of(result.item).body),
    }
