"""The one shape of every error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.management import call_command
from django.http import Http404
from rest_framework import exceptions

from annotation.api.errors import error_answer
from annotation.errors import AnnotationError
from tests.annotation.conftest import Browser, error_of

GOLDEN = Path(__file__).resolve().parent.parent / "contracts" / "error.json"


def test_the_shape_is_the_golden_file_s(outsider):
    answer = Browser(outsider, "/api/v1/assignments/7/").get()
    assert answer.json() == json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", ["", "nothing/", "projects/", "projects/x/y/", "assignments/x/y/", "schema"])
def test_addresses_that_mean_nothing_answer_in_the_same_shape(db, path):
    assert error_of(Browser(None, "/api/v1/").get(path), 404)["code"] == "not_found"


@pytest.mark.parametrize(
    ("raised", "status", "code"),
    [
        (AnnotationError("lease_lost", "Gone.", 409), 409, "lease_lost"),
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "not_allowed"),
        (exceptions.NotAuthenticated(), 401, "not_authenticated"),
        (exceptions.AuthenticationFailed(), 401, "not_authenticated"),
        (exceptions.ParseError(), 400, "bad_json"),
        (exceptions.MethodNotAllowed("GET"), 405, "method_not_allowed"),
        (exceptions.Throttled(wait=3), 429, "throttled"),
        (exceptions.ValidationError({"a": ["Wrong."]}), 400, "invalid"),
        (RequestDataTooBig(), 413, "too_large"),
        (SuspiciousOperation(), 400, "bad_request"),
        (ZeroDivisionError("secret detail"), 500, "server_error"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else str(value),
)
def test_whatever_goes_wrong_has_a_code_and_a_sentence(raised, status, code, caplog):
    answer = error_answer(raised, {})
    assert (answer.status_code, answer.data["error"]["code"]) == (status, code)
    assert answer.data["error"]["message"].strip().endswith(".")
    assert "secret" not in str(answer.data)


def test_an_unforeseen_error_is_logged(caplog):
    error_answer(ZeroDivisionError("secret detail"), {})
    assert "secret detail" in caplog.text


def test_who_waits_is_told_how_long():
    assert error_answer(exceptions.Throttled(wait=3), {}).headers["Retry-After"] == "4"


def test_nested_fields_are_joined_by_dots():
    detail = {"a": [{}, {"b": ["Wrong.", "Bad."]}], "c": {"non_field_errors": ["Worse."]}, "d": ["No."]}
    fields = error_answer(exceptions.ValidationError(detail), {}).data["error"]["fields"]
    assert fields == {"a.1.b": ["Wrong.", "Bad."], "c": ["Worse."], "d": ["No."]}


def test_the_schema_describes_every_endpoint(verifier):
    schema = json.loads(Browser(verifier, "/api/v1/").get("schema/", format="json").content)
    assert sorted(path.removeprefix("/api/v1/") for path in schema["paths"]) == [
        "assignments/{public_id}/",
        "assignments/{public_id}/check/",
        "assignments/{public_id}/claims/",
        "assignments/{public_id}/draft/",
        "assignments/{public_id}/effort/",
        "assignments/{public_id}/evidence-search/",
        "assignments/{public_id}/heartbeat/",
        "assignments/{public_id}/hints/",
        "assignments/{public_id}/line-hints/",
        "assignments/{public_id}/operations/",
        "assignments/{public_id}/park/",
        "assignments/{public_id}/release/",
        "assignments/{public_id}/report/",
        "assignments/{public_id}/resume/",
        "assignments/{public_id}/revision/",
        "assignments/{public_id}/skip/",
        "assignments/{public_id}/submission/",
        "assignments/{public_id}/suggestions/",
        "assignments/{public_id}/verification/",
        "projects/{slug}/agreement/",
        "projects/{slug}/annotations/",
        "projects/{slug}/assignments/",
        "projects/{slug}/claims/",
        "projects/{slug}/excerpts/",
        "projects/{slug}/jobs/",
        "projects/{slug}/jobs/{id}/",
        "projects/{slug}/jobs/{id}/cancel/",
        "projects/{slug}/people/",
        "projects/{slug}/plan/",
        "projects/{slug}/production/",
        "projects/{slug}/releases/",
        "projects/{slug}/releases/{id}/",
        "projects/{slug}/releases/{id}/files/{path}",
        "projects/{slug}/search/",
        "projects/{slug}/suggest/",
    ]


def test_the_schema_is_for_people_with_an_account(db):
    error_of(Browser(None, "/api/v1/").get("schema/", format="json"), 401)


def test_the_schema_is_valid_and_without_warnings(db, tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yml"))
