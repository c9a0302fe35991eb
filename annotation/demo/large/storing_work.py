"""Store the verifications of the simulated project with evidence, context and a consistent log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from random import Random

from annotation.accounts.models import User
from annotation.demo.large.storing import assignment, claim_of, made_uuid, store, utc
from annotation.demo.large.workload import Done, Step
from annotation.demo.large.world import Club
from annotation.evidence.models import Evidence, EvidenceSet
from annotation.vocabulary.operation_names import OperationName
from annotation.work.hash_chain import BEFORE_THE_FIRST, chained
from annotation.work.models import Assignment, AssignmentState, Operation, Task
from annotation.work.operations import link_of
from annotation.workflows.claim_verification.models import Verification
from corpus.content_hash import element_hashes
from corpus.context import all_contexts
from corpus.element_id import parse

AT_ONCE = 5000  # verifications; with their evidence and operations that many rows are in memory


class Pins:
    """What is stored beside each element; pages are read once while they are worked on."""

    def __init__(self, clubs: Sequence[Club]) -> None:
        self.numbers = {club.title: n for n, club in enumerate(clubs)}
        self.clubs = clubs
        self.of_club = lru_cache(maxsize=4096)(self._of_club)

    def _of_club(self, number: int) -> tuple[dict[str, list[str]], dict[str, str]]:
        page = self.clubs[number].built.page
        assert page is not None  # the world has no empty pages
        return all_contexts(page), element_hashes(page)

    def evidence(self, evidence_set: EvidenceSet, position: int, element_id: str) -> Evidence:
        title = parse(element_id).page
        number = self.numbers[title]
        contexts, hashes = self.of_club(number)
        return Evidence(
            evidence_set=evidence_set,
            position=position,
            element_id=element_id,
            context=contexts[element_id],
            page_title=title,
            page_revision=1000 + number,
            content_hash=hashes[element_id],
        )


def store_verifications(
    done: Sequence[Done], tasks: Sequence[Task], people: Sequence[User], clubs: Sequence[Club], seed: int
) -> None:
    """All of them, in the order in which they were submitted; `created_at` is what the caller dates back."""
    pins, dice = Pins(clubs), Random(f"{seed} verifications")
    for start in range(0, len(done), AT_ONCE):
        _store_some(done[start : start + AT_ONCE], tasks, people, pins, dice)


def _store_some(done: Sequence[Done], tasks: Sequence[Task], people: Sequence[User], pins: Pins, dice: Random) -> None:
    rows = []
    logs: list[Operation] = []
    for one in done:
        ended = utc(one.at)
        begun = ended - timedelta(seconds=one.answer.seconds)
        row = assignment(tasks[one.claim], people[one.person], AssignmentState.SUBMITTED, begun, ended)
        row.public_id = made_uuid(dice)
        log = list(_log(row, one, begun))
        row.log_head = log[-1].chain
        rows.append(row)
        logs += log
    store(Assignment, rows)
    verifications = store(
        Verification,
        (
            Verification(
                assignment=row,
                claim=claim_of(row),
                client_id=made_uuid(dice),
                verdict=one.answer.verdict,
                challenge=one.answer.challenge,
            )
            for row, one in zip(rows, done, strict=True)
        ),
    )
    sets = store(
        EvidenceSet,
        (
            EvidenceSet(verification=verification, position=position)
            for verification, one in zip(verifications, done, strict=True)
            for position in range(len(one.answer.evidence))
        ),
    )
    chosen = [sorted(elements) for one in done for elements in one.answer.evidence]
    store(
        Evidence,
        (
            pins.evidence(of, position, element)
            for of, elements in zip(sets, chosen, strict=True)
            for position, element in enumerate(elements)
        ),
    )
    store(Operation, logs)


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
    chain, length = BEFORE_THE_FIRST, one.answer.seconds
    for number, (name, value, detail) in enumerate(steps):
        seconds = Decimal(f"{length * number / (len(steps) - 1):.3f}")
        is_servers = name in (OperationName.START, OperationName.FINISH)
        operation = Operation(
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
        operation.chain = chain = chained(chain, str(row.public_id), link_of(operation))
        yield operation
