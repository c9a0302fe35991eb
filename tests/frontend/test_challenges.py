"""A challenge has one definition: writers, verifiers and readers of the guidelines see the same."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from annotation.work.guidelines import write_guidelines
from annotation.workflows.kinds import TaskKind
from tests.frontend.html import select, texts

OWN = {
    "labels": [{"value": "true"}, {"value": "false"}],
    "challenges": [
        {"value": "Statistics", "description": "Numbers of a table.", "example": "<b>12</b>"},
        {"value": "Quotation", "description": "Somebody is quoted."},
    ],
}


def listed(html: str, where: str) -> list[tuple[str, str]]:
    """The names and definitions of a list of challenges."""
    return list(zip(texts(html, f"{where} .challenges dt"), texts(html, f"{where} .challenges dd"), strict=True))


def pages(client: Client, assignment, writing) -> dict[str, str]:
    found = {}
    for name, address, held in (("verify", "workspace", assignment), ("write", "write", writing)):
        client.force_login(held.person)
        found[name] = client.get(reverse(address, args=[held.public_id])).text
    return found


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("label_set", [None, OWN])
def test_both_workspaces_and_guidelines_define_challenges_alike(assignment, writing, project, label_set, language):
    project.label_set = label_set
    project.save()
    client = Client(headers={"Accept-Language": language})
    rooms = pages(client, assignment, writing)
    wanted = listed(rooms["verify"], "#decision .challenge-help")
    assert len(wanted) == (6 if label_set is None else 2)
    for html in rooms.values():
        for helps in select(html, ".challenge-help"):
            assert listed(helps.html or "", ".challenge-help") == wanted
        assert listed(html, "#guidelines") == wanted
    for kind in TaskKind.CLAIM_VERIFICATION, TaskKind.CLAIM_GENERATION:
        html = client.get(reverse("guidelines", args=[project.slug, kind])).text
        assert listed(html, ".prose") == wanted
        assert "{challenges}" not in html


def test_what_is_chosen_is_explained_alike(assignment, writing):
    rooms = pages(Client(), assignment, writing)
    explained = [
        [(one.attributes["value"], one.attributes["data-explanation"]) for one in select(html, f"#{field} option")[1:]]
        for html, field in ((rooms["verify"], "challenge"), (rooms["write"], "challenge-II"))
    ]
    assert explained[0] == explained[1]
    assert all(explanation for _value, explanation in explained[0])


def test_guidelines_of_a_project_name_its_challenges(client, project, manager, verifier):
    kind = TaskKind.CLAIM_VERIFICATION
    address = reverse("guidelines-edit", args=[project.slug, kind])
    client.force_login(manager)
    typed = "# Ours\n\n{challenges}\n\nNot in a {challenges} line.\n"
    assert len(listed(client.post(address, {"text": typed}).text, ".prose")) == 6  # the preview
    write_guidelines(project=project, kind=kind, text=typed, author=manager)
    client.force_login(verifier)
    html = client.get(reverse("guidelines", args=[project.slug, kind])).text
    assert len(listed(html, ".prose")) == 6
    assert html.count("{challenges}") == 1
