"""Processes of a concurrency test, each with its own connection to the test database.

A fork server loads Django once a test run; the processes of a test are its forks, so that starting them costs little.
"""

from __future__ import annotations

import multiprocessing
import uuid
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Any

from django.db import connection

from annotation.errors import AnnotationError
from annotation.models import Assignment, Claim, Project, QaCounter, User
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.work.assignment import assign_next
from annotation.workflows.claim_verification.editing import edit
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.claim_verification.submission import submit
from tests.annotation.fork_server import run

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["__main__", "tests.annotation.fork_server", "tests.annotation.worker"])


def at_once(job: str, arguments: list[Any], timeout: float = 90) -> list[Any]:
    """Run `job` in as many processes as there are arguments, all set off together; returns what each answered."""
    database, together = str(connection.settings_dict["NAME"]), _processes.Barrier(len(arguments))
    pipes = [_processes.Pipe(duplex=False) for _ in arguments]
    workers = [
        _processes.Process(target=run, args=(answer, together, database, job, argument), daemon=True)
        for (_, answer), argument in zip(pipes, arguments, strict=True)
    ]
    try:
        for worker, (_, answer) in zip(workers, pipes, strict=True):
            worker.start()
            answer.close()
        answers = [_received(answer, timeout) for answer, _ in pipes]
        for worker in workers:
            worker.join(timeout)
    finally:
        for worker in workers:
            worker.kill()
    assert [worker.exitcode for worker in workers] == [0] * len(workers)
    return answers


def _received(answer: Connection, timeout: float) -> Any:
    try:
        return answer.recv() if answer.poll(timeout) else None
    except EOFError:  # the process ended with an error, which it printed; its exit code tells
        return None


def work(answer: Connection, together: Barrier, database: str, job: str, argument: Any) -> None:
    connection.settings_dict["NAME"] = database
    together.wait(60)
    answer.send(JOBS[job](argument))


def take_for_each(usernames: list[str]) -> list[str | None]:
    """Each person takes one claim; returns the assignments' public ids."""
    project = Project.objects.get()
    taken = [
        assign_next(person=User.objects.get(username=username), project=project, kind="claim_verification")
        for username in usernames
    ]
    return [str(assignment.public_id) if assignment else None for assignment in taken]


def submit_once(what: dict[str, str]) -> list[Any]:
    """Submit one assignment under one client id; returns the verification and whether it is new."""
    verification, created = submit(
        assignment=Assignment.objects.get(public_id=what["assignment"]),
        client_id=uuid.UUID(what["client_id"]),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[what["element"]]],
    )
    return [verification.pk, created]


def edit_once(what: dict[str, str]) -> list[Any]:
    """Change what was handed in, from revision 1; returns the revision, or the code of the error."""
    try:
        edited = edit(
            assignment=Assignment.objects.get(public_id=what["assignment"]),
            client_id=uuid.UUID(what["client_id"]),
            base_revision=1,
            verdict="REFUTES",
            challenge="Other",
            evidence_sets=[[what["element"]]],
        )
    except AnnotationError as error:
        return [error.code]
    return [edited.revision]


def report_once(what: dict[str, str]) -> int:
    """Report a claim; returns the number of the report."""
    return report(assignment=Assignment.objects.get(public_id=what["assignment"]), reasons=[what["reason"]]).pk


def verify_many(what: dict[str, Any]) -> int:
    """A person verifies until they were the first to verify so many claims; returns how many they verified."""
    person, project = User.objects.get(username=what["person"]), Project.objects.get()
    while True:
        turn = QaCounter.objects.filter(person=person).first()
        if turn is not None and turn.counted >= what["first"]:
            return Assignment.objects.filter(person=person).count()
        assignment = assign_next(person=person, project=project, kind="claim_verification")
        assert assignment is not None
        submit(
            assignment=assignment,
            client_id=uuid.uuid4(),
            verdict="SUPPORTS",
            challenge="Other",
            evidence_sets=[[what["element"]]],
        )


def adjudicate_once(what: dict[str, Any]) -> Any:
    """Decide on a claim that nobody has decided; returns the revision, or the code of the error."""
    try:
        made = adjudicate(
            claim=Claim.objects.get(pk=what["claim"]),
            adjudicator=User.objects.get(username=what["person"]),
            kind="new",
            verdict="REFUTES",
            challenge="Other",
            evidence_sets=[[what["element"]]],
            error_type="accident",
        )
    except AnnotationError as error:
        return error.code
    return made.revision


JOBS = {
    "adjudicate_once": adjudicate_once,
    "verify_many": verify_many,
    "take_for_each": take_for_each,
    "submit_once": submit_once,
    "edit_once": edit_once,
    "report_once": report_once,
}
