"""Workflows that a project has switched off: nothing of them is shown or reachable, whatever somebody's role."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from annotation.models import Assignment, Claim, Project, Task
from annotation.projects.models import Role
from annotation.projects.setup import create_project
from annotation.work.assignment import assign_next
from annotation.work.registry import default_workflows, is_reachable, workflows, workflows_of
from tests.cast import SENTENCE, member, submission, three_claims
from tests.frontend.html import select
from tests.frontend.test_roles import (  # noqa: F401
    OF_PROJECT,
    READ,
    address,
    allowed,
    browser,
    nothing_on_the_page_of_404,
    world,
)

KINDS = list(workflows())
ON = default_workflows()
LINK = re.compile(r'(?:href|action|hx-get)="(/[^"#?]*)')


def switch_off(project: Project, *kinds: str) -> None:
    project.workflows = [slug for slug in project.workflows if slug not in kinds]
    project.save()


def of_kind(project: Project, path: str) -> bool:
    """Whether the address is a page of a workflow that is off."""
    try:
        found = resolve(path)
    except Resolver404:
        return False
    kind = found.kwargs.get("kind")
    is_off = kind is not None and kind not in workflows_of(project)
    return is_off or not is_reachable(project, found.url_name or "")


# Whoever does the work; and the two who read the most pages of others' work, for whom a third is off at once.
WALKS = [((kind,), one.role) for kind, one in workflows().items()]
WALKS += [(tuple(KINDS[third::3]), role) for third in range(3) for role in (Role.MANAGER, Role.ADJUDICATOR)]


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("kinds", "role"), WALKS, ids=lambda given: given if isinstance(given, str) else "+".join(given)
)
def test_pages_of_a_workflow_that_is_off_are_there_for_nobody(world, project, kinds, role):  # noqa: F811
    switch_off(project, *kinds)
    client, wrong = browser(world.people[role]), []
    for path in sorted({address(one, world) for one in OF_PROJECT if not one.startswith("/api/")}):
        if of_kind(project, path):
            if client.get(path).status_code not in {404, 405}:
                wrong.append(f"GET {path}")
            if client.post(path, {}).status_code not in {404, 405}:
                wrong.append(f"POST {path}")
        elif role in allowed(READ, path) and not re.search(r"/\d+/", path):
            answer = client.get(path, {"title": "Harbour League", "q": "league"})
            # An oracle annotator has no other work than the kind that is off.
            is_left = role != Role.ORACLE or "guided" not in path
            if answer.status_code in {404, 500} and "my-" not in path and "/calibration/" not in path and is_left:
                wrong.append(f"{path} is gone too: {answer.status_code}")
            if answer.status_code == 200 and not answer.streaming:  # no file
                links = {link for link in LINK.findall(answer.text) if of_kind(project, link)}
                wrong += [f"{path} links to {link}" for link in sorted(links)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", KINDS)
def test_the_api_answers_404_for_a_kind_that_is_off(world, project, kind):  # noqa: F811
    switch_off(project, kind)
    person = member(project, "anna", *Role)
    answer = browser(person).post(
        reverse("api-assignments", args=["harbour"]), {"kind": kind}, content_type="application/json"
    )
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (404, "unknown_kind")
    assert kind not in error["message"].split(":")[-1]


def test_roles_of_a_workflow_that_is_off_are_not_offered(world, project, manager):  # noqa: F811
    for kind, workflow in workflows().items():
        if workflow.role == Role.CLAIM_WRITER:
            switch_off(project, kind)
    client, verifier = browser(manager), world.people["verifier"]
    for page in (reverse("manage-people", args=["harbour"]), reverse("manage-person", args=["harbour", verifier.pk])):
        offered = {box.attributes["value"] for box in select(client.get(page).text, "input[name=roles]")}
        assert offered == {*Role.values} - {"claim_writer"}
    given = {"action": "roles", "roles": ["verifier", "claim_writer"]}
    client.post(reverse("manage-person", args=["harbour", verifier.pk]), given)
    assert set(verifier.memberships.values_list("role", flat=True)) == {"verifier"}


def test_a_role_that_somebody_has_can_be_taken_away(world, project, manager):  # noqa: F811
    switch_off(project, "claim_generation")
    client, writer = browser(manager), world.people["claim_writer"]
    page = reverse("manage-person", args=["harbour", writer.pk])
    assert select(client.get(page).text, "input[name=roles][value=claim_writer][checked]")
    client.post(page, {"action": "roles", "roles": []})
    assert not writer.memberships.exists()


@pytest.mark.parametrize(("kind", "role"), [(slug, one.role) for slug, one in workflows().items()])
def test_my_work_has_no_card_of_it(world, project, kind, role):  # noqa: F811
    client = browser(member(project, "anna", role))
    card = f".work-part[data-kind={kind}]"
    assert select(client.get("/my-work/").text, card)
    switch_off(project, kind)
    assert not select(client.get("/my-work/").text, card)


def settings_as_shown(client: Client) -> dict[str, object]:
    """What the browser would send of the settings page, unchanged."""
    page, sent = client.get("/p/harbour/manage/settings/").text, {}
    for box in select(page, "form.settings input, form.settings textarea"):
        name, kind = box.attributes.get("name") or "", box.attributes.get("type")
        if kind not in {"checkbox", "radio"} or "checked" in box.attributes:
            sent.setdefault(name, []).append(box.attributes.get("value") or box.text())
    chosen = {
        box.parent.attributes["name"]: box.attributes["value"]
        for box in select(page, "form.settings select option[selected]")
    }
    return sent | chosen | {"save": "1"}


def test_a_manager_switches_workflows_in_the_settings(project, manager, claims):
    client = browser(manager)
    boxes = select(client.get("/p/harbour/manage/settings/").text, "input[name=workflows][checked]")
    assert [box.attributes["value"] for box in boxes] == ON
    for chosen in (["claim_generation"], KINDS):
        sent = settings_as_shown(client) | {"workflows": chosen}
        assert client.post("/p/harbour/manage/settings/", sent).status_code == 302
        project.refresh_from_db()
        assert list(workflows_of(project)) == chosen
    none = client.post("/p/harbour/manage/settings/", settings_as_shown(client) | {"workflows": []})
    assert none.status_code == 400


def test_what_another_manager_switched_meanwhile_stays(project, manager):
    client = browser(manager)
    sent = settings_as_shown(client)
    switch_off(project, "claim_generation")
    assert client.post("/p/harbour/manage/settings/", sent | {"lease_minutes": "45"}).status_code == 302
    project.refresh_from_db()
    assert (list(workflows_of(project)), project.lease_minutes) == (["claim_verification"], 45)


def test_imported_claims_open_tasks_of_the_workflows_that_are_on(project, manager):
    switch_off(project, "claim_verification")
    client = browser(manager)
    client.post(reverse("manage-claims", args=["harbour"]), {"claims": "A lake is wet."})
    assert (Claim.objects.count(), Task.objects.count()) == (1, 0)
    client.post("/p/harbour/manage/settings/", settings_as_shown(client) | {"workflows": ON})
    assert list(Task.objects.values_list("kind", "verification_item__claim__text")) == [
        ("claim_verification", "A lake is wet.")
    ]


def test_a_project_is_created_with_the_workflows_it_wants(corpus):
    usual, _people = create_project(slug="usual", name="Usual", corpus=corpus, people={})
    assert list(workflows_of(usual)) == ON
    some, _people = create_project(slug="some", name="Some", corpus=corpus, people={}, workflows=["claim_verification"])
    assert list(workflows_of(some)) == ["claim_verification"]


# --- Somebody holds a task -------------------------------------------------------------------------------------------
def test_what_somebody_holds_is_finished_and_then_seen_no_more(project, verifier, assignment):
    switch_off(project, assignment.kind)
    client, api = browser(verifier), f"/api/v1/assignments/{assignment.public_id}/"

    def send(method: str, path: str, body: object) -> int:
        return getattr(client, method)(api + path, body, content_type="application/json").status_code

    room = reverse("workspace", args=[assignment.public_id])
    assert client.get(room).status_code == client.get(api).status_code == 200
    assert [link for link in LINK.findall(client.get(room).text) if of_kind(project, link)] == []
    assert send("post", "heartbeat/", {}) == 200
    assert send("put", "draft/", {"base_version": 0, "body": {"sets": [[SENTENCE]]}}) == 200
    sent = submission()
    assert [send("post", "submission/", sent) for _ in range(2)] == [200, 200]  # the answer may have been lost
    assert Assignment.objects.get().state == "submitted"
    assert client.get(room).status_code == client.get(api).status_code == 404
    change = submission(verdict="REFUTES", base_revision=1)
    assert send("put", "verification/", change) == 404
    assert send("put", "draft/", {"base_version": 1, "body": {"sets": []}}) == 409
    assert client.post(reverse("next-task", args=["harbour", assignment.kind])).status_code == 404


def test_a_held_highlight_is_skipped_and_leads_to_my_work(project, writer, writing):
    switch_off(project, writing.kind)
    client = browser(writer)
    room = reverse("write", args=[writing.public_id])
    assert [link for link in LINK.findall(client.get(room).text) if of_kind(project, link)] == []
    answer = client.post(reverse("skip", args=[writing.public_id]), {"reason": "formatting"})
    assert answer["Location"] == "/my-work/"
    assert client.get(room).status_code == 404


def test_a_held_highlight_is_submitted(project, writer, writing):
    switch_off(project, writing.kind)
    client = browser(writer)
    body = {"client_id": "00000000-0000-4000-8000-000000000001", "claims": three_claims()}
    path = f"/api/v1/assignments/{writing.public_id}/submission/"
    assert client.post(path, body, content_type="application/json").status_code == 200
    assert client.get(reverse("submitted-claims", args=[writing.public_id])).status_code == 404


def test_what_is_skipped_or_given_back_twice_is_so_once(project, verifier, assignment):
    switch_off(project, assignment.kind)
    client, api = browser(verifier), f"/api/v1/assignments/{assignment.public_id}/"
    for _ in range(2):
        assert client.post(api + "release/", {}, content_type="application/json").status_code == 200
    assert assign_next(person=verifier, project=project, kind=assignment.kind) is not None  # the machinery knows it
