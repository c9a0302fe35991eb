"""The life of a submission of a third workflow: kill -9 at each moment, and changes afterwards."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.models import Assignment, Draft, Operation, Project, Submission
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.log_verification import Checked, broken_logs
from tests.frontend.html import select
from tests.workflows.test_toy_gold import gold
from tests.workflows.toy.models import ToyAnswer

ROOT = Path(__file__).resolve().parents[2]
TOY = "tests.workflows.toy.workflow.WORKFLOW"


@pytest.fixture
def held(toy: Project, verifier) -> Assignment:
    found = assign_next(person=verifier, project=toy, kind="toy")
    assert found is not None
    return found


def browser(held: Assignment) -> Client:
    client = Client()
    client.force_login(held.person)
    return client


def room(held: Assignment) -> str:
    return reverse("work", args=[held.public_id])


# --- kill -9 ---------------------------------------------------------------------------------------------------------
# A process that answers one request as a server does and is killed: when all is stored, or in the transaction.
KILLED = """
import json, os, signal, sys
from django.conf import settings
asked = json.load(sys.stdin)
settings.DATABASES["default"]["NAME"] = asked["database"]
settings.ATTEST_WORKFLOWS = [*settings.ATTEST_WORKFLOWS, asked["workflow"]]
import django
django.setup()
from django.test import Client
from annotation.models import User
from annotation.work import submission
def kill(*_arguments):
    os.kill(os.getpid(), signal.SIGKILL)
if asked["in_transaction"]:
    submission.store_revision = kill
client = Client(HTTP_HOST="127.0.0.1")
client.force_login(User.objects.get(username=asked["person"]))
answer = getattr(client, asked["method"])(asked["path"], asked["body"], content_type="application/json")
assert answer.status_code == 200, answer.content
kill()
"""


def request_and_kill(held: Assignment, method: str, path: str, body: object, *, in_transaction: bool = False) -> None:
    asked = {
        "database": str(connection.settings_dict["NAME"]),
        "workflow": TOY,
        "person": held.person.username,
        "method": method,
        "path": f"/api/v1/assignments/{held.public_id}/{path}",
        "body": body,
        "in_transaction": in_transaction,
    }
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", KILLED], input=json.dumps(asked), text=True, env=environment, capture_output=True
    )
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.extended
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_kill_at_any_moment_loses_nothing_and_stores_nothing_twice(held):
    draft = {"base_version": 0, "body": {"answer": "no"}}
    request_and_kill(held, "put", "draft/", draft)
    assert Draft.objects.get().body == {"answer": "no"}
    sent = {"client_id": "7a0c6a3e-5d0c-4c3a-9f8a-0b5d5c0c2f11", "answer": "yes"}
    request_and_kill(held, "post", "submission/", sent, in_transaction=True)
    assert (Assignment.objects.get().state, Submission.objects.count()) == ("held", 0)
    assert select(browser(held).get(room(held)).text, "input[value=no][checked]")
    request_and_kill(held, "post", "submission/", sent)  # it was stored, and nobody was told
    again = browser(held).post(
        f"/api/v1/assignments/{held.public_id}/submission/", sent, content_type="application/json"
    )
    assert again.json() == {"toy_answer": sent["client_id"], "created": False}
    assert ToyAnswer.objects.get().answer == "yes"
    names = Operation.objects.order_by("sequence").values_list("name", flat=True)
    assert list(names) == ["start", "finish"] and list(broken_logs(Assignment.objects.all(), Checked())) == []


# --- Edit ------------------------------------------------------------------------------------------------------------
def answers() -> list[tuple[int, str, bool]]:
    rows = ToyAnswer.objects.order_by("submission__revision")
    return [(one.revision, one.answer, one.is_current) for one in rows]


@pytest.fixture
def submitted(held: Assignment) -> Assignment:
    browser(held).post(room(held), {"answer": "yes"})
    assert answers() == [(1, "yes", True)]
    return held


@pytest.mark.both_databases
@pytest.mark.django_db
def test_an_answer_is_changed_as_a_revision(submitted):
    client = browser(submitted)
    assert select(client.get(room(submitted)).text, "input[name=answer][value=yes][checked]")
    for _twice in range(2):  # the second arrival of the same change makes none
        client.post(room(submitted), {"answer": "no", "revision": "1"})
    assert answers() == [(1, "yes", False), (2, "no", True)]
    client.post(room(submitted), {"answer": "no", "revision": "2"})  # what changes nothing
    client.post(room(submitted), {"answer": "unclear", "revision": "1"})  # from a window that is behind
    assert len(answers()) == 2
    sittings = Operation.objects.order_by("sequence").values_list("name", "sitting")
    assert list(sittings)[-1] == ("finish", 2) and list(broken_logs(Assignment.objects.all(), Checked())) == []


@pytest.mark.django_db
def test_an_answer_stays_when_the_time_is_over(submitted):
    hours = submitted.project.edit_hours
    Assignment.objects.update(ended_at=timezone.now() - timedelta(hours=hours + 1))
    browser(submitted).post(room(submitted), {"answer": "no", "revision": "1"})
    assert answers() == [(1, "yes", True)]


@pytest.mark.django_db
def test_an_answer_to_scored_gold_stays(toy, verifier):
    toy.calibration = True
    toy.save()
    gold(toy, 0, Phase.FIRST, "no")
    held = assign_next(person=verifier, project=toy, kind="toy")
    browser(held).post(room(held), {"answer": "yes"})
    browser(held).post(room(held), {"answer": "no", "revision": "1"})
    assert answers() == [(1, "yes", True)]


@pytest.mark.django_db
def test_what_was_not_submitted_is_not_changed(held):
    browser(held).post(room(held), {"answer": "no", "revision": "1"})
    assert answers() == []


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [{}, {"answer": "SUPPORTS"}, {"answer": "no", "revision": "9" * 30}])
def test_a_form_that_is_wrong_says_so(held, sent):
    page = browser(held).post(room(held), sent)
    assert page.status_code == 200 and select(page.text, ".message.error") and answers() == []
