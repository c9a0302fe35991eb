"""Symmetric pairs: claims of a set in which words alone give nothing away (Schuster et al. 2019, section 3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Role
from annotation.work.capabilities import OwnFile, Releasable
from annotation.work.models import Assignment
from annotation.work.row_storage import RowStorage
from annotation.work.skip_reasons import FORMATTING, OTHER, SkipReason
from annotation.work.workflow import Editable, QueueTexts, Workflow
from annotation.workflows.symmetric_pairs.models import SLUG, ContraryPair
from annotation.workflows.symmetric_pairs.payload import payload
from annotation.workflows.symmetric_pairs.queries import symmetric_rows
from annotation.workflows.symmetric_pairs.serializers import ContraryPairIn, PairAssignmentOut

NO_CONTRARY = SkipReason(value="no_contrary", label=_("It has no contrary"), withdraws_after=2)


def _context(assignment: Assignment) -> dict[str, Any]:
    pair = assignment.task.symmetric_pair
    return {"pair": {"claim": pair.text, "evidence": pair.evidence}}


WORKFLOW: Workflow[dict[str, Any], ContraryPair] = Workflow(
    slug=SLUG,
    label=_("symmetric pairs"),
    activity=_("Writing contrary pairs"),
    items=_("pairs"),
    role=Role.CLAIM_WRITER,
    exclude=lambda person, project: Q(pk__in=[]),  # nothing: only claims that are done with are drawn
    subject=("symmetric_pair",),
    limit=lambda project: None,
    texts=QueueTexts(
        take=_("Take a pair"),
        skipped=_("Skipped. You will not see this pair again."),
        nothing_yet=_("No claims have been drawn for symmetric pairs yet. Your manager can draw some."),
        all_done=_("Every pair that was drawn has its contrary. Your manager can draw more."),
    ),
    skip_reasons=(NO_CONTRARY, FORMATTING, OTHER),
    payload=payload,
    assignment_serializer=PairAssignmentOut,
    submission_serializer=ContraryPairIn,
    submission_context=_context,
    storage=RowStorage(ContraryPair),
    editable=Editable(),
    releasable=Releasable(file=OwnFile(name="symmetric.jsonl", rows=symmetric_rows)),
    answer_key="contrary_pair",
    view="frontend.workflows.symmetric_pairs.workspace.write_contrary",
    guidelines=Path(__file__).parent,
    title=lambda task: task.symmetric_pair.text,
    pages=("manage-symmetric", "manage-symmetric-rows"),
)
