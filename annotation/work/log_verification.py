"""Verify operation logs: each row against its hash chain, the last row against the assignment's head."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.hash_chain import BEFORE_THE_FIRST, Link, chained
from annotation.work.models import Assignment, Operation

LOGS_AT_ONCE = 500
# The head comes with the rows, in one statement: somebody may be at work on this log while it is read.
COLUMNS = ("assignment_id", "assignment__log_head", "chain", *Link._fields)

Rows = Iterable[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Broken:
    """A discrepancy. `row` is the sequence number, None for the whole log."""

    assignment: UUID
    row: int | None
    reason: str


@dataclass(slots=True)
class Checked:
    """Counts of verified logs and operations; complete once the iterator is exhausted."""

    logs: int = 0
    operations: int = 0


def broken_logs(
    assignments: QuerySet[Assignment], checked: Checked, progress: Callable[[int], None] = lambda logs: None
) -> Iterator[Broken]:
    """Yield every discrepancy, in batches of logs: memory does not grow with their number."""
    after = 0
    while True:
        some = assignments.filter(pk__gt=after).order_by("pk").values_list("pk", "public_id")
        logs: dict[int, UUID] = dict(some[:LOGS_AT_ONCE])
        if not logs:
            return
        rows = Operation.objects.filter(assignment__in=list(logs)).order_by("assignment", "sequence")
        found: Iterator[tuple[Any, ...]] = rows.values_list(*COLUMNS).iterator(chunk_size=5_000)
        missing = dict(logs)
        for pk, log in groupby(found, key=itemgetter(0)):
            yield from _problems(missing.pop(pk), log, checked)
        for public_id in missing.values():
            checked.logs += 1
            yield Broken(public_id, None, _("All of its operations are missing."))
        after = max(logs)
        progress(checked.logs)


def _problems(assignment: UUID, rows: Rows, checked: Checked) -> Iterator[Broken]:
    checked.logs += 1
    before, last, head = BEFORE_THE_FIRST, -1, ""
    for _assignment, log_head, chain, *content in rows:
        link, head = Link(*content), log_head
        checked.operations += 1
        if chain != chained(before, str(assignment), link):
            yield Broken(assignment, link.sequence, _reason(link, last))
        before, last = chain, link.sequence
    if before != head:
        yield Broken(assignment, last, _("It is not the last one that was recorded: what followed is missing."))


def _reason(link: Link, last: int) -> str:
    if link.sequence == last + 2:
        return _("It does not follow the row before it: row %(missing)d is missing, or a row was changed.") % {
            "missing": last + 1
        }
    if link.sequence != last + 1:
        gap = {"first": last + 1, "last": link.sequence - 1}
        return (
            _("It does not follow the row before it: rows %(first)d to %(last)d are missing, or one was changed.") % gap
        )
    return _("It differs from what was recorded, or is out of order.")
