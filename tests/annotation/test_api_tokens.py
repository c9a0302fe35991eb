"""API tokens: a program works in a person's name, and only as long and as far as it may."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from annotation.accounts.throttling import WRONG_TOKENS
from annotation.accounts.tokens import USE_RECORDED_EVERY, create_token
from annotation.models import ApiToken, Assignment, Attempts
from tests.annotation.conftest import error_of
from tests.cast import submission

TAKE = "/api/v1/projects/harbour/assignments/"


def program(text: str) -> Client:
    """No browser: no cookies, and CSRF is checked as on a served site."""
    return Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {text}"})


def token_of(user, **more) -> str:
    return create_token(user=user, name="a script", **more)[1]


def take(client: Client, kind: str = "claim_verification"):
    return client.post(TAKE, {"kind": kind}, content_type="application/json")


def test_a_program_takes_and_hands_in_without_cookies_and_csrf(project, verifier, claims):
    client = program(token_of(verifier))
    taken = take(client).json()["assignment"]
    address = f"/api/v1/assignments/{taken['id']}/submission/"
    assert client.post(address, submission(), content_type="application/json").json()["created"] is True
    assert Assignment.objects.get().person == verifier


def test_what_a_verifier_s_program_is_sent_is_as_blind_as_the_page(project, verifier, claims):
    taken = take(program(token_of(verifier))).json()["assignment"]
    browser = Client()
    browser.force_login(verifier)
    assert sorted(taken) == sorted(browser.get(f"/api/v1/assignments/{taken['id']}/").json())
    assert sorted(taken["claim"]) == ["text"]


def test_a_program_has_the_roles_of_its_person(project, verifier, claims):
    assert error_of(take(program(token_of(verifier)), "claim_generation"), 403)["code"] == "not_allowed"


def test_a_token_opens_no_other_person_s_work(assignment, other_verifier):
    answer = program(token_of(other_verifier)).get(f"/api/v1/assignments/{assignment.public_id}/")
    assert error_of(answer, 404)["code"] == "not_found"


def test_a_token_opens_no_page(verifier):
    assert program(token_of(verifier)).get("/my-work/").status_code == 302


def test_only_a_hash_of_it_is_kept(verifier):
    text = token_of(verifier)
    row = ApiToken.objects.values().get()
    assert text not in json.dumps(row, default=str)
    assert row["digest"] not in text and text.endswith(row["ending"]) and len(text) > 40


@pytest.mark.parametrize("text", ["", "attest_", "attest_wrong", "two words", "caf\xe9", "x" * 5000, "\x00"])
def test_a_wrong_token_is_refused(verifier, claims, text):
    token_of(verifier)
    answer = take(program(text))
    assert error_of(answer, 401)["code"] == "not_authenticated"
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_revoked_token_opens_nothing(verifier, claims):
    client = program(token_of(verifier))
    assert take(client).status_code == 200
    ApiToken.objects.all().delete()
    error_of(take(client), 401)


def test_an_expired_token_opens_nothing(verifier, claims):
    client = program(token_of(verifier, days=30))
    ApiToken.objects.update(expires_at=timezone.now() + timedelta(seconds=60))
    assert take(client).status_code == 200
    ApiToken.objects.update(expires_at=timezone.now())
    error_of(take(client), 401)


def test_a_token_of_a_closed_account_opens_nothing(verifier, claims):
    client = program(token_of(verifier))
    verifier.is_active = False
    verifier.save()
    error_of(take(client), 401)


def test_a_wrong_token_is_refused_to_one_who_is_logged_in_as_well(verifier, claims):
    client = program("attest_wrong")
    client.force_login(verifier)
    error_of(take(client), 401)


def test_its_use_is_noted_now_and_then(verifier, claims, django_assert_max_num_queries):
    client = program(token_of(verifier))
    take(client)
    first = ApiToken.objects.get().last_used_at
    assert timezone.now() - first < timedelta(minutes=1)
    take(client)
    assert ApiToken.objects.get().last_used_at == first
    ApiToken.objects.update(last_used_at=first - USE_RECORDED_EVERY)
    take(client)
    assert ApiToken.objects.get().last_used_at > first


def test_whoever_sends_many_wrong_tokens_waits_and_right_ones_never_do(verifier, claims):
    answers = {take(program(f"attest_{n}")).status_code for n in range(WRONG_TOKENS.free)}
    assert answers == {401}
    Attempts.objects.update(blocked_until=timezone.now() + timedelta(hours=1))
    late = take(program("attest_late"))
    assert error_of(late, 429)["code"] == "throttled" and int(late.headers["Retry-After"]) > 0
    assert take(program(token_of(verifier))).status_code == 200


def test_a_browser_still_needs_its_csrf_token(verifier, claims):
    client = Client(enforce_csrf_checks=True)
    client.force_login(verifier)
    assert error_of(take(client), 403)["code"] == "csrf_failed"


def test_the_schema_names_tokens_and_sessions(verifier):
    schema = program(token_of(verifier)).get("/api/v1/schema/?format=json").json()
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert schema["paths"]["/api/v1/assignments/{public_id}/"]["get"]["security"] == [{"token": []}, {"cookieAuth": []}]


# --- The command -----------------------------------------------------------------------------------------------------


def test_the_command_prints_a_token_that_works(verifier, claims, capsys):
    call_command("create_token", verifier.username, "--name", "nightly", "--days", "7")
    said = capsys.readouterr()
    assert take(program(said.out.strip())).status_code == 200
    assert "cannot be shown again" in said.err
    token = ApiToken.objects.get()
    assert token.name == "nightly" and token.expires_at < timezone.now() + timedelta(days=8)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nobody"], "no account 'nobody'"),
        (["vincent", "--days", "-1"], "from 0 to 3650"),
        (["vincent", "--name", ""], "from 1 to 80 "),
    ],
)
def test_the_command_says_what_is_wrong(verifier, arguments, words):
    with pytest.raises(CommandError, match=words):
        call_command("create_token", *arguments)
    assert not ApiToken.objects.exists()
