"""Operation log of an annotator (paper, section 7.1): append-only, exactly once, times never decreasing.

Every browser numbers its operations from 1 and may send them twice; the server numbers all of them in the order in
which they arrive (`sequence`), from `start`, which is 0. `finish` ends a sitting; what arrives after it belongs to the
next, which is an edit. Each row is chained to the one before it (`annotation.hash_chain`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple, NotRequired, TypedDict

from django.db import connection, transaction
from django.db.models import F, Max
from django.utils import timezone

from annotation.hash_chain import BEFORE_THE_FIRST, Link, chained
from annotation.vocabulary.operation_names import SELF_VALUED, OperationName, OwnOperation
from annotation.work.models import Assignment, Operation

BY_SERVER = frozenset({OperationName.START, OperationName.FINISH, OwnOperation.IMPORTED, OwnOperation.CLOCK_JUMP})
BY_BROWSER: tuple[OperationName | OwnOperation, ...] = (
    *(name for name in OperationName if name not in BY_SERVER),
    *(name for name in OwnOperation if name not in BY_SERVER),
)
SERVER = ""  # the browser of what the server itself writes
PROGRAM = "api"  # of those who send none
MILLISECOND = Decimal("0.001")


class NewOperation(TypedDict):
    """An operation as received; `name` is one of BY_BROWSER, both times are seconds since `start`."""

    sequence: int
    name: str
    value: str
    seconds: Decimal | float
    active_seconds: NotRequired[Decimal | float | None]
    detail: NotRequired[dict[str, Any]]


class SoFar(NamedTuple):
    """State of a log: the highest sequence number of each browser and the two clocks, in seconds."""

    received: dict[str, int]
    seconds: float
    active_seconds: float


def started(assignment: Assignment) -> Operation:
    """Return the first operation, `start`, of a new assignment, and make it the head of its log. Stores neither."""
    row = _own(OperationName.START, Decimal(0), Decimal(0))
    _place(row, assignment, None, timezone.now())
    assignment.log_head = row.chain
    return row


@transaction.atomic(savepoint=False)
def record(*, assignment: Assignment, operations: Sequence[NewOperation], browser: str = PROGRAM) -> int:
    """Append operations not yet received from this browser; the first content of a number counts. Returns `received`.

    Times are clamped so that they never decrease within a sitting, since rows cannot be corrected later. Operations are
    accepted in every state of the assignment: after `finish` they begin an edit or come late from another computer. A
    release contains the first sitting only.
    """
    if not operations:
        return received(assignment, browser)
    last = _lock(assignment)
    numbers = {operation["sequence"] for operation in operations}
    known = set() if _just_begun(last) else _received_from(assignment, browser, min(numbers))
    _append(assignment, _rows(operations, browser, known), last)
    return max(numbers | known)


@transaction.atomic
def note(assignment: Assignment, name: OwnOperation, *, value: str = "", detail: dict[str, Any] | None = None) -> None:
    """Append an operation of the server itself, at the current time."""
    last = _lock(assignment)
    row = _own(name, _now(assignment, last), None if last is None else last.active_seconds)
    row.value, row.detail = value or name, detail or {}
    _append(assignment, [row], last)


@transaction.atomic
def note_clock_jump(assignment: Assignment, seconds: Decimal, since: datetime) -> bool:
    """Note in the log that the server's clock jumped, and take the jump off the times that are measured by it.

    False if that was done for this jump already: a log has it, noted after `since`.
    """
    last = _lock(assignment)
    noted = Operation.objects.filter(assignment=assignment, name=OwnOperation.CLOCK_JUMP, received_at__gt=since)
    if noted.filter(value=f"{seconds:+}").exists():
        return False
    recorded = Decimal(0) if last is None or last.name == OperationName.FINISH else last.seconds
    row = _own(OwnOperation.CLOCK_JUMP, recorded, None if last is None else last.active_seconds)
    row.value = f"{seconds:+}"
    _append(assignment, [row], last)
    Assignment.objects.filter(pk=assignment.pk).update(clock_jumped=F("clock_jumped") + seconds)
    return True


@transaction.atomic(savepoint=False)
def finish(
    assignment: Assignment, gap: Callable[[Iterable[Operation]], dict[str, Any] | None] = lambda log: None
) -> None:
    """Append `finish`, after what `gap` finds missing. Call it inside the transaction that edits."""
    _lock(assignment)
    _store_tail(assignment, closing_tail(assignment, gap=gap).rows)


class LogTail(NamedTuple):
    """Operations that are to follow the one whose chain is `after`: numbered and chained, but not stored."""

    after: str
    rows: list[Operation]


def closing_tail(
    assignment: Assignment,
    operations: Sequence[NewOperation] = (),
    browser: str = PROGRAM,
    gap: Callable[[Iterable[Operation]], dict[str, Any] | None] = lambda log: None,
) -> LogTail:
    """Return the operations not yet received and `finish`, as they follow the log stored now.

    `gap` maps the whole log to the detail of a `draft-taken` operation that completes it, or to None. Needs no lock:
    whoever stores the rows checks that the log has not grown meanwhile.
    """
    last = _last(assignment)
    numbers = {operation["sequence"] for operation in operations}
    is_known = not numbers or _just_begun(last)
    rows = _rows(operations, browser, set() if is_known else _received_from(assignment, browser, min(numbers)))
    stored = () if _just_begun(last) else Operation.objects.filter(assignment=assignment).order_by("sequence")
    missing = gap([*stored, *rows])
    before = rows[-1] if rows else last
    if missing is not None:
        now = _now(assignment, last)
        rows.append(_own(OwnOperation.DRAFT_TAKEN, now, before.active_seconds if before else None))
        rows[-1].value, rows[-1].detail = "gap", missing
    active = before.active_seconds if before and before.name != OperationName.FINISH else None
    rows.append(_own(OperationName.FINISH, _now(assignment, last), active))
    _place_all(rows, assignment, last)
    return LogTail(last.chain if last else BEFORE_THE_FIRST, rows)


def received(assignment: Assignment, browser: str = PROGRAM) -> int:
    """Return the highest sequence number received from this browser, 0 if none."""
    here = Operation.objects.filter(assignment=assignment, browser=browser)
    return int(here.aggregate(last=Max("browser_sequence"))["last"] or 0)


def elapsed_seconds(assignment: Assignment) -> float:
    """Return seconds since the start of the sitting, never less than the last recorded time."""
    return float(_now(assignment, _last(assignment)))


def so_far(assignment: Assignment, *, is_new: bool = False) -> SoFar:
    """Return the state of the log for a browser that opens the workspace; a new assignment's holds `start` alone."""
    if is_new:
        return SoFar({}, float(_now(assignment, None)), 0.0)
    rows = Operation.objects.filter(assignment=assignment).exclude(browser=SERVER)
    numbers = rows.order_by().values_list("browser").annotate(last=Max("browser_sequence"))
    last = _last(assignment)
    if _just_begun(last):
        return SoFar({}, float(_now(assignment, last)), 0.0)
    active = last.active_seconds if last and last.name != OperationName.FINISH else None
    return SoFar(dict(numbers), float(_now(assignment, last)), float(active or 0))


