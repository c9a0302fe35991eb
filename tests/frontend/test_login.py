"""Coming in: the form, where it leads, and what happens to someone who guesses."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client

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


@pytest.mark.parametrize("name", ["vincent", "nobody-at-all"])
def test_the_fifth_wrong_password_locks_and_says_for_how_long(client, verifier, name):
    for _ in range(4):
        assert log_in(client, name, "wrong").status_code == 200
    answer = log_in(client, name, "wrong")
    assert answer.status_code == 429
    assert "5 minutes" in answer.text
    assert 0 < int(answer.headers["Retry-After"]) <= 300
    assert answer.headers["Content-Security-Policy"]
    assert log_in(client, name, PASSWORD).status_code == 429
    assert "_auth_user_id" not in client.session


def test_a_locked_name_is_free_from_another_address_and_others_from_this(client, verifier, other_verifier):
    for _ in range(5):
        log_in(client, "vincent", "wrong")
    assert log_in(client, "violet", PASSWORD).status_code == 302
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert log_in(elsewhere, "vincent", PASSWORD).status_code == 302


def test_the_operator_can_unlock(client, verifier):
    for _ in range(5):
        log_in(client, "vincent", "wrong")
    call_command("axes_reset", verbosity=0)
    assert log_in(client, "vincent", PASSWORD).status_code == 302


def test_the_right_password_forgets_the_wrong_ones(client, verifier):
    for _ in range(4):
        log_in(client, "vincent", "wrong")
    assert log_in(client, "vincent", PASSWORD).status_code == 302
    client.post("/logout/")
    assert log_in(client, "vincent", "wrong").status_code == 200


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
