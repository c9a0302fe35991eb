"""Rows that an action is about, as far as its checks need them: read thousands at a time for a preview."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from annotation.work.models import Assignment
from annotation.workflows.models import Verification

AT_ONCE = 500


class Target(NamedTuple):
    """A verification, of any revision. `set_aside`: the action that set it aside."""

    pk: int
    claim: int
    assignment: int
    task: int
    is_current: bool
    phase: int
    set_aside: int | None
    withdrawn_at: datetime | None


_COLUMNS = (
    *("pk", "claim_id", "submission__assignment_id", "submission__assignment__task_id", "submission__is_current"),
    *("claim__phase", "submission__assignment__set_aside_id", "submission__assignment__task__withdrawn_at"),
)


def targets(keys: Iterable[int]) -> list[Target]:
    """The verifications of these keys in this order; at most AT_ONCE. Those that are not there are left out."""
    keys = list(keys)
    rows = Verification.objects.filter(pk__in=keys).order_by().select_related(None)
    found = {row[0]: Target._make(row) for row in rows.values_list(*_COLUMNS)}
    return [found[key] for key in keys if key in found]


def locked(keys: Sequence[int]) -> list[Target]:
    """The same, their assignments locked against an edit until the transaction ends. SQLite has one writer anyway."""
    if connection.features.has_select_for_update:
        mine = Assignment.objects.filter(submissions__verification__in=keys).order_by("pk")
        list(mine.select_for_update(of=("self",), no_key=True).values_list("pk"))
    return targets(keys)
