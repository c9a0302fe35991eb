"""A person's page: every number opens the rows that it counts."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Adjudication, User, Verification
from annotation.projects.models import Role
from tests.cast import member
from tests.frontend.html import select, texts
from tests.prepared import few_resamples, simulated_project


@pytest.fixture
def simulated(db, monkeypatch, client: Client):
    few_resamples(monkeypatch)
    project, planted = simulated_project(annotators=9, claims=90, seed=2, qa=60, calibration=2, adjudications=20)
    client.force_login(member(project, "maya", Role.MANAGER))
    return project, planted


def page_of(client: Client, project, username: str) -> str:
    person = User.objects.get(username=username)
    return client.get(reverse("manage-person", args=[project.slug, person.pk])).text


def test_every_number_of_a_verifier_opens_its_rows(client, simulated):
    project, planted = simulated
    html = page_of(client, project, planted.biased)
    dossier = "[data-dossier=claim_verification]"
    cells = [
        one for part in ("weeks", "verdict-shares", "confusion") for one in select(html, f"{dossier} .{part} td a")
    ]
    assert len(cells) > 15
    for cell in cells:
        answer = client.get(cell.attributes["href"])
        assert answer.context["page"].paginator.count == int(cell.text()), cell.attributes["href"]
    for link in select(html, f"{dossier} .measures a"):
        assert client.get(link.attributes["href"]).status_code == 200, link.attributes["href"]


def test_its_numbers_add_up(client, simulated):
    project, planted = simulated
    person = User.objects.get(username=planted.biased)
    html = page_of(client, project, planted.biased)
    mine = Verification.objects.filter(
        submission__assignment__person=person, submission__is_current=True, claim__phase=0
    )
    assert sum(map(int, texts(html, ".weeks tbody td.number:nth-of-type(2)"))) == mine.count()
    assert sum(map(int, texts(html, ".verdict-shares td.number:nth-of-type(1)"))) == mine.count()
    decided = Adjudication.objects.filter(claim__in=mine.values("claim"), is_current=True).count()
    assert decided and sum(map(int, texts(html, "[data-confusion=adjudication] td.number"))) == decided
    same = mine.filter(claim__adjudications__is_current=True, claim__adjudications__verdict="SUPPORTS")
    shown = texts(html, "[data-confusion=adjudication] tr[data-verdict=SUPPORTS] .same")
    assert shown == [str(same.filter(verdict="SUPPORTS").count())]


def test_a_writer_has_their_own_measures(client, simulated):
    project, planted = simulated
    html = page_of(client, project, planted.careless_writer)
    assert [node.attributes["data-dossier"] for node in select(html, ".dossier")] == ["claim_generation"]
    assert len(select(html, ".measures a")) >= 4


def test_somebody_who_has_left_has_their_work_and_nothing_that_changes_it(client, simulated):
    project, planted = simulated
    person = User.objects.get(username=planted.biased)
    person.memberships.all().delete()
    html = page_of(client, project, planted.biased)
    assert select(html, ".dossier .weeks tr") and not select(html, "[name=roles], .person-actions")
    address = reverse("manage-person", args=[project.slug, person.pk])
    assert client.post(address, {"action": "password"}).status_code == 404
    stranger = User.objects.create_user("stan")
    assert client.get(reverse("manage-person", args=[project.slug, stranger.pk])).status_code == 404


def test_everybody_has_one_name_on_all_pages(client, simulated):
    project, planted = simulated
    User.objects.filter(username=planted.biased).update(first_name="Bea", last_name="Biased")
    person = User.objects.get(username=planted.biased)
    assert planted.biased in page_of(client, project, planted.biased)
    for name, query in (
        ("quality-matrix", ""),
        ("quality-time", ""),
        ("quality-production", ""),
        ("manage-people", ""),
        ("manage-verifications", f"?person={person.pk}"),
        ("quality-rows", f"?person={person.pk}"),
    ):
        text = client.get(reverse(name, args=[project.slug]) + query).text
        assert planted.biased in text and "Bea Biased" not in text, name
