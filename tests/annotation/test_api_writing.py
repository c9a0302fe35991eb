"""Claim writing over HTTP."""

from __future__ import annotations

import uuid

import pytest

from annotation.models import Assignment, Claim, ClaimSet
from annotation.work.assignment import assign_next
from annotation.workflows.kinds import TaskKind
from tests.annotation.conftest import Browser, error_of
from tests.cast import claim_of, three_claims


@pytest.fixture
def browser(writing, writer):
    """The writer's, at their highlight."""
    return Browser(writer, f"/api/v1/assignments/{writing.public_id}/")


def submitted(**changes):
    return {"client_id": str(uuid.uuid4()), "claims": three_claims(**changes), "operations": []}


def test_a_writer_takes_a_highlight(at_project, writer, highlight):
    answer = at_project(writer).post("assignments/", {"kind": "claim_generation"}).json()
    assert answer["assignment"]["highlight"] == {
        "kind": "sentences",
        "page": "Harbour League",
        "element_ids": ["Harbour League_sentence_0"],
    }
    assert answer["assignment"]["asked"] == {
        "type_one_is_true": False,
        "several_pages": True,
        "mutation": "Negation",
        "mutated_type": "II",
    }
    assert answer["assignment"]["draft"]["body"]["claims"]["III"] == {"text": "", "challenge": ""}


def test_a_verifier_takes_no_highlight(at_project, verifier, highlight):
    assert error_of(at_project(verifier).post("assignments/", {"kind": "claim_generation"}), 403)


def test_handing_in_is_answered_once(browser):
    body = submitted()
    first, again = browser.post("submission/", body).json(), browser.post("submission/", body).json()
    assert first == {"claim_set": str(ClaimSet.objects.get().client_id), "created": True}
    assert again == first | {"created": False}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (submitted(I=" "), "claims.I.text"),
        (submitted() | {"claims": {"I": three_claims()["I"]}}, "claims.II"),
        (submitted() | {"claims": [1, 2, 3]}, "claims"),
        (submitted() | {"client_id": 5}, "client_id"),
        ({}, "claims"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_stored(browser, body, field):
    assert field in error_of(browser.post("submission/", body), 400)["fields"]
    assert not Claim.objects.exists()


def test_a_verifiers_submission_is_no_writers(browser):
    body = {"client_id": str(uuid.uuid4()), "verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [["x"]]}
    assert "claims" in error_of(browser.post("submission/", body), 400)["fields"]


def test_what_was_handed_in_is_read_and_changed(browser):
    browser.post("submission/", submitted())
    claims = browser.get().json()["claims"]
    assert claims["II"] == {
        "text": three_claims()["II"]["text"],
        "challenge": "Other",
        "revision": 1,
        "editable": True,
    }
    edit = {"claims": three_claims(II="Anna Berg founded it."), "base_revisions": {"I": 1, "II": 1, "III": 1}}
    assert browser.put("claims/", edit).json() == {"revisions": {"I": 1, "II": 2, "III": 1}}
    assert browser.get().json()["claims"]["II"]["text"] == "Anna Berg founded it."


def test_what_somebody_verifies_is_shown_as_fixed(browser, project, verifier):
    browser.post("submission/", submitted())
    kind = claim_of(assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)).claim_type
    assert [name for name, claim in browser.get().json()["claims"].items() if not claim["editable"]] == [kind]
    edit = {
        "claims": three_claims(**{kind: "Another claim."}),
        "base_revisions": {"I": 1, "II": 1, "III": 1},
    }
    assert error_of(browser.put("claims/", edit), 409)["code"] == "verification_started"


def test_claims_that_were_not_handed_in_cannot_be_changed(browser):
    edit = {"claims": three_claims(), "base_revisions": {"I": 1, "II": 1, "III": 1}}
    assert error_of(browser.put("claims/", edit), 404)


def test_skipping_needs_a_reason(browser, writing):
    assert error_of(browser.post("skip/", {"reason": "boring"}), 400)["fields"] == {
        "reason": ["Choose one of the reasons."]
    }
    assert browser.post("skip/", {"reason": "formatting"}).json() == {"state": "skipped", "withdrawn": True}
    assert Assignment.objects.get(pk=writing.pk).skip_reason == "formatting"


def test_skipped_work_takes_no_more(browser):
    browser.post("skip/", {"reason": "politics"})
    assert error_of(browser.post("submission/", submitted()), 409)["code"] == "assignment_closed"


def test_another_persons_highlight_is_not_there(browser, other_verifier):
    other = Browser(other_verifier, browser.base)
    for answer in (other.get(), other.post("skip/", {"reason": "formatting"}), other.put("claims/", {})):
        assert error_of(answer, 404)


def test_the_log_of_a_writer_has_words_of_its_own(browser):
    operations = [
        {"sequence": 1, "name": "Jump to Highlight", "value": "", "seconds": 1},
        {"sequence": 2, "name": "hint-dismissed", "value": "I no_final_period", "seconds": 2},
    ]
    assert browser.post("operations/", {"operations": operations}).json() == {"received": 2}
