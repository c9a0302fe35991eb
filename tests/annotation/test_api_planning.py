"""Production, people and plan over HTTP: the numbers of the pages, for managers alone."""

from __future__ import annotations

import pytest
from django.test import Client

from annotation.work.assignment import assign_next
from annotation.workflows.kinds import TaskKind
from tests.frontend.submitting import submitted

KIND = TaskKind.CLAIM_VERIFICATION
API = "/api/v1/projects/harbour/"


@pytest.fixture
def at(client: Client, project, manager, verifier, other_verifier, assignment) -> Client:
    """Vincent has submitted one, and Violet holds one."""
    submitted(assignment)
    assign_next(person=other_verifier, project=project, kind=KIND)
    client.force_login(manager)
    return client


def test_production_is_that_of_the_page(at, verifier):
    [kind] = at.get(f"{API}production/", {"kind": KIND}).json()["kinds"]
    [vincent] = kind["people"]
    assert (vincent["person"], vincent["name"], vincent["done"], vincent["ended"]) == (verifier.pk, "vincent", 1, 1)
    page = at.get("/p/harbour/quality/production/", {"kind": KIND}).context["people"]
    assert [(one.person, one.done, one.seconds) for one, _name, _href in page] == [
        (vincent["person"], vincent["done"], vincent["seconds"])
    ]
    past = at.get(f"{API}production/", {"until": "2020-01-01"}).json()
    assert [one["people"] for one in past["kinds"]] == [[], []]
    assert at.get(f"{API}production/", {"kind": "king"}).status_code == 404
    assert at.get(f"{API}production/", {"since": "soon"}).status_code == 400


def test_people_are_those_of_the_list(at):
    people = at.get(f"{API}people/").json()["people"]
    assert [one["name"] for one in people] == ["maya", "vincent", "violet", "wilma"]
    vincent, violet = people[1:3]
    assert (vincent["done"][KIND], vincent["in_progress"], vincent["statuses"]) == (1, 0, [])
    assert (violet["in_progress"], violet["statuses"], violet["working_on"]) == (1, ["active"], KIND)
    assert [one["name"] for one in at.get(f"{API}people/", {"status": "active"}).json()["people"]] == ["violet"]
    assert at.get(f"{API}people/", {"status": "king"}).json()["error"]["fields"].keys() == {"status"}


def test_the_plan_is_that_of_the_page(at):
    found = at.get(f"{API}plan/").json()
    verifying = next(one for one in found["kinds"] if one["kind"] == KIND)
    assert verifying["remaining"] == {"free": 1, "held": 1, "withdrawn": 0, "to_come": 0}
    assert (verifying["forecast"]["day"], verifying["forecast"]["why"]) == (None, "not_begun")
    assert [one["done"] for one in verifying["days"]] == [1]
    page = at.get("/p/harbour/manage/plan/").context["costs"]
    assert (found["costs"]["hours"], found["costs"]["releasable"]) == (float(page.hours), page.releasable)


def test_they_are_for_managers_alone(client: Client, project, verifier, assignment):
    client.force_login(verifier)
    assert [client.get(f"{API}{name}/").status_code for name in ("production", "people", "plan")] == [403] * 3