def _received_from(assignment: Assignment, browser: str, first: int) -> set[int]:
    """The sequence numbers received from this browser, from `first` on."""
    here = Operation.objects.filter(assignment=assignment, browser=browser, browser_sequence__gte=first)
    return set(here.order_by().values_list("browser_sequence", flat=True))


def _rows(operations: Sequence[NewOperation], browser: str, known: set[int]) -> list[Operation]:
    """Build rows for the operations whose numbers are not known, ordered by number; the first content counts."""
    wanted = {operation["sequence"]: operation for operation in reversed(operations)}
    return [_row(browser, wanted[number]) for number in sorted(wanted.keys() - known)]


def _lock(assignment: Assignment) -> Operation | None:
    """Lock the log (PostgreSQL: this row; SQLite: the database) and return its last operation."""
    if connection.features.has_select_for_update:
        Assignment.objects.select_for_update().values_list("pk").get(pk=assignment.pk)
    return _last(assignment)


def _last(assignment: Assignment) -> Operation | None:
    return Operation.objects.filter(assignment=assignment).order_by("-sequence").first()


def _just_begun(last: Operation | None) -> bool:
    """Check whether the log contains `start` only."""
    return last is not None and last.sequence == 0


def _now(assignment: Assignment, last: Operation | None) -> Decimal:
    """Return the current time of the sitting in seconds: server clock for the first, last operation for an edit."""
    recorded = Decimal(0) if last is None or last.name == OperationName.FINISH else last.seconds
    if last is not None and (last.sitting > 1 or last.name == OperationName.FINISH):
        return recorded
    passed = _milliseconds((timezone.now() - assignment.created_at).total_seconds()) - assignment.clock_jumped
    return max(recorded, passed, Decimal(0))


