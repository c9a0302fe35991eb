"""Store the verifications of the simulated project with evidence, context and a consistent log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random

from annotation.accounts.models import User
from annotation.demo.large.storing import assignment, made_uuid, utc
from annotation.demo.large.workload import Done, Step
from annotation.evidence.snapshotting import Pinned
from annotation.evidence.storage import PinnedWork
from annotation.projects.models import Project
from annotation.release.importing.evidence_pins import find_pins
from annotation.vocabulary.operation_names import OperationName
from annotation.work.models import Assignment, AssignmentState, Operation, Task
from annotation.work.operations import chain_log
from annotation.work.past_work import PastWork, bulk_submit
from corpus.page.element_id import parse

AT_ONCE = 5000  # verifications; with their evidence and operations that many rows are in memory


def store_verifications(
    project: Project, done: Sequence[Done], tasks: Sequence[Task], people: Sequence[User], seed: int
) -> None:
    """Store them in the order in which they were submitted; `created_at` is what the caller dates back."""
    dice = Random(f"{seed} verifications")
    pins = find_pins(project.corpus, (element for one in done for each in one.answer.evidence for element in each))
    for start in range(0, len(done), AT_ONCE):
        bulk_submit(tasks[0].kind, [_past(one, tasks, people, pins, dice) for one in done[start : start + AT_ONCE]])


def _past(
    one: Done, tasks: Sequence[Task], people: Sequence[User], pins: dict[str, Pinned], dice: Random
) -> PastWork[PinnedWork]:
    ended = utc(one.at)
    begun = ended - timedelta(seconds=one.answer.seconds)
    row = assignment(tasks[one.claim], people[one.person], AssignmentState.SUBMITTED, begun, ended)
    row.public_id = made_uuid(dice)
    log = list(_log(row, one, begun))
    chain_log(row, log)
    sets = [[pins[element] for element in sorted(each)] for each in one.answer.evidence]
    work = PinnedWork(one.answer.verdict, one.answer.challenge, sets, [{}] * len(sets))
    return PastWork(row, made_uuid(dice), work, log, guidelines_version=0)


def _log(row: Assignment, one: Done, begun: datetime) -> Iterator[Operation]:
    """Going to each page, marking each element, and the two operations that the server writes."""
    steps: list[Step] = [(OperationName.START.value, OperationName.START.value, {}), *one.suggested]
    there = ""
    for element in dict.fromkeys(element for elements in one.answer.evidence for element in sorted(elements)):
        if (title := parse(element).page) != there:
            steps.append((OperationName.NOW_ON.value, title, {}))
            there = title
        steps.append((OperationName.HIGHLIGHTING.value, element, {}))
    steps.append((OperationName.FINISH.value, OperationName.FINISH.value, {}))
    for number, (name, value, detail) in enumerate(steps):
        seconds = Decimal(f"{one.answer.seconds * number / (len(steps) - 1):.3f}")
        is_servers = name in (OperationName.START, OperationName.FINISH)
        yield Operation(
            assignment=row,
            sequence=number,
            browser="" if is_servers else "simulated",
            browser_sequence=number,
            sitting=1,
            name=name,
            value=value,
            seconds=seconds,
            active_seconds=seconds,
            detail=detail,
            received_at=begun + timedelta(seconds=float(seconds)),
        )
