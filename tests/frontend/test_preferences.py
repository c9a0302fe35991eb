"""A person's preferences: saved with the account, in the first HTML of every page, keys without conflicts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from annotation.accounts.models import User
from frontend.shortcuts import BY_ACTION, SHORTCUTS, keys_of, normalised, problems_of
from tests.frontend.html import select

ADDRESS = "/preferences/"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def person(client: Client, verifier) -> Client:
    client.force_login(verifier)
    return client


def looks(html: str) -> dict[str, str | None]:
    [root] = select(html, "html")
    return {name: root.attributes.get(f"data-{name}") for name in ("text-size", "density")}


def test_looks_are_in_the_first_html_of_every_page(person, assignment):
    assert looks(person.get(ADDRESS).text) == {"text-size": None, "density": None}
    answer = person.post(ADDRESS, {"text_size": "large", "density": "compact"})
    assert answer.status_code == 302
    for address in (ADDRESS, "/my-work/", f"/verify/{assignment.public_id}/"):
        assert looks(person.get(address).text) == {"text-size": "large", "density": "compact"}
    person.logout()
    assert looks(person.get("/login/").text) == {"text-size": None, "density": None}


def test_a_key_of_ones_own_is_told_to_the_scripts_and_listed(person, verifier, assignment):
    person.post(ADDRESS, {"key-row": "x", "key-contents": "Q"})
    verifier.refresh_from_db()
    assert verifier.preferences["keys"] == {"row": "x", "contents": "shift+q"}
    html = person.get(f"/verify/{assignment.public_id}/").text
    [told] = select(html, "#own-keys")
    assert json.loads(told.text()) == {"r": "x", "o": "shift+q"}
    [listed] = select(html, '#keys-dialog [data-action="row"]')
    assert listed.text() == "x"


def test_resetting_leaves_the_looks(person, verifier):
    person.post(ADDRESS, {"text_size": "small", "key-row": "x"})
    person.post(ADDRESS, {"reset": ""})
    verifier.refresh_from_db()
    assert (verifier.preferences["keys"], verifier.preferences["text_size"]) == ({}, "small")


@pytest.mark.parametrize(
    ("chosen", "wrong"),
    [
        ({"row": "c"}, {"row", "column"}),
        ({"row": "c", "column": "r"}, set()),
        ({"highlight": "d"}, set()),  # of rooms that share no page
        ({"highlight": "a"}, {"highlight", "article"}),
        ({"row": "?"}, {"row"}),
        ({"row": "shift+1"}, {"row"}),
        ({"row": "enter"}, {"row"}),
        ({"row": " "}, {"row"}),
        ({"row": "ö"}, set()),
    ],
)
def test_conflicts_are_refused_by_name(chosen, wrong):
    assert set(problems_of(keys_of(chosen))) == wrong


def test_nothing_is_saved_beside_a_conflict(person, verifier):
    answer = person.post(ADDRESS, {"text_size": "large", "key-row": "c"})
    assert set(answer.context["form"].errors) == {"key-row", "key-column"}
    assert str(BY_ACTION["column"].name) in answer.context["form"].errors["key-row"][0]
    verifier.refresh_from_db()
    assert verifier.preferences == {}


@pytest.mark.parametrize(
    ("written", "key"), [("R", "shift+r"), ("Shift+R", "shift+r"), (" r ", "r"), ("[", "["), ("", "")]
)
def test_keys_are_named_as_the_scripts_name_them(written, key):
    assert normalised(written) == key


@pytest.mark.parametrize("address", ["//elsewhere.org/", "https://elsewhere.org/"])
def test_it_leads_back_to_this_site_alone(person, address):
    assert person.post(f"{ADDRESS}?next={address}", {}).url == ADDRESS
    assert person.post(f"{ADDRESS}?next=/my-work/", {}).url == "/my-work/"


def test_stored_values_that_are_not_known_any_more_count_as_default(person, verifier):
    User.objects.filter(pk=verifier.pk).update(preferences={"text_size": "huge", "keys": "x", "density": None})
    assert looks(person.get(ADDRESS).text) == {"text-size": None, "density": None}


def test_every_action_is_listed_and_bound(person, assignment, writing):
    """The scripts know an action by its default key."""
    scripts = "\n".join(path.read_text() for path in ROOT.glob("frontend/**/static/js/**/*.js"))
    bound = set(re.findall(r'[{,\n]\s*"?((?:shift\+)?[^\s"])"?(?:: |\()', scripts))
    bound |= set(re.findall(r'ownKey\("(.)"\)', scripts))
    assert {each.key for each in SHORTCUTS} <= bound
    room = person.get(f"/verify/{assignment.public_id}/").text
    listed = {node.attributes["data-action"] for node in select(room, "#keys-dialog [data-action]")}
    assert listed == {each.action for each in SHORTCUTS if "verify" in each.rooms}
