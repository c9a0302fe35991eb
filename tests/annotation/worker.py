"""The jobs of concurrency tests, and how a test runs them in several processes at the same moment."""

from __future__ import annotations

import atexit
import json
import os
import random
import signal
import subprocess
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.models import F
from django.test import Client, override_settings
from rest_framework.test import APIClient

from annotation.accounts.second_factor import check
from annotation.accounts.throttling import Limit, TooSoon, take_turn
from annotation.api import workflow_requests
from annotation.errors import AnnotationError
from annotation.models import Assignment, Claim, Project, QaCounter, Task, User
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.work import submission
from annotation.work.assignment import assign_next
from annotation.work.editing import edit
from annotation.work.models import AssignmentState
from annotation.work.submission import submit
from annotation.workflows.claim_verification.reporting import report
from tests.workflows import chain, fact_checks

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


def killed(job: str, argument: Any) -> bool:
    """Run a job in a process of its own that kills itself; returns whether it did."""
    server = fork_server()
    assert server.stdin is not None and server.stdout is not None
    request = {"database": str(connection.settings_dict["NAME"]), "job": job, "arguments": [argument]}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    [[code, _said]] = json.loads(server.stdout.readline())
    return bool(code == -signal.SIGKILL)


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


def verify_so_many(what: dict[str, Any]) -> None:
    """A person verifies so many claims."""
    person, project = User.objects.get(username=what["person"]), Project.objects.get()
    for _ in range(what["count"]):
        assignment = assign_next(person=person, project=project, kind="claim_verification")
        assert assignment is not None
        answer = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[what["element"]]]}
        submit(assignment=assignment, client_id=uuid.uuid4(), **answer)


class AnHour(Limit):
    """Once `free` attempts have failed the next has to wait for an hour: no machine is that slow."""

    def delay(self, failures: int) -> timedelta:
        return timedelta(hours=1 if failures >= self.free else 0)


def guess_three_times(what: dict[str, int]) -> int:
    """Attempts of one key; returns how many were looked at."""
    looked_at = 0
    for _ in range(3):
        try:
            take_turn((AnHour("test", what["free"], 3600), "one key"))
        except TooSoon:
            continue
        looked_at += 1
    return looked_at


def use_code(what: dict[str, str]) -> str:
    """Log in with a code of the second factor; returns what is said of it."""
    return check(User.objects.get(username=what["person"]), what["code"]).value


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


def request_and_die(what: dict[str, Any]) -> None:
    """Answer one request as a server does, and be killed: when all is stored, or inside the transaction of it."""

    def kill(*_arguments: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    if what["in_transaction"]:
        submission.join_chain = kill  # type: ignore[assignment]
    client = APIClient(SERVER_NAME="localhost")
    client.force_authenticate(User.objects.get(username=what["person"]))
    answer = getattr(client, what["method"])(what["path"], what["body"], format="json")
    assert answer.status_code == 200, answer.content
    kill()


def check_facts(what: dict[str, Any]) -> int:
    """People do whatever waits for them in the five phases, until nothing is left; returns how much they did."""
    people, project = list(User.objects.filter(username__in=what["people"]).order_by("pk")), Project.objects.get()
    dice, done = random.Random(what["seed"]), 0
    left = Task.objects.filter(assigned_count__lt=F("required_annotations"), withdrawn_at__isnull=True)
    held = Assignment.objects.filter(state=AssignmentState.HELD)
    while True:
        kinds = sorted(set(left.values_list("kind", flat=True)))
        if not kinds and not held.exists() and not left.exists():
            return done
        for person in dice.sample(people, len(people)):
            kind = dice.choice(kinds or what["kinds"])
            taken = assign_next(person=person, project=project, kind=kind)
            if taken is not None:
                body = fact_checks.body_of(kind, dice)
                workflow_requests.submit(taken, {"client_id": str(uuid.uuid4()), **body})
                done += 1


def annotate_until(what: dict[str, Any]) -> list[dict[str, Any]]:
    """People save drafts and submit over HTTP, a thread each, until a file is there."""
    with ThreadPoolExecutor(len(what["people"])) as pool:
        return list(pool.map(lambda person: _annotate(person, what), what["people"]))


def _annotate(person: str, what: dict[str, Any]) -> dict[str, Any]:
    """Number of submissions, every status that was no success, and the longest request in seconds."""
    client, rounds, wrong, longest = APIClient(SERVER_NAME="localhost"), 0, [], 0.0
    client.force_authenticate(User.objects.get(username=person))

    def ask(method: str, path: str, body: dict[str, Any]) -> Any:
        nonlocal longest
        began = time.monotonic()
        answer = getattr(client, method)(f"/api/v1/{path}", body, format="json")
        longest = max(longest, time.monotonic() - began)
        if answer.status_code != 200:
            wrong.append([path, answer.status_code, answer.content.decode()[:200]])
        time.sleep(0.05)  # far less than a person takes
        return answer.json()

    try:
        while rounds < 2 or not Path(what["until"]).exists():
            work = ask("post", f"projects/{what['project']}/assignments/", {"kind": "claim_verification"})["assignment"]
            address = f"assignments/{work['id']}"
            for version in range(3):
                ask("put", f"{address}/draft/", {"base_version": version, "body": {"note": f"note {version}"}})
            body = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[what["element"]]]}
            ask("post", f"{address}/submission/", body | {"client_id": str(uuid.uuid4()), "operations": []})
            rounds += 1
    finally:
        connection.close()
    return {"rounds": rounds, "wrong": wrong, "longest": longest}


def invite_from_file(what: dict[str, str]) -> dict[str, Any]:
    """A manager uploads a CSV of people, and reads their links; then a file says that it is done."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(username=what["manager"]))
    began = time.monotonic()
    file = SimpleUploadedFile("people.csv", what["csv"].encode())
    address = f"/p/{what['project']}/manage/people/"
    answer = client.post(address, {"names": "", "file": file, "roles": []})
    seconds = time.monotonic() - began
    links = client.get(f"{address}invitations.csv").content.decode().count("/join/")
    Path(what["until"]).touch()
    return {"status": answer.status_code, "seconds": seconds, "links": links}


def at_work_or_inviting(what: dict[str, Any]) -> Any:
    """One of those who work at the same time."""
    return invite_from_file(what) if "csv" in what else annotate_until(what)


JOBS = {
    "request_and_die": request_and_die,
    "check_facts": check_facts,
    "at_work_or_inviting": at_work_or_inviting,
    "answer_in_chain": answer_in_chain,
    "adjudicate_once": adjudicate_once,
    "verify_many": verify_many,
    "verify_so_many": verify_so_many,
    "take_for_each": take_for_each,
    "submit_once": submit_once,
    "edit_once": edit_once,
    "report_once": report_once,
    "guess_three_times": guess_three_times,
    "use_code": use_code,
}
