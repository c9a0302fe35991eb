"""A manager goes through a verification step by step, and sees what the verifier saw."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client

from annotation.work.operations import record
from annotation.work.submission import submit
from annotation.workflows.claim_verification.models import Verification
from corpus.models import StoredPage
from tests.cast import CELL, OTHER_PAGE, SECOND_SENTENCE, SENTENCE
from tests.frontend.html import select, texts

HEADER = "Harbour League_header_cell_0_0_1"


@pytest.fixture
def verification(assignment) -> Verification:
    log = [
        ("Now on", "?search=", {}),
        ("search", "harbour", {}),
        ("Now on", "Harbour League", {}),
        ("Highlighting", CELL, {"set": 0, "at": 0}),
        ("context-dropped", HEADER, {"set": 0, "of": CELL}),
        ("hyperlink", "Anna Berg", {}),
        ("Now on", "Anna Berg", {}),
        ("Highlighting", OTHER_PAGE, {"set": 1, "at": 0}),
        ("Highlighting deleted", CELL, {"set": 0, "at": 0}),
        ("Now on", "Harbour League", {}),
        ("Highlighting", SENTENCE, {"set": 0, "at": 0}),
        ("verdict", "SUPPORTS", {}),
        ("challenge", "Other", {}),
    ]
    operations = [
        {"sequence": n, "name": name, "value": value, "seconds": n * 2.5, "active_seconds": n * 2, "detail": detail}
        for n, (name, value, detail) in enumerate(log, start=1)
    ]
    record(assignment=assignment, browser="desk", operations=operations)
    stored, _created = submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[SENTENCE], [OTHER_PAGE]],
    )
    return stored


@pytest.fixture
def step(verification, manager, project):
    client = Client()
    client.force_login(manager)

    def read(number=None, status=200):
        address = f"/p/{project.slug}/manage/verifications/{verification.pk}/route/"
        answer = client.get(address, {} if number is None else {"step": number})
        assert answer.status_code == status
        return answer.content.decode()

    return read


def numbers(html):
    """Of the step shown, and of the last."""
    return re.findall(r"\d+", texts(html, ".route-slider output")[0])


def styled(html, style):
    """The elements of the page shown that are marked so."""
    return re.findall(rf'class="[^"]*\b{style}\b[^"]*" data-element-id="([^"]+)"', html)


def test_it_begins_at_the_search_page(step):
    html = step()
    assert numbers(html) == ["1", "15"] and len(select(html, ".route-page > p")) == 1
    assert "Harbour League</h1>" not in html


def test_a_step_shows_the_page_of_then_with_what_was_chosen_by_then(step):
    html = step(5)
    assert 'data-page-title="Harbour League"' in html
    assert styled(html, "is-evidence") == [CELL]
    assert HEADER in styled(html, "is-context")
    assert SENTENCE not in styled(html, "is-evidence")
    assert "<dd>10.000</dd>" in html and "<dd>8.000</dd>" in html


def test_context_that_was_left_out_is_not_marked(step):
    html = step(6)
    assert HEADER not in styled(html, "is-context")
    assert len(select(html, ".muted [title]")) == 1


def test_later_steps_have_the_other_page_and_the_searches(step):
    html = step(9)
    assert 'data-page-title="Anna Berg"' in html
    assert styled(html, "is-evidence") == [OTHER_PAGE]
    searches = html[html.index("route-searches") :]
    assert "harbour" in searches and "Anna Berg" in searches


def test_the_last_step_is_what_was_handed_in(step):
    html = step(15)
    assert styled(html, "is-evidence") == [SENTENCE]
    assert SECOND_SENTENCE not in styled(html, "is-evidence")
    assert numbers(html) == ["15", "15"] and select(html, ".verdict.supports")
    assert 'rel="next"' not in html and 'rel="prev"' in html


@pytest.mark.parametrize(("asked", "shown"), [("0", 1), ("-3", 1), ("99999", 15), ("x", 1), ("9" * 40, 1), ("²", 1)])
def test_a_step_that_is_none_leads_to_one(step, asked, shown):
    assert numbers(step(asked)) == [str(shown), "15"]


def test_a_page_that_is_gone_is_said(step, corpus):
    StoredPage.objects.filter(corpus=corpus, title="Anna Berg").delete()
    assert "Anna Berg" in texts(step(9), ".route-page .notice")[0]


def test_the_verification_leads_there(step, verification, manager, project):
    client = Client()
    client.force_login(manager)
    page = client.get(f"/p/{project.slug}/manage/verifications/{verification.pk}/").content.decode()
    assert f"/manage/verifications/{verification.pk}/route/" in page


def test_only_a_manager_may_look(verification, verifier, outsider, project):
    for person in (verifier, outsider):
        client = Client()
        client.force_login(person)
        answer = client.get(f"/p/{project.slug}/manage/verifications/{verification.pk}/route/")
        assert answer.status_code in {403, 404}
