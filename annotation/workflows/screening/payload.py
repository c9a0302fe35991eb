"""Payload of a candidate: the items without their answers, the text, and the draft."""

from __future__ import annotations

from typing import Any

from annotation.work.draft import draft_of
from annotation.work.models import Assignment
from annotation.work.operations import so_far
from annotation.work.payload import common_part
from annotation.workflows.screening.models import ScreeningItem


def payload(assignment: Assignment, is_new: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002
    """Everything the page of the test needs, ready for JSON. It has no key for right answers."""
    log, draft = so_far(assignment, is_new=is_new), draft_of(assignment, is_new=is_new)
    text = assignment.task.screeningtext
    return {
        **common_part(assignment, log),
        "items": [
            {"id": str(item.pk), "part": item.part, "prompt": item.prompt, "choices": item.choices}
            for item in ScreeningItem.objects.filter(project=assignment.project_id)
        ],
        "text": {"title": text.title, "text": text.text},
        "draft": {"version": draft.version, "body": draft.body},
    }
