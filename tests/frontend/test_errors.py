"""What people see when something is not there, not theirs, or broken."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory
from django.views.csrf import csrf_failure
from django.views.defaults import permission_denied, server_error

from tests.frontend.html import select
from tests.frontend.submitting import inline_code


def test_an_address_that_is_not_there(client, db):
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert select(answer.text, "h1")
    assert answer.headers["Content-Security-Policy"]
    assert not inline_code(answer.text)


def test_one_who_is_logged_in_keeps_the_header(client, verifier):
    client.force_login(verifier)
    assert select(client.get("/no/such/page").text, ".site-links [href='/my-work/']")


def test_the_address_is_never_repeated_in_the_page(client, db):
    assert "alert(1)" not in client.get("/<script>alert(1)</script>").text


@pytest.mark.parametrize(
    "wrong", [{"headers": {"host": "evil.example"}}, {"data": {f"field{n}": "" for n in range(1001)}}]
)
def test_what_cannot_be_read_is_answered_in_words(client, db, wrong):
    answer = client.post("/login/", **wrong)
    assert answer.status_code == 400
    assert select(answer.text, "h1")
    assert not inline_code(answer.text)


@pytest.mark.parametrize(("view", "why"), [(permission_denied, PermissionDenied()), (csrf_failure, "")])
def test_what_is_not_allowed_says_what_to_do(view, why, db, rf: RequestFactory):
    answer = view(rf.get("/"), why)
    assert answer.status_code == 403
    assert select(answer.text, "main .actions")
    assert not inline_code(answer.text)


def test_the_page_for_a_broken_server_needs_no_database(rf: RequestFactory):
    answer = server_error(rf.get("/"))  # no `db`: a query would fail this test
    assert answer.status_code == 500
    assert select(answer.text, "h1")
    assert not inline_code(answer.text)


def test_a_view_that_breaks_shows_it(client, db, monkeypatch, verifier):
    from frontend.views import my_work

    def broken(*args, **kwargs):
        raise RuntimeError("on purpose")

    monkeypatch.setattr(my_work, "works_of", broken)
    careful = Client(raise_request_exception=False)
    careful.force_login(verifier)
    answer = careful.get("/my-work/")
    assert answer.status_code == 500
    assert "on purpose" not in answer.text
