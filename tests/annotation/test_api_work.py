"""Draft, operations, heartbeat, release, submission over HTTP."""

from __future__ import annotations

import json
import math
import uuid

import pytest
from django.test import Client, override_settings

from annotation.models import Assignment, Draft, Operation, Verification
from annotation.work.assignment import assign_next
from annotation.work.models import AssignmentState
from tests.annotation.conftest import Browser, error_of
from tests.cast import CELL, SENTENCE, run_out, submission

BODY = {
    "sets": [[SENTENCE], [], []],
    "active_set": 0,
    "verdict": "",
    "challenge": "",
    "place": {"title": "Harbour League"},
}
ONE = {"sequence": 1, "name": "search", "value": "rovers", "seconds": 1.25}

WRITES = [
    ("put", "draft/", {"base_version": 0, "body": BODY}),
    ("post", "operations/", {"operations": [ONE]}),
    ("post", "heartbeat/", {}),
    ("post", "release/", {}),
    ("post", "submission/", submission()),
]
ALL_WRITES = pytest.mark.parametrize(("method", "path", "body"), WRITES, ids=[path for _, path, _ in WRITES])


def send(browser, method, path, body):
    return getattr(browser, method)(path, body)


@ALL_WRITES
def test_each_works_for_the_one_who_holds_it(browser, method, path, body):
    assert send(browser, method, path, body).status_code == 200


@ALL_WRITES
@pytest.mark.parametrize("person", ["other_verifier", "writer", "manager", "outsider"])
def test_for_everyone_else_it_is_not_there(browser, method, path, body, person, request):
    other = Browser(request.getfixturevalue(person), browser.base)
    assert error_of(send(other, method, path, body), 404)["code"] == "not_found"
    assert not Draft.objects.exists() and not Verification.objects.exists() and Operation.objects.count() == 1
    assert Assignment.objects.get().state == AssignmentState.HELD


@ALL_WRITES
def test_strangers_must_log_in(browser, method, path, body):
    assert error_of(send(Browser(None, browser.base), method, path, body), 401)["code"] == "not_authenticated"


@ALL_WRITES
def test_other_methods_are_refused(browser, method, path, body):
    for other in {"GET", "PUT", "POST", "PATCH", "DELETE"} - {method.upper()}:
        assert error_of(browser.send(other, path), 405)["code"] == "method_not_allowed"


@ALL_WRITES
def test_a_request_of_another_site_is_refused(browser, verifier, method, path, body):
    client = Client(enforce_csrf_checks=True)
    client.force_login(verifier)
    answer = client.generic(method.upper(), browser.base + path, json.dumps(body), content_type="application/json")
    assert error_of(answer, 403)["code"] == "csrf_failed"


@pytest.mark.parametrize("path", ["operations/", "submission/"])
@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[1]", b"null", b"\xff\xfe", b'{"a": "\\u0000"}', b'{"a": "\\ud800"}', b'{"\\u0000": 1}', b"NaN"]
    + [b"[" * 100_000, b'{"a":' * 30 + b"1" + b"}" * 30],
)
def test_what_cannot_be_read_or_kept_is_refused(browser, path, text):
    error = error_of(browser.raw(path, text), 400)
    assert error["code"] in {"bad_json", "invalid"}


def test_a_form_is_not_json(browser):
    answer = browser.client.post(browser.base + "operations/", {"operations": "x"})
    assert error_of(answer, 415)["code"] == "unsupported_media_type"


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
def test_a_request_too_large_is_not_even_read(browser):
    assert error_of(browser.post("operations/", {"operations": ["x" * 2000]}), 413)["code"] == "too_large"


# --- draft -----------------------------------------------------------------------------------------------------------
def test_a_draft_is_saved(browser):
    answer = browser.put("draft/", {"base_version": 0, "body": BODY}).json()
    assert answer["version"] == 1 and set(answer) == {"version", "saved_at", "leased_until"}
    assert browser.get().json()["draft"] == {"version": 1, "body": BODY}


def test_the_second_window_gets_a_conflict(browser):
    browser.put("draft/", {"base_version": 0, "body": BODY})
    error = error_of(browser.put("draft/", {"base_version": 0, "body": {}}), 409)
    assert error["code"] == "draft_conflict" and error["fields"] == {"base_version": ["The saved version is 1."]}


def test_a_draft_too_large_is_refused(browser):
    error = error_of(browser.put("draft/", {"base_version": 0, "body": {"x": "y" * 1_100_000}}), 413)
    assert error["code"] == "too_large" and "1100 kB" in error["message"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"body": {}}, "base_version"),
        ({"base_version": 0}, "body"),
        ({"base_version": -1, "body": {}}, "base_version"),
        ({"base_version": "0", "body": {}}, "base_version"),
        ({"base_version": True, "body": {}}, "base_version"),
        ({"base_version": 10**30, "body": {}}, "base_version"),
        ({"base_version": 0, "body": []}, "body"),
        ({"base_version": 0, "body": "x"}, "body"),
        ({"base_version": 0, "body": None}, "body"),
    ],
)
def test_a_draft_is_an_object_after_a_version(browser, body, field):
    assert list(error_of(browser.put("draft/", body), 400)["fields"]) == [field]


