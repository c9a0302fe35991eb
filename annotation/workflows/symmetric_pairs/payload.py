"""Payload of a writer of contrary pairs: the pair, what holds in it, and the draft."""

from __future__ import annotations

from typing import Any

from annotation.projects.label_sets import label_set_of
from annotation.work.draft import draft_of
from annotation.work.models import Assignment
from annotation.work.operations import so_far
from annotation.work.payload import common_part


def payload(assignment: Assignment, is_new: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002
    """Everything the page needs, ready for JSON. Who verified the claim is not in it."""
    log, draft = so_far(assignment, is_new=is_new), draft_of(assignment, is_new=is_new)
    pair, labels = assignment.task.symmetric_pair, label_set_of(assignment.project)
    return {
        **common_part(assignment, log),
        "claim": pair.text,
        "evidence": pair.evidence,
        "relation": {"value": pair.label, "name": labels.name(pair.label)},
        "contrary": {"value": pair.contrary, "name": labels.name(pair.contrary)},
        "draft": {"version": draft.version, "body": draft.body},
    }
