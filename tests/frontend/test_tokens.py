"""The page of one's API tokens."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.accounts.tokens import create_token
from annotation.models import ApiToken
from frontend.views.tokens import MOST_TOKENS
from tests.frontend.html import levels, select


@pytest.fixture
def as_verifier(client, verifier):
    client.force_login(verifier)
    return client


def make(client, **changes):
    return client.post("/tokens/", {"name": "my script", "days": "90", "scope": "read"} | changes)


def test_the_account_menu_leads_there(as_verifier):
    assert 'href="/tokens/"' in as_verifier.get("/my-work/").text


def test_a_token_is_shown_once(as_verifier):
    answer = make(as_verifier)
    (text,) = re.findall(r"attest_[\w-]{43}", answer.text)
    assert "no-store" in answer.headers["Cache-Control"]
    assert text not in as_verifier.get("/tokens/").text
    assert "my script" in as_verifier.get("/tokens/").text
    told = as_verifier.get("/api/v1/schema/", headers={"Authorization": f"Bearer {text}"})
    assert told.status_code == 200


@pytest.mark.parametrize(("days", "most"), [("7", 7), ("365", 365)])
def test_it_holds_as_long_as_was_chosen(as_verifier, days, most):
    make(as_verifier, days=days)
    left = ApiToken.objects.get().expires_at - timezone.now()
    assert timedelta(days=most - 1) < left <= timedelta(days=most)


@pytest.mark.parametrize("changes", [{"name": " "}, {"name": "x" * 81}, {"days": "8"}, {"days": ""}, {"name": "a\0b"}])
def test_what_is_wrong_is_said_and_none_is_made(as_verifier, changes):
    assert list(make(as_verifier, **changes).context["form"].errors) == list(changes)
    assert not ApiToken.objects.exists()


def test_revoking_takes_it_away(as_verifier, verifier):
    token, text = create_token(user=verifier, name="old script")
    answer = as_verifier.post(f"/tokens/{token.pk}/revoke/", follow=True)
    assert levels(answer) == ["success"]
    assert not ApiToken.objects.exists()


def test_nobody_sees_or_revokes_another_s(as_verifier, manager):
    token, _text = create_token(user=manager, name="the manager's")
    assert "manager&#x27;s" not in as_verifier.get("/tokens/").text
    assert as_verifier.post(f"/tokens/{token.pk}/revoke/").status_code == 404
    assert ApiToken.objects.exists()


def test_an_expired_one_is_marked(as_verifier, verifier):
    create_token(user=verifier, name="old script")
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(days=1))
    assert select(as_verifier.get("/tokens/").text, ".when .tag")


def test_there_is_an_end_to_them(as_verifier, verifier):
    for number in range(MOST_TOKENS):
        create_token(user=verifier, name=f"script {number}")
    assert list(make(as_verifier).context["form"].errors) == ["__all__"]
    assert ApiToken.objects.count() == MOST_TOKENS


def test_strangers_log_in_first(client, db):
    assert client.get("/tokens/").headers["location"] == "/login/?next=/tokens/"
    assert client.post("/tokens/1/revoke/").headers["location"].startswith("/login/")
