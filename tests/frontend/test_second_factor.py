"""The second factor: set up, asked for at log-in, replaced by recovery codes, and a must where the site says so."""

from __future__ import annotations

import re
import time
from types import SimpleNamespace

import pyotp
import pytest
from django.core.management import call_command
from django.test import Client

from annotation.accounts import second_factor
from annotation.accounts.second_factor import RECOVERY_CODES, STEP, begin_set_up, confirm_set_up
from annotation.accounts.tokens import create_token
from annotation.models import Attempts, RecoveryCode, SecondFactor, User
from tests.cast import PASSWORD
from tests.frontend.html import codes, select, texts

PAGE, CODE = "/account/second-factor/", "/login/code/"


NOW = time.time() // STEP * STEP + STEP / 2  # the middle of a step: no code runs out during a test


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_factor, "time", SimpleNamespace(time=lambda: NOW))


def code_of(secret: str, steps: int = 0) -> str:
    return pyotp.TOTP(secret).at(int(NOW) + steps * STEP)


@pytest.fixture
def secret(verifier) -> str:
    """Of the verifier's app, which is set up; the code of that moment may be used again."""
    made = begin_set_up(verifier)
    assert confirm_set_up(verifier, code_of(made))[0].value == "right"
    SecondFactor.objects.update(last_step=0)
    return made


def with_password(client: Client, name: str = "vincent") -> Client:
    assert client.post("/login/", {"username": name, "password": PASSWORD}).headers["location"] == CODE
    return client


def is_in(client: Client) -> bool:
    return client.get("/my-work/").status_code == 200


def enter(client: Client, code: str) -> list[str]:
    """What is wrong with a code; nothing when it lets in."""
    answer = client.post(CODE, {"code": code})
    return codes(answer.context["form"])["code"] if answer.status_code == 200 else []


def test_it_is_set_up_with_password_and_code_and_shows_recovery_codes_once(client, verifier):
    client.force_login(verifier)
    page = client.get(PAGE)
    key = select(page.text, "#secret")[0].text().replace(" ", "")
    assert select(page.text, ".qr-code svg path") and "style=" not in select(page.text, ".qr-code")[0].html
    wrong = client.post(PAGE, {"password": "not mine", "code": code_of(key)})
    assert codes(wrong.context["form"]) == {"password": ["password_incorrect"]}
    assert not SecondFactor.objects.get().confirmed_at
    shown = client.post(PAGE, {"password": PASSWORD, "code": code_of(key)})
    listed = texts(shown.text, ".recovery-codes code")
    assert len(set(listed)) == RECOVERY_CODES == RecoveryCode.objects.count()
    stored = " ".join([SecondFactor.objects.get().secret, *RecoveryCode.objects.values_list("digest", flat=True)])
    assert key not in stored and not [one for one in listed if one in stored]
    assert not select(client.get(PAGE).text, "#secret")
    client.post("/logout/")
    assert enter(with_password(client), code_of(key, 1)) == [] and is_in(client)


def test_a_password_alone_lets_nobody_in(client, secret):
    with_password(client)
    assert not is_in(client)
    assert enter(client, "000000" if code_of(secret) != "000000" else "000001") == ["wrong"]
    assert not is_in(client)


def test_a_code_holds_once(client, secret):
    code = code_of(secret)
    assert enter(with_password(client), code) == [] and is_in(client)
    assert enter(with_password(Client()), code) == ["used"]
    assert enter(with_password(Client()), code_of(secret, -1)) == ["used"], "nor does an earlier one"


@pytest.mark.parametrize("steps", [-1, 1])
def test_a_clock_that_is_off_by_a_step_does_no_harm(client, secret, steps):
    assert enter(with_password(client), code_of(secret, steps)) == [] and is_in(client)


@pytest.mark.parametrize("steps", [-6, 6])
def test_a_clock_that_is_off_by_three_minutes_is_said(client, secret, steps):
    assert enter(with_password(client), code_of(secret, steps)) == ["clock"] and not is_in(client)