# --- operations ------------------------------------------------------------------------------------------------------
def test_operations_are_received_once(browser):
    for _ in range(2):
        assert browser.post("operations/", {"operations": [ONE]}).json() == {"received": 1}
    assert browser.get().json()["operations_received"] == {"api": 1}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "start"}, "name"),
        ({"name": "finish"}, "name"),
        ({"name": "Search"}, "name"),
        ({"sequence": 0}, "sequence"),
        ({"sequence": 1.5}, "sequence"),
        ({"sequence": "1"}, "sequence"),
        ({"seconds": -1}, "seconds"),
        ({"seconds": "soon"}, "seconds"),
        ({"seconds": 1e300}, "seconds"),
        ({"value": 7}, "value"),
        ({"value": "x" * 5000}, "value"),
    ],
)
def test_an_operation_outside_the_contract_is_refused(browser, change, field):
    error = error_of(browser.post("operations/", {"operations": [ONE, ONE | {"sequence": 2} | change]}), 400)
    assert list(error["fields"]) == [f"operations.1.{field}"]
    assert Operation.objects.count() == 1


@pytest.mark.parametrize("seconds", [math.inf, math.nan])
def test_seconds_are_a_number(browser, seconds):
    error_of(browser.raw("operations/", json.dumps({"operations": [ONE | {"seconds": seconds}]})), 400)


# --- heartbeat, release ----------------------------------------------------------------------------------------------
def test_a_heartbeat_holds_on(browser, assignment):
    run_out(assignment)
    answer = browser.post("heartbeat/").json()
    assert answer["state"] == "held" and answer["leased_until"] > assignment.leased_until.isoformat()


def test_a_heartbeat_tells_that_the_place_is_gone(browser, project, assignment, other_verifier):
    run_out(assignment)
    assign_next(person=other_verifier, project=project, kind=assignment.kind)
    error = error_of(browser.post("heartbeat/"), 409)
    assert error["code"] == "lease_lost" and "is kept" in error["message"]
    assert browser.get().json()["state"] == "expired"


def test_giving_back_may_be_sent_twice(browser):
    for _ in range(2):
        assert browser.post("release/").json() == {"state": "released"}
    assert error_of(browser.post("heartbeat/"), 409)["code"] == "assignment_closed"


def test_what_is_submitted_cannot_be_given_back(browser):
    browser.post("submission/", submission())
    assert error_of(browser.post("release/"), 409)["code"] == "assignment_closed"


# --- submission ------------------------------------------------------------------------------------------------------
def test_a_submission_is_stored(browser):
    body = submission(evidence_sets=[[SENTENCE, CELL], [], []], operations=[ONE])
    assert browser.post("submission/", body).json() == {"verification": body["client_id"], "created": True}
    assert str(Verification.objects.get().client_id) == body["client_id"]
    assert browser.get().json()["state"] == "submitted"


def test_a_submission_sent_again_finds_the_first(browser):
    body = submission()
    first, second = (browser.post("submission/", body).json() for _ in range(2))
    assert (first["created"], second["created"]) == (True, False)
    assert first["verification"] == second["verification"]


def test_operations_may_be_left_out(browser):
    body = submission()
    del body["operations"]
    assert browser.post("submission/", body).status_code == 200


def test_the_same_id_in_other_unicode_is_the_same_element(browser):
    browser.post("submission/", submission(evidence_sets=[["Åsa Lind_sentence_0"]]))
    assert Verification.objects.get().evidence_sets.get().evidence.get().element_id == "A\u030asa Lind_sentence_0"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"client_id": "7"}, "client_id"),
        ({"client_id": 7}, "client_id"),
        ({"client_id": True}, "client_id"),
        ({"verdict": ""}, "verdict"),
        ({"verdict": "TRUE"}, "verdict"),
        ({"verdict": None}, "verdict"),
        ({"challenge": ""}, "challenge"),
        ({"evidence_sets": []}, "evidence_sets"),
        ({"evidence_sets": [[], []]}, "evidence_sets"),
        ({"evidence_sets": [[SENTENCE], [SENTENCE]]}, "evidence_sets"),
        ({"evidence_sets": [[SENTENCE, SENTENCE]]}, "evidence_sets"),
        ({"evidence_sets": [["Harbour League_section_0"]]}, "evidence_sets"),
        ({"evidence_sets": [["Harbour League_sentence_77"]]}, "evidence_sets"),
        ({"evidence_sets": [["Harbour League_sentence_" + "9" * 5000]]}, "evidence_sets.0.0"),
        ({"evidence_sets": [["Harbour League_sentence_" + "9" * 500]]}, "evidence_sets"),
        ({"evidence_sets": [[7]]}, "evidence_sets.0.0"),
        ({"evidence_sets": {"0": [SENTENCE]}}, "evidence_sets"),
        ({"operations": "none"}, "operations"),
    ],
)
def test_an_incomplete_or_forged_submission_is_refused(browser, change, field):
    error = error_of(browser.post("submission/", submission(**change)), 400)
    assert error["code"] == "invalid" and list(error["fields"]) == [field]
    assert not Verification.objects.exists()
    assert browser.get().json()["state"] == "held"


@pytest.mark.parametrize("field", ["client_id", "verdict", "challenge", "evidence_sets"])
def test_a_submission_names_what_is_missing(browser, field):
    body = submission()
    del body[field]
    assert field in error_of(browser.post("submission/", body), 400)["fields"]


def test_a_second_submission_under_another_id_is_refused(browser):
    browser.post("submission/", submission())
    assert error_of(browser.post("submission/", submission()), 409)["code"] == "assignment_closed"


def test_another_person_s_client_id_tells_nothing(browser, project, other_verifier):
    body = submission(client_id=str(uuid.uuid4()))
    browser.post("submission/", body)
    other = assign_next(person=other_verifier, project=project, kind="claim_verification")
    answer = Browser(other_verifier, f"/api/v1/assignments/{other.public_id}/").post("submission/", body)
    assert error_of(answer, 409)["code"] == "client_id_taken"


def test_a_lost_lease_is_told(browser, project, assignment, other_verifier):
    run_out(assignment)
    assign_next(person=other_verifier, project=project, kind=assignment.kind)
    assert error_of(browser.post("submission/", submission()), 409)["code"] == "lease_lost"
