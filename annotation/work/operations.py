"""The log of what an annotator did (paper, section 7.1): append-only, exactly once, never running backwards.

Operations are numbered by the browser from 1; 0 is `start`, and submission adds `finish` after the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import TypedDict

from django.db import transaction
from django.utils import timezone

from annotation.vocabulary import SELF_VALUED, OperationName
from annotation.work.models import Assignment, AssignmentState, Operation

BY_SERVER = frozenset({OperationName.START, OperationName.FINISH})
BY_BROWSER = tuple(name for name in OperationName if name not in BY_SERVER)
MILLISECOND = Decimal("0.001")


class NewOperation(TypedDict):
    """One operation as it arrives; `name` is one of BY_BROWSER, `seconds` counts from `start`."""

    sequence: int
    name: str
    value: str
    seconds: Decimal | float


@transaction.atomic
def record(*, assignment: Assignment, operations: Sequence[NewOperation]) -> int:
    """Add what has not arrived yet; a number that is already there keeps its first content. Returns `received`.

    Seconds are bent to lie between those of their neighbours, since rows cannot be mended later. What comes after the
    submission is dropped: released logs end with `finish`.
    """
    state = Assignment.objects.select_for_update().values_list("state", flat=True).get(pk=assignment.pk)
    if state == AssignmentState.SUBMITTED or not operations:
        return received(assignment)
    recorded = dict(Operation.objects.filter(assignment=assignment).values_list("sequence", "seconds"))
    Operation.objects.bulk_create(_rows(assignment, operations, recorded), ignore_conflicts=True, batch_size=500)
    return max(*recorded, *(operation["sequence"] for operation in operations))


def finish(assignment: Assignment) -> None:
    """Write `finish` after the last operation. Call it inside the transaction that submits."""
    number, seconds = so_far(assignment)
    name = OperationName.FINISH.value
    Operation.objects.create(
        assignment=assignment, sequence=number + 1, name=name, value=name, seconds=_milliseconds(seconds)
    )


def received(assignment: Assignment) -> int:
    """The highest number the browser has used so far; its next operation is one more."""
    return so_far(assignment)[0]


def elapsed_seconds(assignment: Assignment) -> float:
    """Seconds since `start`, for a browser to go on counting from; never behind what is already recorded."""
    return so_far(assignment)[1]


def so_far(assignment: Assignment) -> tuple[int, float]:
    """`received` and `elapsed_seconds`, in one question."""
    rows = (
        Operation.objects.filter(assignment=assignment).order_by("-sequence").values_list("sequence", "name", "seconds")
    )
    last = list(rows[:2])  # times never run backwards
    number = next((sequence for sequence, name, _seconds in last if name != OperationName.FINISH), 0)
    seconds = last[0][2] if last else Decimal(0)
    return number, float(max(seconds, _milliseconds(_since_start(assignment))))


def _since_start(assignment: Assignment) -> float:
    return max(0.0, (timezone.now() - assignment.created_at).total_seconds())


def _rows(assignment: Assignment, operations: Iterable[NewOperation], recorded: dict[int, Decimal]) -> list[Operation]:
    wanted = {operation["sequence"]: operation for operation in reversed(list(operations))}
    fresh = sorted(wanted.keys() - recorded.keys())
    times = _bent({n: _milliseconds(wanted[n]["seconds"]) for n in fresh}, recorded)
    return [
        Operation(
            assignment=assignment,
            sequence=n,
            name=wanted[n]["name"],
            value=wanted[n]["name"] if wanted[n]["name"] in SELF_VALUED else wanted[n]["value"],
            seconds=times[n],
        )
        for n in fresh
    ]


def _bent(fresh: dict[int, Decimal], recorded: dict[int, Decimal]) -> dict[int, Decimal]:
    """Each new time, moved between the greatest before it and the smallest recorded after it."""
    times = recorded | fresh
    ahead: Decimal | None = None
    for n in sorted(times, reverse=True):
        if n in recorded:
            ahead = times[n] if ahead is None else min(ahead, times[n])
        elif ahead is not None:
            times[n] = min(times[n], ahead)
    behind = Decimal(0)
    for n in sorted(times):
        times[n] = behind = max(behind, times[n])
    return {n: times[n] for n in fresh}


def _milliseconds(seconds: Decimal | float) -> Decimal:
    return Decimal(str(seconds)).quantize(MILLISECOND)
