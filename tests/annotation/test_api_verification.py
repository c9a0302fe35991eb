"""Report, put aside, take up again, change, look back: over HTTP."""

from __future__ import annotations

import json
import uuid

import pytest
from django.test import Client

from annotation.models import Operation, Report, Verification
from annotation.work.assignment import assign_next
from annotation.work.models import AssignmentState
from tests.annotation.conftest import Browser, error_of
from tests.cast import CELL, SENTENCE, submission

REPORT = {"reasons": ["language"], "note": "a typing error"}


def change(**changes):
    return submission(base_revision=1, verdict="REFUTES") | changes


CALLS = [
    ("post", "report/", REPORT),
    ("post", "skip/", {"reason": "personal"}),
    ("post", "park/", {}),
    ("post", "resume/", {}),
    ("put", "verification/", change()),
    ("get", "effort/", None),
    ("post", "check/", {"verdict": "SUPPORTS", "elements": [SENTENCE]}),
]
ALL = pytest.mark.parametrize(("method", "path", "body"), CALLS, ids=[path for _, path, _ in CALLS])


def send(browser, method, path, body):
    return browser.get(path) if method == "get" else getattr(browser, method)(path, body)


@ALL
@pytest.mark.parametrize("person", ["other_verifier", "writer", "manager", "outsider"])
def test_for_everyone_else_it_is_not_there(browser, assignment, method, path, body, person, request):
    other = Browser(request.getfixturevalue(person), browser.base)
    assert error_of(send(other, method, path, body), 404)["code"] == "not_found"
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD and not Report.objects.exists()


@ALL
def test_strangers_must_log_in(browser, method, path, body):
    assert error_of(send(Browser(None, browser.base), method, path, body), 401)["code"] == "not_authenticated"


@ALL
def test_other_methods_are_refused(browser, method, path, body):
    for other in {"GET", "PUT", "POST", "PATCH", "DELETE"} - {method.upper()}:
        assert error_of(browser.send(other, path), 405)["code"] == "method_not_allowed"


@pytest.mark.parametrize(("method", "path", "body"), [call for call in CALLS if call[0] != "get"])
def test_a_request_of_another_site_is_refused(browser, verifier, method, path, body):
    client = Client(enforce_csrf_checks=True)
    client.force_login(verifier)
    answer = client.generic(method.upper(), browser.base + path, json.dumps(body), content_type="application/json")
    assert error_of(answer, 403)["code"] == "csrf_failed"


OF_EVERY_WORKFLOW = {"skip/", "park/", "resume/"}


@pytest.mark.parametrize(("method", "path", "body"), [call for call in CALLS if call[1] not in OF_EVERY_WORKFLOW])
def test_a_writer_s_highlight_has_none_of_it(writing, writer, method, path, body):
    browser = Browser(writer, f"/api/v1/assignments/{writing.public_id}/")
    assert error_of(send(browser, method, path, body), 404)["code"] == "not_found"


def test_a_report_may_be_sent_twice(browser, claims):
    for _ in range(2):
        assert browser.post("report/", REPORT).json() == {"state": "reported"}
    made = Report.objects.get()
    assert (made.claim, made.reasons, made.note) == (claims[0], ["language"], "a typing error")
    assert browser.get().json()["state"] == "reported"
    assert error_of(browser.post("submission/", submission()), 409)["code"] == "assignment_closed"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "reasons"),
        ({"reasons": []}, "reasons"),
        ({"reasons": ["odd"]}, "reasons"),
        ({"reasons": "language"}, "reasons"),
        ({"reasons": [7]}, "reasons.0"),
        ({"reasons": ["language"], "note": 7}, "note"),
        ({"reasons": ["language"], "note": "x" * 2001}, "note"),
    ],
)
def test_a_report_without_a_reason_is_refused(browser, body, field):
    error = error_of(browser.post("report/", body), 400)
    assert error["code"] == "invalid" and list(error["fields"]) == [field]


def test_skipping_a_claim_needs_one_of_its_reasons(browser):
    assert list(error_of(browser.post("skip/", {"reason": "nothing_verifiable"}), 400)["fields"]) == ["reason"]
    assert browser.post("skip/", {"reason": "personal"}).json() == {"state": "skipped", "withdrawn": False}


