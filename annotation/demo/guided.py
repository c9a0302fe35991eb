"""Guided examples of the demo: one of each kind, out of its own pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.db import transaction

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import GoldAnswer, checked, make_gold, make_highlight_gold
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.tasks import Phase
from annotation.workflows.models import GenerationItem, Highlight

EXAMPLES = Path(__file__).resolve().parent / "guided_examples.json"


@transaction.atomic
def make_examples(project: Project) -> None:
    """Make the examples of a project over the demo's pages; nothing if it has any."""
    if GoldItem.objects.filter(task__project=project, task__phase=Phase.GUIDED).exists():
        return
    examples = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    for row in examples["verifications"]:
        right = GoldAnswer(row["verdict"], row["challenges"], row["sets"], row["why"])
        claim = Claim.objects.create(project=project, text=row["claim"], phase=Phase.GUIDED)
        make_gold(claim=claim, phase=Phase.GUIDED, right=checked(project, right), by=None)
    for row in examples["highlights"]:
        _make_highlight(project, row)


def _make_highlight(project: Project, row: dict[str, Any]) -> None:
    """Nothing where somebody has drawn a highlight of this page: each page has one at most."""
    asked = {name: row[name] for name in ("type_one_is_true", "several_pages", "mutation", "mutated_type")}
    highlight, is_new = Highlight.objects.get_or_create(
        project=project,
        page_title=row["page"],
        defaults={"kind": row["kind"], "element_ids": row["elements"], **asked},
    )
    if not is_new:
        return
    GenerationItem.objects.create_tasks(project, [highlight])
    make_highlight_gold(
        highlight=highlight, phase=Phase.GUIDED, references=row["references"], comment=row["why"], by=None
    )
