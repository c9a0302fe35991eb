"""Store the operations of a data set as a consistent log that can be exported unchanged.

A log that came in begins with the operation `imported`, which says where it stood. What follows is as it stood there,
whatever its order and values; where a time cannot be stored as a number that does not run backwards (released files
have some that are seconds since 1970), its text is kept in the detail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext as _

from annotation.release.importing.parsed import BadRow, ParsedVerification
from annotation.release.logs import seconds_text
from annotation.release.record import OperationRecord
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work.models import Assignment, Operation
from annotation.work.operations import SERVER, chain_log

LONGEST_NAME = 40
MOST_SECONDS = Decimal("99999999")
MILLISECOND = Decimal("0.001")
ZERO = Decimal(0)


def check_operations(operations: Sequence[OperationRecord]) -> None:
    """Raises BadRow where one cannot be stored."""
    for number, one in enumerate(operations):
        if not one.operation or len(one.operation) > LONGEST_NAME:
            words = _("annotator_operations[%(number)d].operation: want a name of 1 to %(most)d characters")
            raise BadRow(words % {"number": number, "most": LONGEST_NAME})
        if len(one.time) > 100 or _seconds(one.time) is None:
            words = _("annotator_operations[%(number)d].time: %(time)r is no number of seconds; fix it")
            raise BadRow(words % {"number": number, "time": one.time[:40]})


def log_of(
    assignment: Assignment, revisions: Sequence[ParsedVerification], place: dict[str, Any], ends: Sequence[datetime]
) -> list[Operation]:
    """The rows of the log, chained, with a sitting for each revision.

    `place` is where the claim stands in the data set: it begins the detail of each sitting's first row. `ends`: when
    the last row of each was received.
    """
    rows: list[Operation] = []
    for said, ended in zip(revisions, ends, strict=True):
        times = list(_times([one.time for one in said.operations]))
        last = times[-1] if times else ZERO
        sitting = [imported_row(assignment, len(rows), {**place, **said.origin})]
        for number, (one, seconds) in enumerate(zip(said.operations, times, strict=True), start=len(rows) + 1):
            kept = {} if seconds_text(seconds) == one.time else {"time": one.time}
            sitting.append(_row(assignment, number, one.operation, one.value, seconds, kept))
        for row in sitting:
            row.sitting = said.revision
            row.received_at = ended - timedelta(seconds=float(last - row.seconds))
        rows += sitting
    chain_log(assignment, rows)
    return rows


def imported_row(assignment: Assignment, sequence: int, detail: dict[str, Any]) -> Operation:
    """The first row of a sitting that was imported."""
    return _row(assignment, sequence, OwnOperation.IMPORTED, OwnOperation.IMPORTED, ZERO, detail)


def _times(texts: Sequence[str]) -> Iterator[Decimal]:
    """Seconds to store: to the millisecond, not backwards, nothing beyond some years."""
    before = ZERO
    for text in texts:
        seconds = _seconds(text) or ZERO
        if before <= seconds <= MOST_SECONDS:
            before = seconds.quantize(MILLISECOND)
        yield before


def _seconds(text: str) -> Decimal | None:
    try:
        seconds = Decimal(text)
    except InvalidOperation:
        return None
    return seconds if seconds.is_finite() else None


def _row(
    assignment: Assignment, sequence: int, name: str, value: str, seconds: Decimal, detail: dict[str, Any]
) -> Operation:
    return Operation(
        assignment=assignment,
        sequence=sequence,
        browser=SERVER,
        browser_sequence=sequence,
        sitting=1,
        name=name,
        value=value,
        seconds=seconds,
        active_seconds=None,
        detail=detail,
    )