def test_putting_aside_and_taking_up_again(browser):
    parked = browser.post("park/").json()
    assert set(parked) == {"state", "kept_until"} and parked["state"] == "parked"
    assert browser.get().json()["state"] == "parked"
    assert error_of(browser.post("heartbeat/"), 409)["code"] == "assignment_closed"
    assert browser.post("resume/").json() == {"state": "held"}
    assert browser.post("heartbeat/").json()["state"] == "held"


def test_taking_up_again_waits_until_the_other_is_done(browser, project, verifier, claims):
    browser.post("park/")
    other = assign_next(person=verifier, project=project, kind="claim_verification")
    assert error_of(browser.post("resume/"), 409)["code"] == "one_open"
    Browser(verifier, f"/api/v1/assignments/{other.public_id}/").post("park/")
    assert browser.post("resume/").json() == {"state": "held"}


def test_a_change_is_a_revision(browser):
    browser.post("submission/", submission())
    body = change(evidence_sets=[[SENTENCE, CELL]])
    for _ in range(2):
        answer = browser.put("verification/", body)
        assert answer.json() == {"verification": body["client_id"], "revision": 2}
    sent = browser.get().json()
    assert (sent["state"], sent["verification"]["revision"]) == ("submitted", 2)
    assert sent["draft"]["body"]["sets"] == [[SENTENCE, CELL]]


def test_the_operations_of_a_change_are_its_sitting(browser):
    one = {"sequence": 1, "name": "search", "value": "rovers", "seconds": 1}
    browser.post("submission/", submission(browser="a1", operations=[one]))
    browser.post("operations/", {"browser": "a1", "operations": [one | {"sequence": 2, "value": "anna"}]})
    browser.put("verification/", change(browser="a1", operations=[one | {"sequence": 3, "value": "berg"}]))
    found = Operation.objects.filter(name="search").order_by("sequence").values_list("sitting", "value")
    assert list(found) == [(1, "rovers"), (2, "anna"), (2, "berg")]
    assert browser.get().json()["operations_received"] == {"a1": 3}


def test_changes_from_two_windows_conflict(browser):
    browser.post("submission/", submission())
    browser.put("verification/", change())
    assert error_of(browser.put("verification/", change()), 409)["code"] == "revision_conflict"


def test_what_is_not_handed_in_is_not_changed(browser):
    assert error_of(browser.put("verification/", change()), 409)["code"] == "edit_closed"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (submission(), "base_revision"),
        (change(base_revision=0), "base_revision"),
        (change(base_revision="1"), "base_revision"),
        (change(client_id="7"), "client_id"),
        (change(verdict=""), "verdict"),
        (change(evidence_sets=[]), "evidence_sets"),
        (change(evidence_sets=[["Harbour League_sentence_77"]]), "evidence_sets"),
    ],
)
def test_an_incomplete_or_forged_change_is_refused(browser, body, field):
    browser.post("submission/", submission())
    error = error_of(browser.put("verification/", body), 400)
    assert error["code"] == "invalid" and list(error["fields"]) == [field]
    assert Verification.objects.count() == 1


def test_another_person_s_client_id_tells_nothing(browser, project, other_verifier):
    body = submission(client_id=str(uuid.uuid4()))
    browser.post("submission/", body)
    other = assign_next(person=other_verifier, project=project, kind="claim_verification")
    theirs = Browser(other_verifier, f"/api/v1/assignments/{other.public_id}/")
    theirs.post("submission/", submission())
    answer = theirs.put("verification/", change(client_id=body["client_id"]))
    assert error_of(answer, 409)["code"] == "client_id_taken"


def test_looking_back_says_what_was_seen(browser):
    one = {"sequence": 1, "name": "search", "value": "rovers", "seconds": 1}
    browser.post("operations/", {"operations": [one, one | {"sequence": 2, "name": "Now on", "value": "Anna Berg"}]})
    found = browser.get("effort/").json()
    assert found == {"queries": ["rovers"], "pages": ["Anna Berg"], "candidates": ["Harbour League"]}
