"""One process of a concurrency test, with its own connection to the test database.

Run as `python -m tests.annotation.worker DATABASE JOB ARGUMENT`, it says "ready", waits for a line, does its job (one
of the functions below) and prints what came of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


def at_once(job: str, arguments: list[Any], timeout: float = 90) -> list[Any]:
    """Run `job` in as many processes as there are arguments, all set off together; returns what each answered."""
    from django.db import connection

    command = [sys.executable, "-m", "tests.annotation.worker", str(connection.settings_dict["NAME"]), job]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": ROOT}
    workers = [subprocess.Popen([*command, json.dumps(argument)], **pipes) for argument in arguments]
    try:
        for worker in workers:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.write("go\n")
            worker.stdin.flush()
        answers = [worker.communicate(timeout=timeout)[0] for worker in workers]
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()
    assert [worker.returncode for worker in workers] == [0] * len(workers)
    return [json.loads(answer) for answer in answers]


def take_for_each(usernames: list[str]) -> list[str | None]:
    """Each person takes one claim; returns the assignments' public ids."""
    from annotation.models import Project, User
    from annotation.work.assignment import take

    project = Project.objects.get()
    taken = [
        take(person=User.objects.get(username=username), project=project, kind="claim_verification")
        for username in usernames
    ]
    return [str(assignment.public_id) if assignment else None for assignment in taken]


def submit_once(what: dict[str, str]) -> list[Any]:
    """Submit one assignment under one client id; returns the verification and whether it is new."""
    import uuid

    from annotation.models import Assignment
    from annotation.workflows.claim_verification.submission import submit

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
    import uuid

    from annotation.errors import AnnotationError
    from annotation.models import Assignment
    from annotation.workflows.claim_verification.editing import edit

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
    from annotation.models import Assignment
    from annotation.workflows.claim_verification.reporting import report

    return report(assignment=Assignment.objects.get(public_id=what["assignment"]), reasons=[what["reason"]]).pk


def verify_many(what: dict[str, Any]) -> int:
    """A person verifies until they were the first to verify so many claims; returns how many they verified."""
    import uuid

    from annotation.models import Assignment, Project, QaTurn, User
    from annotation.work.assignment import take
    from annotation.workflows.claim_verification.submission import submit

    person, project = User.objects.get(username=what["person"]), Project.objects.get()
    while True:
        turn = QaTurn.objects.filter(person=person).first()
        if turn is not None and turn.counted >= what["first"]:
            return Assignment.objects.filter(person=person).count()
        assignment = take(person=person, project=project, kind="claim_verification")
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
    from annotation.errors import AnnotationError
    from annotation.models import Claim, User
    from annotation.quality.adjudication.adjudicate import adjudicate

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


def main() -> None:
    import django
    from django.conf import settings

    database, job, argument = sys.argv[1:]
    settings.DATABASES["default"]["NAME"] = database
    django.setup()
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps(JOBS[job](json.loads(argument))), flush=True)


if __name__ == "__main__":
    main()