def test_a_recovery_code_lets_in_once(client, verifier):
    made = begin_set_up(verifier)
    _answer, listed = confirm_set_up(verifier, code_of(made))
    assert enter(with_password(client), listed[3].upper().replace("-", " ")) == [] and is_in(client)
    assert enter(with_password(Client()), listed[3]) == ["wrong"]
    assert RecoveryCode.objects.count() == RECOVERY_CODES - 1


def test_wrong_codes_are_slowed(client, secret):
    with_password(client)
    Attempts.objects.all().delete()
    for _ in range(5):
        enter(client, "x")
        Attempts.objects.update(blocked_until="2020-01-01T00:00Z")
    Attempts.objects.update(blocked_until="2100-01-01T00:00Z")
    answer = client.post(CODE, {"code": code_of(secret)})
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0 and not is_in(client)


@pytest.mark.parametrize("what", ["time", "password", "nothing"])
def test_the_second_step_follows_the_first(client, verifier, secret, what):
    if what != "nothing":
        with_password(client)
        session = client.session
        if what == "time":
            session["second_factor"] |= {"until": time.time() - 1}
            session.save()
        else:
            verifier.set_password("another-lake-and-hill")
            verifier.save()
    assert client.post(CODE, {"code": code_of(secret)}).headers["location"] == "/login/" and not is_in(client)


def test_choosing_a_password_by_a_link_does_not_go_around_it(client, manager, verifier, secret, project):
    client.force_login(manager)
    client.post(f"/p/harbour/manage/people/{verifier.pk}/", {"action": "invite"})
    (code,) = select(client.get("/p/harbour/manage/people/invitations/").text, "[data-invited=vincent] code")
    theirs = Client()
    where = theirs.get(re.sub("^https?://[^/]+", "", code.text()), follow=True).redirect_chain[-1][0]
    chosen = {"new_password1": "another-lake-and-hill", "new_password2": "another-lake-and-hill"}
    assert theirs.post(where, chosen).headers["location"] == CODE and not is_in(theirs)
    assert enter(theirs, code_of(secret)) == [] and is_in(theirs)


def test_it_is_switched_off_with_password_and_code_or_by_the_operator(client, verifier, secret):
    client.force_login(verifier)
    client.post(PAGE, {"password": PASSWORD, "code": code_of(secret), "action": "codes"})
    SecondFactor.objects.update(last_step=0)
    assert RecoveryCode.objects.count() == RECOVERY_CODES
    client.post(PAGE, {"password": PASSWORD, "code": code_of(secret), "action": "off"})
    assert not SecondFactor.objects.exists() and not RecoveryCode.objects.exists() and is_in(client)
    begin_set_up(verifier)
    call_command("reset_second_factor", "vincent", verbosity=0)
    assert not SecondFactor.objects.exists() and not is_in(client)


def test_another_secret_key_is_said(client, secret, settings):
    settings.SECRET_KEY = "another-" * 8
    assert enter(with_password(client), code_of(secret)) == ["unreadable"]
    settings.SECRET_KEY_FALLBACKS = ["another-" * 8]


def test_managers_set_it_up_before_a_managers_page_opens(client, manager, verifier, project, settings):
    settings.ATTEST_REQUIRE_SECOND_FACTOR = "managers"
    client.force_login(manager)
    answer = client.get("/p/harbour/manage/")
    assert answer.headers["location"] == f"{PAGE}?next=/p/harbour/manage/".replace("/p/", "%2Fp%2F").replace(
        "harbour/manage/", "harbour%2Fmanage%2F"
    )
    assert select(client.get(answer.headers["location"]).text, "[data-test=must]")
    refused = client.get("/api/v1/projects/harbour/releases/")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "second_factor_required")
    _token, text = create_token(user=manager, name="a script")
    refused = Client().get("/api/v1/projects/harbour/releases/", headers={"Authorization": f"Bearer {text}"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "second_factor_required")
    secret = begin_set_up(manager)
    done = client.post(answer.headers["location"], {"password": PASSWORD, "code": code_of(secret)})
    assert 'href="/p/harbour/manage/"' in done.text
    assert client.get("/p/harbour/manage/").status_code == 200
    others = Client()
    others.force_login(User.objects.get(username="vincent"))
    assert is_in(others)