def _own(name: OperationName | OwnOperation, seconds: Decimal, active: Decimal | None) -> Operation:
    return Operation(browser=SERVER, name=name.value, value=name.value, seconds=seconds, active_seconds=active)


def _row(browser: str, operation: NewOperation) -> Operation:
    name, active = operation["name"], operation.get("active_seconds")
    return Operation(
        browser=browser,
        browser_sequence=operation["sequence"],
        name=name,
        value=name if name in SELF_VALUED else operation["value"],
        seconds=_milliseconds(operation["seconds"]),
        active_seconds=None if active is None else _milliseconds(active),
        detail=operation.get("detail") or {},
    )


def _append(assignment: Assignment, rows: Sequence[Operation], last: Operation | None) -> None:
    """Number the rows, clamp their times, chain them and store them with the new head."""
    if not rows:
        return
    _place_all(rows, assignment, last)
    _store_tail(assignment, rows)


def _store_tail(assignment: Assignment, rows: Sequence[Operation]) -> None:
    Operation.objects.bulk_create(rows)
    assignment.log_head = rows[-1].chain
    Assignment.objects.filter(pk=assignment.pk).update(log_head=assignment.log_head)


def _place_all(rows: Iterable[Operation], assignment: Assignment, last: Operation | None) -> None:
    now, before = timezone.now(), last
    for row in rows:
        _place(row, assignment, before, now)
        before = row


def _place(row: Operation, assignment: Assignment, before: Operation | None, now: datetime) -> None:
    row.assignment, row.received_at = assignment, now
    row.sequence, row.sitting = 0, 1
    if before is not None:
        over = before.name == OperationName.FINISH
        row.sequence, row.sitting = before.sequence + 1, before.sitting + over
        if not over:
            row.seconds = max(row.seconds, before.seconds)
            if row.active_seconds is not None:
                row.active_seconds = max(row.active_seconds, before.active_seconds or Decimal(0))
    if row.active_seconds is not None:
        row.active_seconds = min(row.active_seconds, row.seconds)
    if row.browser == SERVER:
        row.browser_sequence = row.sequence
    row.chain = chained(before.chain if before else BEFORE_THE_FIRST, str(assignment.public_id), link_of(row))


def chain_log(assignment: Assignment, rows: Iterable[Operation]) -> None:
    """Chain the numbered rows of a whole log, and set the head of its assignment. Stores nothing."""
    chain = BEFORE_THE_FIRST
    for row in rows:
        row.chain = chain = chained(chain, str(assignment.public_id), link_of(row))
    assignment.log_head = chain


def link_of(row: Operation) -> Link:
    """Return the fields of a row that enter the hash chain."""
    return Link(
        sequence=row.sequence,
        browser=row.browser,
        browser_sequence=row.browser_sequence,
        sitting=row.sitting,
        name=row.name,
        value=row.value,
        seconds=row.seconds,
        active_seconds=row.active_seconds,
        detail=row.detail,
        received_at=row.received_at,
    )


def _milliseconds(seconds: Decimal | float) -> Decimal:
    return Decimal(str(seconds)).quantize(MILLISECOND)
