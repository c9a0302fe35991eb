"""Every address, asked with every role, where the toy workflow is on alone, alone registered, and beside the others."""

from __future__ import annotations

import pytest
from django.test import Client

from annotation.models import Project
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from tests.cast import member
from tests.frontend.html import has_form_in_form, select
from tests.frontend.test_roles import World, address, browser, patterns, world  # noqa: F401
from tests.workflows.toy.models import ToyAnswer

TOY = "tests.workflows.toy.workflow.WORKFLOW"
QUERY = {"title": "Harbour League", "q": "league", "kind": "toy"}
WRITTEN = sorted(
    {
        path.replace("<str:kind>", kind)
        for path, pattern in patterns()
        for kind in ("toy", "claim_verification", "unknown")
        if pattern.name and "static" not in path and not path.startswith(("/admin/", "/logout/"))
    }
)


@pytest.fixture(
    params=[
        pytest.param("on alone", marks=[pytest.mark.one_database, pytest.mark.extended]),
        pytest.param("registered alone", marks=pytest.mark.one_database),
        pytest.param("with all", marks=pytest.mark.extended),
    ]
)
def with_toy(request, settings, world: World, toy: Project) -> Project:  # noqa: F811
    """The project of `test_roles`, where something of everything is there, with the toy workflow."""
    if request.param != "with all":
        toy.workflows = ["toy"]
        toy.save()
    if request.param == "registered alone":
        settings.ATTEST_WORKFLOWS = [TOY]
    return toy


@pytest.mark.parametrize(
    "roles", [(Role.VERIFIER, Role.CLAIM_WRITER), (Role.MANAGER,), (Role.ADJUDICATOR, Role.OBSERVER)]
)
def test_no_page_fails(with_toy, world, roles):  # noqa: F811
    client, wrong, there = browser(member(with_toy, "anna", *roles)), [], 0
    for path in [address(one, world) for one in WRITTEN]:
        page = client.get(path, QUERY)
        status = {"GET": page.status_code, "POST": client.post(path, {}).status_code}
        if not page.streaming and "html" in page.headers.get("Content-Type", ""):
            assert not has_form_in_form(page.text), path
        there += status["GET"] == 200
        wrong += [f"{method} {path}: {code}" for method, code in status.items() if code >= 500]
    assert not wrong, "\n".join(wrong)
    assert there > 10


def test_pages_of_a_folder_whose_workflow_is_not_registered_are_not_there(settings, world, toy):  # noqa: F811
    settings.ATTEST_WORKFLOWS = [TOY]
    manager = browser(world.people["manager"])
    for page in ("verifications/", "reports/", "highlights/"):
        assert manager.get(f"/p/harbour/manage/{page}").status_code == 404
    shown = manager.get("/p/harbour/manage/").text
    assert not select(shown, "nav a[href*='/verifications/'], nav a[href*='/highlights/']")


@pytest.fixture
def done(with_toy: Project, world: World) -> ToyAnswer:  # noqa: F811
    """An answer of the verifier."""
    client = browser(world.people["verifier"])
    held = assign_next(person=world.people["verifier"], project=with_toy, kind="toy")
    assert held is not None
    assert client.post(f"/work/{held.public_id}/", {"answer": "yes"}).status_code == 302
    return ToyAnswer.objects.get()


def test_it_is_listed_wherever_workflows_are(with_toy, world, done):  # noqa: F811
    mine, managers = browser(world.people["verifier"]), browser(world.people["manager"])

    def shown(client: Client, path: str, selector: str) -> int:
        answer = client.get(path)
        assert answer.status_code == 200, path
        return len(select(answer.text, selector))

    assert shown(mine, "/my-work/", ".work-part[data-kind=toy]") == 1
    assert shown(mine, "/p/harbour/my-agreement/", "#done-toy") == 1
    assert shown(managers, "/my-work/", "a[href='/p/harbour/manage/']") >= 1
    assert shown(managers, "/p/harbour/manage/", "tr[data-kind=toy]") == 1
    assert shown(managers, f"/p/harbour/manage/people/{world.people['verifier'].pk}/", "tr[data-kind=toy]") == 1
    assert shown(managers, "/p/harbour/quality/time/?kind=toy", "dl.facts") == 1
    assert shown(managers, "/p/harbour/quality/production/?kind=toy", "section.panel tbody tr") == 1
    assert shown(managers, "/p/harbour/manage/settings/", "input[name=workflows][value=toy][checked]") == 1
    people = managers.get("/p/harbour/manage/people/").context["page"]
    counts = {row.person.username: {heading: count for heading, count, _address in row.done} for row in people}
    assert counts["vincent"]["Toy"] == 1
