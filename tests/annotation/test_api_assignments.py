"""POST /projects/<slug>/assignments/ and GET /assignments/<id>/."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest

from annotation.models import Assignment
from annotation.projects.models import Membership
from annotation.work.draft import save
from annotation.work.registry import default_workflows
from tests.annotation.conftest import Browser, error_of

CONTRACTS = Path(__file__).resolve().parent.parent / "contracts"
KIND = {"kind": "claim_verification"}


def keys_of(value):
    """The shape of a JSON value: its keys, all the way down."""
    if isinstance(value, dict):
        return {key: keys_of(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [keys_of(inner) for inner in value[:1]]
    return type(value).__name__


def test_taking_answers_with_the_assignment(at_project, verifier, claims):
    body = at_project(verifier).post("assignments/", KIND).json()
    assert body["reason"] is None
    assert body["assignment"]["claim"] == {"text": claims[0].text}
    assert uuid.UUID(body["assignment"]["id"]) == Assignment.objects.get().public_id


def test_taking_twice_answers_with_the_same(at_project, verifier, claims):
    browser = at_project(verifier)
    first, second = (browser.post("assignments/", KIND).json()["assignment"]["id"] for _ in range(2))
    assert first == second


def test_nothing_to_take_says_why(at_project, verifier):
    body = at_project(verifier).post("assignments/", KIND).json()
    assert body["assignment"] is None and "no claims" in body["reason"]


@pytest.mark.parametrize("role", ["writer", "manager"])
def test_other_roles_may_not_take(at_project, claims, role, request):
    error = error_of(at_project(request.getfixturevalue(role)).post("assignments/", KIND), 403)
    assert error["code"] == "not_allowed" and "verifier" in error["message"]


def test_for_an_outsider_the_project_is_not_there(at_project, outsider, claims):
    assert error_of(at_project(outsider).post("assignments/", KIND), 404)["code"] == "not_found"


def test_one_must_be_logged_in(at_project, claims):
    assert error_of(at_project(None).post("assignments/", KIND), 401)["code"] == "not_authenticated"


def test_an_unknown_kind_of_work_is_not_there_and_the_known_ones_are_named(at_project, verifier, claims):
    error = error_of(at_project(verifier).raw("assignments/", json.dumps({"kind": "claim_checking"})), 404)
    assert error["code"] == "unknown_kind" and all(kind in error["message"] for kind in default_workflows())
    assert not Assignment.objects.exists()


@pytest.mark.parametrize("body", [{}, {"kind": 7}, {"kind": None}, {"kind": ""}, [], "kind"])
def test_a_kind_of_work_must_be_named(at_project, verifier, claims, body):
    error = error_of(at_project(verifier).raw("assignments/", json.dumps(body)), 400)
    assert error["code"] == "invalid" and error["fields"]
    assert not Assignment.objects.exists()


def test_taking_is_a_post(at_project, verifier):
    assert error_of(at_project(verifier).get("assignments/"), 405)["code"] == "method_not_allowed"


def test_the_payload_is_what_the_contract_says(browser):
    golden = json.loads((CONTRACTS / "api.json").read_text(encoding="utf-8"))
    body = browser.get().json()
    assert keys_of(body) == keys_of(golden)
    assert body["project"] == golden["project"]
    assert body["claim"] == golden["claim"]
    assert body["draft"] == golden["draft"]
    assert body["state"] == "held" and body["leased_until"].endswith("Z")


def test_the_payload_is_blind(browser, assignment, claims, writer):
    """No key beyond the documented ones, and nothing of writer, type, label or the claim's number in the text."""
    claims[0].intended_label, claims[0].claim_type, claims[0].mutation = "REFUTES", "III", "Negation"
    claims[0].expected_challenge = "Numerical Reasoning"
    claims[0].save()
    assert set(browser.get().json()) == {
        *("id", "state", "leased_until", "elapsed_seconds", "active_seconds", "kind", "guided"),
        *("project", "claim", "draft", "operations_received", "verification"),
    }
    assert set(browser.get().json()["claim"]) == {"text"}
    settings = {"max_evidence_sets", "evidence_kinds", "page_view", "guide_minutes"}
    settings |= {"evidence_limits", "submission_check"}
    assert set(browser.get().json()["project"]) == {"slug", "name"} | settings
    text = browser.get().content.decode()
    for hidden in (writer.username, "REFUTES", "III", "Negation", "Numerical", "highlight", "author", "label", "type"):
        assert hidden not in text
    assert not any(isinstance(value, int) and value == claims[0].pk for value in browser.get().json().values())


def test_the_payload_carries_the_draft(browser, assignment):
    save(assignment=assignment, base_version=0, body={"verdict": "SUPPORTS"})
    assert browser.get().json()["draft"] == {"version": 1, "body": {"verdict": "SUPPORTS"}}


def test_another_s_assignment_is_not_there(browser, other_verifier, manager, outsider):
    for person in (other_verifier, manager, outsider):
        assert error_of(Browser(person, browser.base).get(), 404)["code"] == "not_found"


def test_who_has_left_the_project_has_left_its_assignments(browser):
    Membership.objects.all().delete()
    error_of(browser.get(), 404)


@pytest.mark.parametrize("public_id", ["1752430f-b22f-4265-bf69-10c3a43d0ec1", "7", "x", "-", "%00", "../../x", "é"])
def test_an_assignment_that_never_was_is_not_there(verifier, public_id):
    error_of(Browser(verifier, f"/api/v1/assignments/{public_id}/").get(), 404)
