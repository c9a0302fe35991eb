"""One's account: where one is logged in, and what managers and programs see of tokens."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from annotation.accounts.sessions import BEGAN, Session
from annotation.accounts.tokens import Scope, create_token
from annotation.models import ApiToken
from frontend.views.account.account import device_words
from tests.cast import PASSWORD
from tests.frontend.html import select, texts

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"
CHROME = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36"


def logged_in(agent: str, **meta: str) -> Client:
    client = Client(headers={"User-Agent": agent}, **meta)
    client.post("/login/", {"username": "vincent", "password": PASSWORD})
    return client


def test_one_sees_where_one_is_logged_in_and_ends_it(verifier):
    here, phone, third = logged_in(FIREFOX), logged_in(CHROME, REMOTE_ADDR="192.0.2.77"), logged_in("x")
    page = here.get("/account/").text
    assert len(select(page, "[data-session]")) == 3 and len(select(page, "[data-this]")) == 1
    assert "Firefox, Windows" in page and "Chrome, Android" in page
    assert "192.0.2.x" in page and "192.0.2.77" not in page
    keys = list(Session.objects.values_list("session_key", flat=True))
    assert not [key for key in keys if key in page]
    ends = {row.css_first("th").text(strip=True): row.css_first("button") for row in select(page, "tr[data-session]")}
    here.post("/account/", {"session": ends["Chrome, Android"].attributes["value"]})
    assert phone.get("/my-work/").status_code == 302 and third.get("/my-work/").status_code == 200
    here.post("/account/", {"others": ""})
    assert third.get("/my-work/").status_code == 302 and here.get("/my-work/").status_code == 200


def test_nobody_ends_sessions_of_others(verifier, other_verifier):
    theirs, mine = Client(), Client()
    theirs.force_login(other_verifier)
    mine.force_login(verifier)
    mine.post("/account/", {"session": Session.objects.get(user=other_verifier).mark})
    mine.post("/account/", {"others": ""})
    assert theirs.get("/my-work/").status_code == mine.get("/my-work/").status_code == 200


def test_the_last_use_is_noted_now_and_then(verifier):
    client = logged_in(FIREFOX)
    session = client.session
    session[BEGAN] = time.time() - 3600
    session.save()
    long_ago = timezone.now() - timedelta(hours=1)
    Session.objects.update(last_used_at=long_ago)
    client.get("/my-work/")
    noted = Session.objects.get().last_used_at
    assert noted > long_ago
    client.get("/my-work/")
    assert Session.objects.get().last_used_at == noted


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox, Windows"),
        (CHROME, "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/26.0 Safari/605", "Safari, macOS"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) CriOS/142.0 Safari/604.1", "Chrome, iPhone"),
        ("<script>", ""),
    ],
)
def test_browsers_are_named(agent, words):
    assert device_words(agent) == words


# --- Tokens ----------------------------------------------------------------------------------------------------------
def program(user, scope: Scope) -> Client:
    return Client(headers={"Authorization": f"Bearer {create_token(user=user, name='x', scope=scope)[1]}"})


@pytest.mark.parametrize(
    ("scope", "statuses"),
    [(Scope.READ, [200, 200, 403, 403]), (Scope.ANNOTATE, [200, 200, 200, 403]), (Scope.MANAGE, [200, 200, 200, 400])],
)
def test_a_token_does_what_its_scope_says(project, manager, claims, scope, statuses):
    """To read, to look elements up, to take work, to manage."""
    project.memberships.create(user=manager, role="verifier")
    client, api = program(manager, scope), "/api/v1/projects/harbour"
    answers = [
        client.get(f"{api}/releases/"),
        client.post(f"{api}/excerpts/", {"ids": []}, content_type="application/json"),
        client.post(f"{api}/assignments/", {"kind": "claim_verification"}, content_type="application/json"),
        client.post(f"{api}/claims/", {"claims": "no"}, content_type="application/json"),
    ]
    assert [one.status_code for one in answers] == statuses
    assert {one.json()["error"]["code"] for one in answers if one.status_code == 403} <= {"scope"}


def test_a_token_without_an_end_and_its_scope_are_shown_to_managers_and_it_never(client, manager, verifier, outsider):
    _token, text = create_token(user=verifier, name="nightly script", days=None, scope=Scope.READ)
    create_token(user=outsider, name="of somebody else")
    client.force_login(manager)
    page = client.get(f"/p/harbour/manage/people/{verifier.pk}/").text
    assert texts(page, "[data-test=tokens] tbody th") == ["nightly script"]
    assert text not in page and ApiToken.objects.get(user=verifier).digest not in page
    assert Client(headers={"Authorization": f"Bearer {text}"}).get("/api/v1/schema/").status_code == 200


@pytest.mark.sqlite
def test_a_token_reads_where_its_use_cannot_be_noted(project, verifier, claims):
    client = program(verifier, Scope.READ)
    try:
        connection.cursor().execute("PRAGMA query_only = 1")
        answer = client.get("/api/v1/projects/harbour/suggest/?q=h")
    finally:
        connection.cursor().execute("PRAGMA query_only = 0")
    assert answer.status_code in {200, 503}, "503: there is no index"
    assert ApiToken.objects.get().last_used_at is None
