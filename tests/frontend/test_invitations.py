"""Accounts without a password: a link that works once lets their people choose one."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from annotation.accounts.invitations import OF_NOBODY
from annotation.accounts.tokens import create_token
from annotation.models import Project, User
from annotation.projects.models import Role
from tests.cast import member
from tests.frontend.html import select

INVITATIONS = "/p/harbour/manage/people/invitations/"
CHOSEN = "a-harbour-in-winter-27"


@pytest.fixture
def as_manager(client: Client, manager, project) -> Client:
    client.force_login(manager)
    return client


def links(manager: Client) -> dict[str, str]:
    page = manager.get(INVITATIONS)
    assert "no-store" in page.headers["Cache-Control"]
    return {
        row.attributes["data-invited"]: select(row.html, "code")[0].text()
        for row in select(page.text, "[data-invited]")
    }


def path_of(link: str) -> str:
    return link.removeprefix("http://testserver")


def chosen(link: str, password: str = CHOSEN) -> Client:
    """A browser in which the link was opened and a password sent."""
    browser = Client()
    page = browser.get(path_of(link), follow=True)
    where = page.redirect_chain[-1][0] if page.redirect_chain else path_of(link)
    browser.post(where, {"new_password1": password, "new_password2": password})
    return browser


def reset(manager: Client, person: User):
    return manager.post(reverse("manage-person", args=["harbour", person.pk]), {"action": "invite"})


def test_a_link_lets_its_person_choose_a_password_once(as_manager, verifier):
    inside = Client()
    inside.force_login(verifier)
    token = create_token(user=verifier, name="a script")
    assert reset(as_manager, verifier)["Location"] == INVITATIONS
    assert inside.get("/my-work/").status_code == 302
    assert token and not verifier.api_tokens.exists() and not verifier.sessions.exists()
    link = links(as_manager)["vincent"]
    assert chosen(link).get("/my-work/").status_code == 200
    assert User.objects.get(username="vincent").check_password(CHOSEN)
    assert links(as_manager) == {}
    assert select(Client().get(path_of(link), follow=True).text, "[data-test=invalid-link]")
    chosen(link, "another-password-28")
    assert User.objects.get(username="vincent").check_password(CHOSEN)


def test_the_page_of_a_link_keeps_its_token_out_of_its_own_address(as_manager, verifier):
    reset(as_manager, verifier)
    page = Client().get(path_of(links(as_manager)["vincent"]), follow=True)
    assert page.redirect_chain[-1][0].endswith("/choose/")
    assert "no-store" in page.headers["Cache-Control"]


@pytest.mark.parametrize("weak", ["vincentvincent", "elevenchars", "1qaz2wsx3edc"])
def test_a_weak_password_is_refused(as_manager, verifier, weak):
    """Like the name, of eleven characters, or of the list of common ones."""
    reset(as_manager, verifier)
    chosen(links(as_manager)["vincent"], weak)
    assert not User.objects.get(username="vincent").has_usable_password()


@pytest.mark.parametrize("why", ["expired", "closed", "other account", "damaged"])
def test_links_that_are_not_valid(why, as_manager, verifier, other_verifier, settings):
    reset(as_manager, verifier)
    reset(as_manager, other_verifier)
    path = path_of(links(as_manager)["vincent"])
    if why == "expired":
        settings.PASSWORD_RESET_TIMEOUT = -1
    elif why == "closed":
        User.objects.filter(username="vincent").update(is_active=False)
    elif why == "other account":
        _empty, word, _uid, token, _end = path.split("/")
        other = path_of(links(as_manager)["violet"]).split("/")[2]
        path = f"/{word}/{other}/{token}/"
    else:
        path = path[:-3] + "/"
    assert select(Client().get(path, follow=True).text, "[data-test=invalid-link]")


def test_no_link_for_an_account_that_is_in_projects_of_others(as_manager, verifier, corpus):
    reset(as_manager, verifier)
    other = Project.objects.create(slug="other", name="Other", corpus=corpus)
    member(other, "vincent", Role.VERIFIER)
    assert links(as_manager) == {}
    assert "vincent" not in as_manager.get("/p/harbour/manage/people/invitations.csv").text


def test_scripts_are_invited_by_nobody(as_manager, project):
    member(project, "script", Role.VERIFIER)
    User.objects.filter(username="script").update(password=OF_NOBODY)
    assert links(as_manager) == {}
