"""POST /projects/<slug>/claims/: a manager brings claims in, as JSON or as a file."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import Claim, Task
from tests.annotation.conftest import error_of


def upload(browser, name: str, content: bytes, **more):
    return browser.client.post(f"{browser.base}claims/", {"file": SimpleUploadedFile(name, content), **more})


def test_claims_come_in_as_json(at_project, manager):
    sent = {"claims": [{"claim": "One.", "label": "refutes"}, {"claim": "Two."}, {"claim": "One.", "label": "REFUTES"}]}
    answer = at_project(manager).post("claims/", sent)
    assert answer.json() == {"created": 2, "known": 0, "repeated": 1}
    assert Claim.objects.get(text="One.").intended_label == "REFUTES"
    assert Task.objects.count() == 2
    assert at_project(manager).post("claims/", sent).json()["known"] == 2


@pytest.mark.parametrize(
    ("name", "content"),
    [("c.csv", b"\xef\xbb\xbfclaim,label\r\nOne.,\r\n"), ("c.txt", b"One.\n"), ("c.jsonl", b'{"claim": "One."}')],
)
def test_claims_come_in_as_a_file(at_project, manager, name, content):
    assert upload(at_project(manager), name, content).json()["created"] == 1
    assert Claim.objects.get().text == "One."


def test_what_is_wrong_is_told_by_line_and_nothing_comes_in(at_project, manager):
    error = error_of(upload(at_project(manager), "c.csv", b"claim,label\nOne.,\nTwo.,PERHAPS\n,\n,REFUTES\n"), 400)
    assert error["message"].startswith("2 claims ")
    assert sorted(error["fields"]) == ["file.3.label", "file.5.claim"]
    assert not Claim.objects.exists()


def test_what_is_wrong_in_json_is_told_by_place(at_project, manager):
    error = error_of(at_project(manager).post("claims/", {"claims": [{"claim": "One."}, {"text": "Two."}]}), 400)
    assert list(error["fields"]) == ["claims.1.claim"]
    assert list(error_of(at_project(manager).post("claims/", {"claims": [7]}), 400)["fields"]) == ["claims.0"]
    assert not Claim.objects.exists()


def test_contradictions_are_refused_until_the_first_is_to_count(at_project, manager):
    rows = b"claim,label\nOne.,SUPPORTS\nOne.,REFUTES\n"
    assert list(error_of(upload(at_project(manager), "c.csv", rows), 400)["fields"]) == ["file.3.label"]
    answer = upload(at_project(manager), "c.csv", rows, first_counts="true")
    assert answer.json() == {"created": 1, "known": 0, "repeated": 1}


def test_a_file_that_is_not_utf8_is_refused(at_project, manager):
    assert "UTF-8" in error_of(upload(at_project(manager), "c.txt", b"\xff\xfe"), 400)["message"]


def test_a_file_that_is_too_large_is_refused(at_project, manager, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    assert error_of(upload(at_project(manager), "c.txt", b"x" * 1001), 413)["code"] == "too_large"


@pytest.mark.parametrize("role", ["writer", "verifier"])
def test_other_members_may_not(at_project, role, request):
    error = error_of(at_project(request.getfixturevalue(role)).post("claims/", {"claims": [{"claim": "One."}]}), 403)
    assert error["code"] == "not_allowed"
    assert not Claim.objects.exists()


def test_for_an_outsider_the_project_is_not_there(at_project, outsider):
    error_of(at_project(outsider).post("claims/", {"claims": [{"claim": "One."}]}), 404)
