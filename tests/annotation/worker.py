"""The jobs of concurrency tests, and how a test runs them in several processes at the same moment."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import uuid
from functools import cache
from pathlib import Path
from typing import Any

from django.db import connection
from django.test import override_settings

from annotation.errors import AnnotationError
from annotation.models import Assignment, Claim, Project, QaCounter, User
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.work.assignment import assign_next
from annotation.work.editing import edit
from annotation.work.submission import submit
from annotation.workflows.claim_verification.reporting import report
from tests.workflows import chain

ROOT = Path(__file__).resolve().parent.parent.parent


def at_once(job: str, arguments: list[Any]) -> list[Any]:
    """Run `job` in as many processes as there are arguments, all set off together; returns what each answered."""
    server = fork_server()
    assert server.stdin is not None and server.stdout is not None
    request = {"database": str(connection.settings_dict["NAME"]), "job": job, "arguments": arguments}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    answers = json.loads(server.stdout.readline())
    assert [code for code, _ in answers] == [0] * len(arguments)
    return [answer for _, answer in answers]


@cache
def fork_server() -> subprocess.Popen[str]:
    """The one of this process, which ends with it."""
    command = [sys.executable, "-m", "tests.annotation.fork_server"]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    atexit.register(server.communicate)
    assert server.stdout is not None
    assert server.stdout.readline() == "ready\n"
    return server


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


def answer_in_chain(what: dict[str, str]) -> bool:
    """Answer a text of the chain of five workflows; returns whether this stored it."""
    chain.pause = 0.3
    with override_settings(ATTEST_WORKFLOWS=chain.PATHS):
        assignment = Assignment.objects.get(public_id=what["assignment"])
        return submit(assignment=assignment, client_id=uuid.uuid4(), answer="yes")[1]


JOBS = {
    "answer_in_chain": answer_in_chain,
    "adjudicate_once": adjudicate_once,
    "verify_many": verify_many,
    "take_for_each": take_for_each,
    "submit_once": submit_once,
    "edit_once": edit_once,
    "report_once": report_once,
}
