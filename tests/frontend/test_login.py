"""Coming in: the form, where it leads, and what happens to someone who guesses."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client

from annotation.accounts.tokens import create_token
from config.settings import PASSWORD_HASHERS
from tests.cast import PASSWORD
from tests.frontend.html import codes, levels, select

WRONG = 'id="login-error"'


def log_in(client: Client, username: str, password: str, **more: str):
    return client.post("/login/", {"username": username, "password": password, **more})


def test_the_page_says_what_attest_is(client, db):
    answer = client.get("/login/")
    assert answer.status_code == 200
    assert select(answer.text, ".login-sentence")
    assert answer.headers["Content-Security-Policy"]


def test_the_right_password_leads_to_my_work(client, verifier):
    assert log_in(client, "vincent", PASSWORD).headers["location"] == "/my-work/"


def test_next_is_followed_on_this_site_only(client, verifier):
    inside = log_in(client, "vincent", PASSWORD, next="/p/harbour/my-verifications/")
    assert inside.headers["location"] == "/p/harbour/my-verifications/"
    for elsewhere in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        assert log_in(Client(), "vincent", PASSWORD, next=elsewhere).headers["location"] == "/my-work/"


def test_next_survives_a_wrong_password(client, verifier):
    assert 'name="next" value="/p/x/"' in log_in(client, "vincent", "wrong", next="/p/x/").text


def test_who_is_logged_in_needs_no_form(client, verifier):
    client.force_login(verifier)
    assert client.get("/login/").headers["location"] == "/my-work/"


def test_a_wrong_password_says_nothing_of_the_name(client, verifier, outsider):
    outsider.is_active = False
    outsider.save()
    answers = [log_in(client, name, "wrong").text for name in ("vincent", "oscar", "nobody-at-all")]
    answers.append(log_in(client, "oscar", PASSWORD).text)
    assert all(WRONG in answer for answer in answers)


def test_the_typed_name_is_kept_and_escaped(client, db):
    text = log_in(client, '"><script>alert(1)</script>', "x").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text


@pytest.mark.parametrize("length", [151, 300])
def test_a_name_that_is_too_long_for_an_account_is_a_wrong_name(client, db, length):
    answer = log_in(client, "x" * length, "wrong")
    assert answer.status_code == 200
    assert WRONG in answer.text


@pytest.mark.parametrize("key", [r'"\000abcdefgh"', "x" * 500, "a b", "ü" * 32])
def test_a_forged_session_is_no_session(client, db, key):
    client.cookies["sessionid"] = "x"
    client.cookies["sessionid"].set("sessionid", key, key)
    assert client.get("/my-work/").headers["location"] == "/login/?next=/my-work/"


def test_logging_out_takes_a_post(client, verifier):
    client.force_login(verifier)
    assert client.get("/logout/").status_code == 405
    assert client.get("/my-work/").status_code == 200
    assert client.post("/logout/").headers["location"] == "/login/"
    assert client.get("/my-work/").status_code == 302


def test_the_form_carries_a_token_and_refuses_to_go_without(verifier):
    strict = Client(enforce_csrf_checks=True)
    assert "csrfmiddlewaretoken" in strict.get("/login/").text
    assert log_in(strict, "vincent", PASSWORD).status_code == 403


def test_one_changes_ones_own_password_and_stays_in(client, verifier):
    assert client.get("/password/").status_code == 302
    client.force_login(verifier)
    sent = {"old_password": "wrong", "new_password1": "lake-and-hill-7", "new_password2": "lake-and-hill-7"}
    assert codes(client.post("/password/", sent).context["form"]) == {"old_password": ["password_incorrect"]}
    answer = client.post("/password/", sent | {"old_password": PASSWORD}, follow=True)
    assert levels(answer) == ["success"]
    assert log_in(Client(), "vincent", "lake-and-hill-7").status_code == 302


def test_another_password_ends_everything_but_this_browser(client, verifier):
    elsewhere = Client()
    assert log_in(elsewhere, "vincent", PASSWORD).status_code == log_in(client, "vincent", PASSWORD).status_code == 302
    create_token(user=verifier, name="a script")
    sent = {"old_password": PASSWORD, "new_password1": "lake-and-hill-7", "new_password2": "lake-and-hill-7"}
    client.post("/password/", sent)
    assert client.get("/my-work/").status_code == 200 and elsewhere.get("/my-work/").status_code == 302
    assert verifier.sessions.count() == 1 and not verifier.api_tokens.exists()


def test_a_renewed_hash_is_no_new_password(client, verifier, settings):
    """Argon2id at the next log-in; tokens stay."""
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    verifier.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=10)
    verifier.save()
    create_token(user=verifier, name="a script")
    assert log_in(client, "vincent", PASSWORD).status_code == 302
    verifier.refresh_from_db()
    assert verifier.password.startswith("argon2$argon2id$") and verifier.api_tokens.exists()
    assert client.get("/my-work/").status_code == 200
