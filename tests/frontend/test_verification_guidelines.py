"""The guidelines of verification: read once, at hand in the workspace; and the settings that go with them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from annotation.models import Project
from annotation.work.guidelines import current_guidelines, write_guidelines
from annotation.workflows.kinds import TaskKind
from tests.frontend.html import levels

KIND = TaskKind.CLAIM_VERIFICATION
PAGE = f"/p/harbour/guidelines/{KIND.value}/"
SETTINGS = "/p/harbour/manage/settings/"


@pytest.fixture
def as_verifier(client: Client, verifier) -> Client:
    client.force_login(verifier)
    return client


def test_taking_a_claim_begins_with_the_guidelines_once(as_verifier, project, claims):
    assert as_verifier.post("/p/harbour/tasks/claim_verification/next/")["Location"] == PAGE
    begun = as_verifier.post(f"{PAGE}confirm/", {"version": "0"})
    assert re.fullmatch(r"/verify/[0-9a-f-]{36}/", begun["Location"])
    assert as_verifier.post("/p/harbour/tasks/claim_verification/next/")["Location"] == begun["Location"]


def test_a_new_version_is_read_before_the_next_claim(as_verifier, project, claims, manager):
    as_verifier.post(f"{PAGE}confirm/", {"version": "0"})
    write_guidelines(project=project, kind=KIND, text="# Boats\n\nLook at the boats.\n", author=manager)
    assert as_verifier.post("/p/harbour/tasks/claim_verification/next/")["Location"] == PAGE
    assert "Look at the boats." in as_verifier.get(PAGE).text
    assert as_verifier.post(f"{PAGE}confirm/", {"version": "0"})["Location"] == PAGE  # of the old version
    assert as_verifier.post(f"{PAGE}confirm/", {"version": "1"})["Location"].startswith("/verify/")


def test_the_guidelines_stand_in_the_workspace(as_verifier, assignment):
    html = as_verifier.get(f"/verify/{assignment.public_id}/").text
    assert 'id="guidelines-button"' in html
    drawer = html[html.index('<dialog id="guidelines"') :]
    assert f'href="{PAGE}"' in drawer and "<h1>" in drawer


def test_each_language_has_all_sections_and_rules(project):
    """Paper, section 7.10.1; the words are our own."""
    sections, rules = set(), set()
    for language in ("en", "de"):
        with translation.override(language):
            text = current_guidelines(project, KIND).text
        sections.add(len(re.findall(r"^## ", text, re.MULTILINE)))
        rules.add(len(re.findall(r"^(?:-|\d+\.) ", text, re.MULTILINE)))
    assert len(sections) == len(rules) == 1
    assert min(rules) > 15


# --- Settings --------------------------------------------------------------------------------------------------------
@pytest.fixture
def as_manager(client: Client, manager) -> Client:
    client.force_login(manager)
    return client


def typed(client: Client, **changes: object) -> dict[str, object]:
    """What a browser sends of the page as it is now, with these changes."""
    sent: dict[str, object] = {}
    for field in client.get(SETTINGS).context["form"]:
        value = field.value()
        sent[field.html_name] = sent[field.html_initial_name] = "" if value is None else value
    return sent | {"save": "1"} | changes


def test_the_settings_of_verification_are_saved(as_manager, project):
    changes = {"park_hours": 72, "edit_hours": 0, "guide_minutes": 0, "evidence_limit_pages": 4}
    answer = as_manager.post(SETTINGS, typed(as_manager, **changes), follow=True)
    assert levels(answer) == ["success"]
    now = Project.objects.get(pk=project.pk)
    assert {name: getattr(now, name) for name in changes} == changes
    assert now.evidence_limit_elements is None
    as_manager.post(SETTINGS, typed(as_manager, evidence_limit_pages="", evidence_limit_elements=25))
    now.refresh_from_db()
    assert [now.evidence_limit_pages, now.evidence_limit_elements] == [None, 25]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("park_hours", 0),
        ("park_hours", 721),
        ("edit_hours", -1),
        ("edit_hours", ""),
        ("guide_minutes", "soon"),
        ("evidence_limit_pages", 0),
        ("evidence_limit_elements", 501),
    ],
)
def test_what_cannot_be_set_is_said_at_its_field(as_manager, project, field, value):
    answer = as_manager.post(SETTINGS, typed(as_manager, **{field: value}))
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]


def test_what_is_set_reaches_the_workspace(client, project, assignment, verifier):
    Project.objects.update(guide_minutes=15, evidence_limit_pages=4, evidence_limit_elements=25, max_evidence_sets=5)
    client.force_login(verifier)
    sent = client.get(f"/api/v1/assignments/{assignment.public_id}/").json()["project"]
    assert sent["guide_minutes"] == 15 and sent["max_evidence_sets"] == 5
    assert sent["evidence_limits"] == {"pages": 4, "elements": 25}
