from __future__ import annotations

import json
import re
import uuid
from pathlib import Path

import pytest
from django.test import Client

from annotation.models import Assignment, Claim
from annotation.vocabulary import Challenge, Verdict
from annotation.work.assignment import release
from annotation.workflows.claim_verification.submission import submit
from tests.cast import CLAIMS, SENTENCE, run_out
from tests.frontend.scripts import words_asked, words_there

ROOT = Path(__file__).resolve().parent.parent.parent


def address(assignment: Assignment) -> str:
    return f"/verify/{assignment.public_id}/"


@pytest.fixture
def page(client: Client, verifier, assignment) -> str:
    client.force_login(verifier)
    response = client.get(address(assignment))
    assert response.status_code == 200
    return response.content.decode()


def test_it_shows_the_claim(page):
    assert CLAIMS[0] in page


def test_it_carries_the_payload(page, assignment):
    block = re.search(r'<script id="assignment" type="application/json">(.*?)</script>', page)
    assert block
    payload = json.loads(block[1])
    assert payload["id"] == str(assignment.public_id)
    assert payload["project"]["max_evidence_sets"] == 3


@pytest.mark.parametrize("value", [*Verdict, *Challenge])
def test_every_verdict_and_challenge_can_be_chosen(page, value):
    assert f'value="{value}"' in page


def test_it_tells_nothing_of_the_writer(page, writer):
    assert writer.username not in page
    assert "highlight" not in page.replace("Highlighting", "")


def test_it_has_no_inline_script_or_style(page):
    scripts = re.findall(r"<script([^>]*)>", page)
    assert all("src=" in script or "application/json" in script for script in scripts)
    assert not re.search(r'\sstyle="|\son[a-z]+="', page)


def test_it_is_never_kept_by_the_browser(client, verifier, assignment):
    client.force_login(verifier)

    assert "no-store" in client.get(address(assignment))["Cache-Control"]


def test_a_hostile_claim_is_only_text(client, verifier, assignment):
    Claim.objects.filter(pk=assignment.task.claim_id).update(text='</script><script>alert(1)</script><b onload="x">')
    client.force_login(verifier)

    html = client.get(address(assignment)).content.decode()

    assert "<script>alert" not in html
    assert "<b onload" not in html


@pytest.mark.parametrize("who", ["other_verifier", "manager", "outsider"])
def test_anothers_claim_is_not_there(client, request, assignment, who):
    client.force_login(request.getfixturevalue(who))

    assert client.get(address(assignment)).status_code == 404


def test_one_has_to_log_in(client, assignment):
    assert client.get(address(assignment)).status_code == 302


def test_an_unknown_claim_is_not_there(client, verifier):
    client.force_login(verifier)

    assert client.get(f"/verify/{uuid.uuid4()}/").status_code == 404


def test_posting_is_refused(client, verifier, assignment):
    client.force_login(verifier)

    assert client.post(address(assignment)).status_code == 405


def test_one_whose_time_ran_out_can_go_on(client, verifier, assignment):
    run_out(assignment)
    client.force_login(verifier)

    assert 'id="decision"' in client.get(address(assignment)).content.decode()


def test_a_submitted_one_leads_on(client, verifier, assignment):
    submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict=Verdict.SUPPORTS,
        challenge=Challenge.OTHER,
        evidence_sets=[[SENTENCE]],
    )
    client.force_login(verifier)

    html = client.get(address(assignment)).content.decode()

    assert "This verification has been submitted." in html
    assert 'action="/p/harbour/verify/next/"' in html


def test_one_given_back_says_so(client, verifier, assignment):
    release(assignment)
    client.force_login(verifier)

    assert "You gave this claim back." in client.get(address(assignment)).content.decode()


def test_every_word_of_the_scripts_is_in_the_page(page):
    """A word that a script asks for and the template has not would stop the workspace."""
    asked = words_asked("workspace.js")
    assert asked - words_there(page) == set()
    assert {"cardRow", "evidenceMissing", "findCount"} <= asked
