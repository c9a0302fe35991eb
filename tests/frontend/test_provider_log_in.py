"""Log-in by an OpenID Connect provider, which is a real HTTP server on the loopback: who is let in, and who is not."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from types import SimpleNamespace
from urllib.parse import urlsplit

import pyotp
import pytest
from django.test import Client
from django.utils import timezone
from joserfc.jwk import ECKey, OctKey, RSAKey
from pytest_django import Settings

from annotation.accounts import provider as client_of_provider
from annotation.accounts import second_factor
from annotation.accounts.invitations import create_invited, invitation_path, invite_again, is_invited
from annotation.accounts.second_factor import STEP, begin_set_up, confirm_set_up
from annotation.accounts.tokens import create_token
from annotation.actions.person_removal import remove_person
from annotation.models import Attempts, AuditEntry, ProjectInvitation, ProviderLink, SecondFactor, User
from annotation.projects.joining import invite, join_path
from annotation.projects.models import Role
from tests.cast import PASSWORD
from tests.frontend.html import select, texts
from tests.servers.identity_provider import CLIENT, SECRET, IdentityProvider, identity_provider
from tests.servers.process import free_port

START, LINK, CODE = "/login/provider/", "/account/provider/", "/login/code/"
LABEL = "Harbour University"
NOW = time.time() // STEP * STEP + STEP / 2  # of codes: none runs out during a test


@pytest.fixture(scope="module")
def served() -> Iterator[IdentityProvider]:
    with identity_provider() as server:
        yield server


@pytest.fixture
def provider(served: IdentityProvider, settings: Settings, db: None) -> IdentityProvider:
    """Well-behaved, and met for the first time."""
    settings.ATTEST_OIDC_ISSUER, settings.ATTEST_OIDC_LABEL = served.issuer, LABEL
    settings.ATTEST_OIDC_CLIENT_ID, settings.ATTEST_OIDC_CLIENT_SECRET = CLIENT, SECRET
    client_of_provider._clients.clear()
    client_of_provider._away.clear()
    served.behave()
    return served


@pytest.fixture
def linked(provider: IdentityProvider, verifier: User) -> User:
    ProviderLink.objects.create(user=verifier, issuer=provider.issuer, subject="sub-1")
    return verifier


def leads_to(answer) -> str:
    """The address that the page of departure leads to, which is no redirect: CSP would stop it."""
    assert answer.status_code == 200, refusal(answer)
    (refresh,) = select(answer.text, "meta[http-equiv=refresh]")
    (button,) = select(answer.text, "#to-provider")
    address = button.attributes["href"] or ""
    assert refresh.attributes["content"] == f"0; url={address}"
    return address


def back(provider: IdentityProvider, address: str) -> str:
    """The path of the callback that the provider sends the browser back to."""
    parts = urlsplit(provider.authorize(address))
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == "http://testserver/login/provider/callback/"
    return f"{parts.path}?{parts.query}"


def log_in(provider: IdentityProvider, browser: Client, to: str = ""):
    return browser.get(back(provider, leads_to(browser.post(START, {"next": to}))))


def refusal(answer) -> tuple[int, str]:
    shown = [one.attributes["data-refusal"] or "" for one in select(answer.text, "[data-refusal]")]
    return answer.status_code, shown[0] if shown else ""


def is_in(browser: Client) -> bool:
    return browser.get("/my-work/").status_code == 200


# --- By a link that is there ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "where"),
    [
        ("", "/my-work/"),
        ("/p/harbour/guidelines/claim_verification/", "/p/harbour/guidelines/claim_verification/"),
        ("//evil.example/", "/my-work/"),
        ("https://evil.example/", "/my-work/"),
    ],
)
def test_a_linked_person_comes_in_and_goes_where_they_wanted(client, provider, linked, to, where):
    answer = log_in(provider, client, to)
    assert (answer.status_code, answer.headers["Location"]) == (302, where) and is_in(client)
    (session,) = linked.sessions.all()
    assert session.address == "127.0.0.x" and client.session.get("provider_departures") == {}
    assert not Attempts.objects.filter(failures__gt=0).exists()


def test_the_button_is_there_only_with_a_provider_and_takes_a_token(client, provider, settings):
    (form,) = select(client.get("/login/?next=/tokens/").text, f'form[action="{START}"]')
    assert 'name="next" value="/tokens/"' in form.html and LABEL in form.text()
    strict = Client(enforce_csrf_checks=True)
    strict.get("/login/")
    assert strict.post(START).status_code == 403 and client.get(START).status_code == 405
    settings.ATTEST_OIDC_ISSUER = ""
    assert LABEL not in client.get("/login/").text
    assert client.post(START).status_code == client.get("/login/provider/callback/").status_code == 404


def test_a_stranger_is_told_so_and_nothing_is_made(client, provider, verifier):
    """Even with the name and the mail address of somebody who has an account."""
    provider.claims = {"email": "vincent@example.org", "email_verified": True, "preferred_username": "vincent"}
    before = User.objects.count()
    assert refusal(log_in(provider, client)) == (403, "stranger")
    assert User.objects.count() == before and not ProviderLink.objects.exists() and not is_in(client)


@pytest.mark.both_databases
def test_a_subject_counts_with_its_issuer_alone_and_letter_by_letter(client, provider, verifier):
    ProviderLink.objects.create(user=verifier, issuer="https://other.example", subject="sub-1")
    ProviderLink.objects.create(user=User.objects.create(username="b"), issuer=provider.issuer, subject="SUB-1")
    assert refusal(log_in(provider, client)) == (403, "stranger")


def test_a_closed_account_stays_out(client, provider, linked):
    User.objects.filter(pk=linked.pk).update(is_active=False)
    assert refusal(log_in(provider, client)) == (403, "closed") and not is_in(client)


# --- What a provider, or whoever plays one, does wrong ----------------------------------------------------------------


def says(**claims: object) -> Callable[[IdentityProvider], None]:
    return lambda provider: provider.claims.update(claims)


def with_(**values: object) -> Callable[[IdentityProvider], None]:
    def change(provider: IdentityProvider) -> None:
        for name, value in values.items():
            setattr(provider, name, value)

    return change


WRONG: dict[str, tuple[Callable[[IdentityProvider], None], int, str]] = {
    "denied": (with_(error="access_denied"), 403, "denied"),
    "refused": (with_(error="temporarily_unavailable"), 502, "refused"),
    "another key": (with_(signs_with=ECKey.generate_key("P-256")), 400, "signature"),
    "no signature": (with_(algorithm="none"), 400, "signature"),
    "by the secret": (with_(algorithm="HS256", signs_with=OctKey.import_key(SECRET)), 400, "signature"),
    "another audience": (says(aud="other-site"), 400, "audience"),
    "one of two audiences": (says(aud=[CLIENT, "other-site"]), 400, "audience"),
    "for another party": (says(azp="other-site"), 400, "audience"),
    "another issuer in the token": (says(iss="https://other.example"), 400, "issuer"),
    "another issuer in the answer": (with_(iss="https://other.example"), 400, "issuer"),
    "no issuer in the answer": (with_(iss=None), 400, "issuer"),
    "expired": (says(exp=int(time.time()) - 120), 400, "expired"),
    "never expires": (says(exp=None), 400, "token"),
    "from the future": (says(iat=int(time.time()) + 10**8), 400, "clock"),
    "another nonce": (says(nonce="of-another-log-in"), 400, "nonce"),
    "no nonce": (says(nonce=None), 400, "nonce"),
    "no subject": (says(sub=None), 400, "token"),
    "a subject that is no text": (says(sub=7), 400, "token"),
    "a subject with NUL": (says(sub="sub\x00"), 400, "token"),
}


@pytest.mark.parametrize("what", WRONG)
def test_each_wrong_answer_has_its_page_and_one_line_in_the_log(client, provider, linked, what, caplog):
    plant, status, code = WRONG[what]
    plant(provider)
    with caplog.at_level(logging.INFO, "frontend"):
        answer = log_in(provider, client)
    assert refusal(answer) == (status, code) and not is_in(client)
    (line,) = [one.getMessage() for one in caplog.records if one.name.startswith("frontend.")]
    assert code in line and SECRET not in line and "words of the provider" not in line + answer.text
    assert [one.attributes["href"] for one in select(answer.text, ".login a")] == ["/login/"]


def test_clocks_that_are_a_little_apart_do_no_harm(client, provider, linked):
    provider.claims = {"iat": int(time.time()) + 30, "exp": int(time.time()) - 30}
    assert log_in(provider, client).status_code == 302 and is_in(client)


def test_a_provider_that_is_away_is_said_and_is_not_asked_again_at_once(client, provider, settings, linked):
    provider.status = 503
    answer = client.post(START)
    assert refusal(answer) == (503, "away") and int(answer.headers["Retry-After"]) > 0
    assert refusal(client.post(START)) == (503, "away") and len(provider.asked) == 1
    settings.ATTEST_OIDC_ISSUER = f"http://127.0.0.1:{free_port()}"
    assert refusal(client.post(START)) == (503, "away")
    assert not Attempts.objects.filter(failures__gt=0).exists(), "which is not the visitor's doing"


def test_a_provider_that_goes_away_in_between_is_said(client, provider, linked):
    there = back(provider, leads_to(client.post(START)))
    provider.status = 503
    assert refusal(client.get(there)) == (503, "away") and not is_in(client)


@pytest.mark.parametrize(
    "document",
    [
        {"issuer": "https://other.example"},
        {"token_endpoint": "http://other.example/token"},
        {"jwks_uri": None},
        {"id_token_signing_alg_values_supported": ["HS256", "none"]},
        {"code_challenge_methods_supported": ["plain"]},
    ],
)
def test_a_discovery_document_that_is_wrong_is_the_operators_affair(client, provider, document):
    provider.document = document
    assert refusal(client.post(START)) == (502, "settings")


def test_a_wrong_secret_is_the_operators_affair(client, provider, linked, settings):
    settings.ATTEST_OIDC_CLIENT_SECRET = "another"
    assert refusal(log_in(provider, client)) == (502, "settings")


def test_an_answer_holds_once_and_in_the_browser_that_asked(client, provider, linked):
    there = back(provider, leads_to(client.post(START)))
    assert refusal(Client().get(there)) == (400, "state")
    assert client.get(there).status_code == 302
    assert refusal(client.get(there)) == (400, "state")
    # A code that was used already, under a state that holds.
    code = there.split("code=")[1].split("&")[0]
    again = back(provider, leads_to(client.post(START)))
    other = Client()
    theirs = back(provider, leads_to(other.post(START)))
    assert refusal(other.get(theirs.replace(theirs.split("code=")[1].split("&")[0], code))) == (400, "code")
    # A code of somebody else's log-in: its nonce and its verifier are theirs.
    provider.subject = "sub-2"
    stolen = back(provider, leads_to(Client().post(START))).split("code=")[1].split("&")[0]
    assert refusal(client.get(again.replace(again.split("code=")[1].split("&")[0], stolen))) == (400, "code")


def test_a_log_in_that_took_too_long_is_begun_again(client, provider, linked):
    there = back(provider, leads_to(client.post(START)))
    session = client.session
    session["provider_departures"] = {
        state: one | {"until": time.time() - 1} for state, one in session["provider_departures"].items()
    }
    session.save()
    assert refusal(client.get(there)) == (400, "state")


def test_ways_back_that_lead_nowhere_are_slowed(client, provider, linked):
    for _ in range(25):
        Attempts.objects.update(blocked_until=timezone.now() - timedelta(seconds=1))
        client.get("/login/provider/callback/?state=x&code=y")
    answer = client.get("/login/provider/callback/?state=x&code=y")
    assert answer.status_code == 429 and 'href="/login/"' in answer.text and "code=y" not in answer.text
    assert client.post(START).status_code == 429


@pytest.mark.parametrize("kid", ["second", "first"])
def test_a_key_that_was_replaced_is_fetched(client, provider, linked, kid):
    """Under another id, or under the same; the kind of key may be another too."""
    assert log_in(provider, client).status_code == 302
    provider.key = RSAKey.generate_key(2048, {"kid": kid, "use": "sig", "alg": "RS256"})
    provider.algorithm = "RS256"
    assert log_in(provider, Client()).status_code == 302
    assert (
        provider.asked.count("/realm/keys") == 2
        and provider.asked.count("/realm/.well-known/openid-configuration") == 1
    )


# --- Invitations ------------------------------------------------------------------------------------------------------


@pytest.fixture
def nils(db: None) -> User:
    (made,) = create_invited(["nils"])
    return made


def follow(browser: Client, path: str) -> str:
    """The page that an invitation opens."""
    return browser.get(path, follow=True).redirect_chain[-1][0]


@pytest.mark.both_databases
def test_an_invitation_links_instead_of_a_password_and_holds_once(client, provider, nils):
    path = invitation_path(nils)
    there = back(provider, leads_to(client.post(follow(client, path), {"provider": "1"})))
    late = Client()
    theirs = leads_to(late.post(follow(late, path), {"provider": "1"}))
    assert client.get(there).headers["Location"] == "/my-work/" and is_in(client)
    link = ProviderLink.objects.get()
    assert (link.user, link.issuer, link.subject) == (nils, provider.issuer, "sub-1")
    nils.refresh_from_db()
    assert not nils.has_usable_password() and not is_invited(nils), "no manager is shown a link to it any more"
    provider.subject = "sub-2"
    assert refusal(late.get(back(provider, theirs))) == (404, "invitation") and not is_in(late)
    assert select(Client().get(path).text, "[data-test=invalid-link]")
    provider.subject = "sub-1"
    assert log_in(provider, Client()).status_code == 302


@pytest.mark.both_databases
def test_an_identity_lets_one_account_in(client, provider, linked, nils):
    page = follow(client, invitation_path(nils))
    answer = client.get(back(provider, leads_to(client.post(page, {"provider": "1"}))))
    assert refusal(answer) == (409, "taken") and not is_in(client)
    nils.refresh_from_db()
    assert is_invited(nils), "the invitation is open still"


def test_a_managers_new_link_ends_identity_sessions_and_tokens(client, provider, linked):
    log_in(provider, client)
    create_token(user=linked, name="a script")
    invite_again(linked)
    assert not is_in(client) and not linked.api_tokens.exists()
    assert refusal(log_in(provider, client)) == (403, "stranger")


@pytest.fixture
def asked(project, manager) -> ProjectInvitation:
    invite(project=project, people={Role.VERIFIER: ["zoe"]}, by=manager)
    return ProjectInvitation.objects.get()


def test_an_invitation_to_a_project_makes_an_account_without_a_password(client, provider, asked):
    there = back(provider, leads_to(client.post(join_path(asked), {"provider": "1"})))
    assert not User.objects.filter(username="zoe").exists()
    assert client.get(there).status_code == 302 and is_in(client)
    zoe = ProviderLink.objects.get().user
    assert (zoe.username, zoe.has_usable_password(), zoe.created_by) == ("zoe", False, asked.asked_by)
    assert [one.role for one in zoe.memberships.all()] == ["verifier"]


def test_an_invitation_that_was_withdrawn_meanwhile_makes_nothing(client, provider, asked):
    there = back(provider, leads_to(client.post(join_path(asked), {"provider": "1"})))
    asked.delete()
    assert refusal(client.get(there)) == (404, "invitation") and not User.objects.filter(username="zoe").exists()


@pytest.mark.both_databases
def test_a_name_that_has_an_account_is_not_taken_over(client, provider, asked):
    User.objects.create_user("zoe", password=PASSWORD)
    there = back(provider, leads_to(client.post(join_path(asked), {"provider": "1"})))
    assert refusal(client.get(there)) == (409, "name-taken") and not ProviderLink.objects.exists()


def test_whoever_is_linked_answers_an_invitation_as_themselves(client, provider, asked, linked):
    answer = client.get(back(provider, leads_to(client.post(join_path(asked), {"provider": "1"}))))
    assert answer.headers["Location"] == join_path(asked) and not User.objects.filter(username="zoe").exists()
    assert select(client.get(join_path(asked)).text, "[data-test=other-person]")


# --- One's own page ---------------------------------------------------------------------------------------------------


def test_one_links_with_ones_password_and_unlinks(client, provider, verifier):
    client.force_login(verifier)
    assert LABEL in client.get("/account/").text
    assert texts(client.get(LINK).text, "label") == ["Password"]
    wrong = client.post(LINK, {"password": "not mine", "action": "link"})
    assert wrong.context["form"].errors and not select(wrong.text, "#to-provider")
    there = back(provider, leads_to(client.post(LINK, {"password": PASSWORD, "action": "link"})))
    assert client.get(there).headers["Location"] == "/account/"
    assert ProviderLink.objects.get().user == verifier
    other = Client()
    assert log_in(provider, other).status_code == 302 and is_in(other)
    create_token(user=verifier, name="a script")
    assert client.post(LINK, {"unlink": provider.issuer}).context["form"].errors
    client.post(LINK, {"password": PASSWORD, "unlink": provider.issuer})
    assert not ProviderLink.objects.exists() and not verifier.api_tokens.exists()
    assert is_in(client) and not is_in(other)
    assert refusal(log_in(provider, other)) == (403, "stranger")
    acts = AuditEntry.objects.filter(act__startswith="identity").order_by("number").values_list("act", "person")
    assert list(acts) == [("identity_linked", verifier.pk), ("identity_unlinked", verifier.pk)]


def test_a_link_that_was_begun_as_somebody_else_is_made_for_nobody(client, provider, verifier, other_verifier):
    client.force_login(verifier)
    there = back(provider, leads_to(client.post(LINK, {"password": PASSWORD, "action": "link"})))
    begun = client.session["provider_departures"]
    client.force_login(other_verifier)
    session = client.session
    session["provider_departures"] = begun
    session.save()
    assert refusal(client.get(there)) == (403, "other-person") and not ProviderLink.objects.exists()


def test_without_a_password_nothing_is_unlinked_and_a_first_one_takes_a_fresh_log_in(client, provider, nils):
    ProviderLink.objects.create(user=nils, issuer=provider.issuer, subject="sub-1")
    log_in(provider, client)
    page = client.get(LINK)
    assert select(page.text, "[data-test=no-password]") and not select(page.text, "[name=unlink]")
    client.post(LINK, {"password": "", "unlink": provider.issuer})
    assert ProviderLink.objects.exists()
    session = client.session
    session["began"] = time.time() - 3600
    session.save()
    chosen = {"new_password1": "lake-and-hill-7", "new_password2": "lake-and-hill-7"}
    for path in ("/password/", "/account/second-factor/"):
        assert select(client.get(path).text, "[data-test=log-in-again]"), path
        assert select(client.post(path, chosen | {"code": "000000"}).text, "[data-test=log-in-again]"), path
    address = leads_to(client.post(START, {"next": "/password/"}))
    assert "prompt=login" in address
    assert client.get(back(provider, address)).headers["Location"] == "/password/"
    assert client.post("/password/", chosen).status_code == 302 and is_in(client)
    nils.refresh_from_db()
    assert nils.check_password("lake-and-hill-7")
    assert client.post(LINK, {"password": "lake-and-hill-7", "unlink": provider.issuer}).status_code == 302
    assert not ProviderLink.objects.exists()


@pytest.mark.both_databases
def test_a_link_goes_with_the_person(provider, linked):
    assert remove_person(linked).counts["provider_links"] == 1 and not ProviderLink.objects.exists()


# --- Passwords for operators alone ------------------------------------------------------------------------------------


def test_operators_log_in_by_password_whatever_the_provider_does(client, provider, settings, verifier, nils):
    settings.ATTEST_OIDC_PASSWORDS = "operators"
    provider.status = 503
    User.objects.create_superuser("olga", password=PASSWORD)
    vincent, olga = ({"username": name, "password": PASSWORD} for name in ("vincent", "olga"))
    assert client.post("/login/", vincent).status_code == 200 and not is_in(client)
    assert client.post("/login/", olga).status_code == 302 and is_in(client)
    theirs = Client()
    page = follow(theirs, invitation_path(nils))
    assert not select(theirs.get(page).text, "[name=new_password1]")
    chosen = {"new_password1": "lake-and-hill-7", "new_password2": "lake-and-hill-7"}
    assert theirs.post(page, chosen).status_code == 200 and not is_in(theirs)
    settings.ATTEST_OIDC_ISSUER = ""
    assert Client().post("/login/", vincent).status_code == 302


# --- The second factor ------------------------------------------------------------------------------------------------


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch, verifier: User) -> str:
    monkeypatch.setattr(second_factor, "time", SimpleNamespace(time=lambda: NOW))
    made = begin_set_up(verifier)
    confirm_set_up(verifier, pyotp.TOTP(made).at(int(NOW)))
    SecondFactor.objects.update(last_step=0)
    return made


def test_a_second_factor_is_asked_after_the_provider(client, provider, linked, secret):
    provider.claims = {"amr": ["pwd", "mfa"], "acr": "high"}  # which nobody said to trust
    assert log_in(provider, client, "/tokens/").headers["Location"] == CODE and not is_in(client)
    code = {"code": pyotp.TOTP(secret).at(int(NOW))}
    assert client.post(CODE, code).headers["Location"] == "/tokens/" and is_in(client)
    late = Client()
    log_in(provider, late)
    ProviderLink.objects.all().delete()
    assert late.post(CODE, code).headers["Location"] == "/login/", "unlinked since"


@pytest.fixture
def trusted(settings: Settings) -> None:
    settings.ATTEST_OIDC_SECOND_FACTOR = ["mfa", "otp"]


CLAIMS = [({"amr": ["pwd", "mfa"]}, True), ({"acr": "mfa"}, True), ({"amr": ["pwd"]}, False), ({}, False)]


@pytest.mark.parametrize(("claims", "lets_in"), CLAIMS)
def test_a_factor_of_the_provider_counts_where_it_is_trusted(
    client, provider, linked, secret, trusted, claims, lets_in
):
    provider.claims = claims
    assert log_in(provider, client).headers["Location"] == ("/my-work/" if lets_in else CODE)
    assert is_in(client) is lets_in


def test_a_must_is_met_by_attests_factor_or_a_trusted_one_and_not_by_the_log_in(client, provider, linked, settings):
    settings.ATTEST_REQUIRE_SECOND_FACTOR = "everybody"
    log_in(provider, client)
    assert client.get("/my-work/").headers["Location"].startswith("/account/second-factor/")
    settings.ATTEST_OIDC_SECOND_FACTOR = ["mfa"]
    provider.claims = {"amr": ["mfa"]}
    log_in(provider, client)
    assert is_in(client)
    provider.claims = {}
    log_in(provider, client)
    assert not is_in(client), "the factor is that of the latest log-in"


def test_linking_takes_the_code_as_well(client, provider, verifier, secret):
    client.force_login(verifier)
    refused = client.post(LINK, {"password": PASSWORD, "code": "000000", "action": "link"})
    assert refused.context["form"].errors
    code = pyotp.TOTP(secret).at(int(NOW))
    assert leads_to(client.post(LINK, {"password": PASSWORD, "code": code, "action": "link"}))
