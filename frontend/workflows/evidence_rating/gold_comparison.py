"""A rating beside its gold: the scores, and both sides in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from annotation.projects.models import Project
from annotation.quality.calibration.results import Result, gold_of
from annotation.work.registry import get_workflow, labels_of
from annotation.workflows.evidence_rating.scales import scales


def beside(project: Project, result: Result, _title: str) -> dict[str, Any]:
    """What `evidence_rating/gold_comparison.html` needs."""
    workflow = get_workflow(result.item.task.kind)
    assert workflow.calibratable is not None  # its result was scored
    labels, mine, gold = labels_of(project, workflow), result.answer.body, gold_of(result.item).body
    rows = [(_("Major error"), _error(mine), _error(gold))]
    rows += [(str(one.label), _point(mine, one.name), _point(gold, one.name)) for one in scales().scales]
    names, scores = workflow.calibratable.fields, result.score.fields
    return {
        "result": result,
        "item": result.item,
        "labels": labels,
        "rows": rows,
        "fields": [(label, scores[name]) for name, label in names.items() if name in scores],
    }


def _error(body: Mapping[str, Any]) -> str:
    value = body.get("major_error", "")
    return next((str(one.label) for one in scales().major_errors if one.value == value), value)


def _point(body: Mapping[str, Any], scale: str) -> str:
    return str(body.get("scores", {}).get(scale, "–"))
