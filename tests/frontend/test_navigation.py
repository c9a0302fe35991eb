"""The places of a project: every page of managers stands in exactly one, and marks itself there."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.urls import resolve, reverse

from annotation.projects.models import Role
from annotation.work.registry import workflows
from frontend.navigation import PLACES, places_of
from tests.cast import member
from tests.frontend.html import select
from tests.frontend.test_roles import patterns

OF_MANAGERS = (
    *("/p/<slug:slug>/manage/", "/p/<slug:slug>/quality/", "/p/<slug:slug>/releases/"),
    "/p/<slug:slug>/citations/",
)
LINKS = ".places a, .place-pages a"


@pytest.fixture
def everything(project):
    """The project with all workflows on."""
    project.workflows = list(workflows())
    project.save()
    return project


def test_every_address_of_managers_belongs_to_one_page():
    named = {pattern.name for path, pattern in patterns() if path.startswith(OF_MANAGERS)}
    placed = Counter(name for place in PLACES for page in place.pages for name in (page.name, *page.under))
    assert not named - set(placed), "a new address belongs to a page of frontend/navigation.py"
    assert max(placed.values()) == 1
    assert set(placed) - named == {"guidelines-edit"}


@pytest.mark.parametrize("role", [Role.MANAGER, Role.ADJUDICATOR, Role.OBSERVER])
def test_every_link_opens_and_marks_itself_and_its_place(everything, manager, role):
    client, is_manager = Client(), role is Role.MANAGER
    client.force_login(manager if is_manager else member(everything, "ada", role))
    for place in places_of(everything, None, is_manager=is_manager):
        own = [link.address for link in _open(everything, place.address, is_manager=is_manager).pages]
        for address in own or [place.address]:
            answer = client.get(address)
            assert answer.status_code == 200, address
            (open_place,) = select(answer.text, ".places [aria-current]")
            assert open_place.text(strip=True) == place.words
            pages = select(answer.text, ".place-pages a")
            assert [one.attributes["href"] for one in pages] == own
            assert [one.attributes["href"] for one in select(answer.text, LINKS) if _is_page(one)] == [address]


def test_a_detail_is_marked_by_the_page_that_leads_to_it(everything, manager, client):
    client.force_login(manager)
    html = client.get(reverse("manage-person", args=[everything.slug, manager.pk])).text
    marked = [(one.attributes["href"], one.attributes["aria-current"]) for one in select(html, "nav [aria-current]")]
    people = reverse("manage-people", args=[everything.slug])
    assert [one for one in marked if one[0] == people] == [(people, "true"), (people, "true")]


def test_others_see_the_places_in_which_they_have_a_page(everything):
    seen = [place.words for place in places_of(everything, None, is_manager=False)]
    every = [place.words for place in places_of(everything, None, is_manager=True)]
    assert len(every) == 7 and seen == [every[1], *every[3:6]]


def test_a_project_has_the_pages_of_its_workflows(everything):
    def names() -> set[str]:
        open_places = [one.address for one in places_of(everything, None, is_manager=True)]
        rows = [_open(everything, address, is_manager=True).pages for address in open_places]
        return {resolve(link.address).url_name for row in rows for link in row}

    assert {"quality-adjudicate", "manage-highlights", "screening-test"} <= names()
    everything.workflows = ["claim_generation"]
    assert not names() & {"quality-adjudicate", "manage-verifications", "screening-test", "quality-matrix"}
    assert "manage-highlights" in names()


def _open(project, address, *, is_manager):
    (found,) = [one for one in places_of(project, resolve(address), is_manager=is_manager) if one.current]
    return found


def _is_page(link) -> bool:
    return link.attributes.get("aria-current") == "page"
