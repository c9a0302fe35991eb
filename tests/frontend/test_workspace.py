from __future__ import annotations

import json
import re
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.models import Assignment, Claim, Project, Report, Task, User
from annotation.quality.calibration.gold_mode import begin
from annotation.vocabulary.labels import Challenge, Verdict
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign, assign_next, release
from annotation.work.postponing import postpone
from annotation.work.registry import get_workflow
from annotation.work.skip_reasons import FORMATTING, NOTHING_VERIFIABLE, OTHER, PERSONAL, POLITICS
from annotation.work.skipping import skip
from annotation.work.submission import submit
from annotation.workflows.claim_verification.models import ReportReason
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from tests.annotation.gold import gold_phase
from tests.cast import CELL, CLAIMS, SENTENCE, claim_of, run_out
from tests.frontend.html import levels, select, texts
from tests.frontend.scripts import words_asked, words_there
from tests.frontend.submitting import submitted

ROOT = Path(__file__).resolve().parent.parent.parent


def address(assignment: Assignment) -> str:
    return f"/verify/{assignment.public_id}/"


def submitted_next(project: Project, person: User) -> Assignment:
    """The person's next claim, verified."""
    assignment = assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert assignment is not None
    submitted(assignment)
    return assignment


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
    Claim.objects.filter(pk=claim_of(assignment).pk).update(text='</script><script>alert(1)</script><b onload="x">')
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

    assert select(html, ".submitted-page")
    assert 'action="/p/harbour/tasks/claim_verification/next/"' in html


def test_what_was_submitted_can_be_read_again(client, verifier, assignment):
    submitted(assignment, verdict="REFUTES", sets=((SENTENCE, CELL),))
    client.force_login(verifier)

    html = client.get(address(assignment)).content.decode()

    assert select(html, ".confirm-facts .verdict.refutes")
    assert "Quay Rovers" in html
    assert "Winner" in html
    assert f'href="{address(assignment)}change/"' in html


def test_context_that_was_left_out_is_struck_out(client, verifier, assignment):
    header = "Harbour League_header_cell_0_0_1"
    submitted(assignment, sets=((CELL,),), dropped=({CELL: [header]},))
    client.force_login(verifier)

    assert f'<del title="{header}">Winner</del>' in client.get(address(assignment)).content.decode()


def test_one_goes_from_one_verification_to_the_next_of_ones_own(client, verifier, other_verifier, project, claims):
    first, second = (submitted_next(project, verifier) for _ in range(2))
    submitted_next(project, other_verifier)
    client.force_login(verifier)

    html = client.get(address(first)).content.decode()
    assert f'rel="next" href="{address(second)}"' in html
    assert 'rel="prev"' not in html
    html = client.get(address(second)).content.decode()
    assert f'rel="prev" href="{address(first)}"' in html
    assert 'rel="next"' not in html


def test_a_change_starts_from_what_was_submitted(client, verifier, assignment):
    submitted(assignment, verdict="REFUTES", sets=((CELL,), (SENTENCE,)))
    client.force_login(verifier)

    html = client.get(f"{address(assignment)}change/").content.decode()

    for block in ("assignment", "submitted"):
        found = re.search(rf'<script id="{block}" type="application/json">(.*?)</script>', html)
        assert found
        body = json.loads(found[1])
        body = body["draft"]["body"] if block == "assignment" else body
        assert (body["verdict"], body["sets"]) == ("REFUTES", [[CELL], [SENTENCE]])
    assert select(html, "#discard")
    assert 'id="report"' not in html
    assert not select(html, ".give-back")


def test_after_its_time_a_verification_stays_as_it_is(client, verifier, assignment):
    submitted(assignment)
    Assignment.objects.filter(pk=assignment.pk).update(ended_at=timezone.now() - timedelta(days=30))
    client.force_login(verifier)

    assert f'href="{address(assignment)}change/"' not in client.get(address(assignment)).text
    answer = client.get(f"{address(assignment)}change/", follow=True)
    assert answer.redirect_chain == [(address(assignment), 302)]
    assert len(levels(answer)) == 1


def test_what_was_never_submitted_cannot_be_changed(client, verifier, assignment):
    client.force_login(verifier)

    assert client.get(f"{address(assignment)}change/").headers["location"] == address(assignment)


@pytest.mark.parametrize("way", ["change/", "resume/"])
def test_anothers_verification_can_be_neither_changed_nor_taken_up(client, other_verifier, assignment, way):
    client.force_login(other_verifier)
    ask = client.post if way == "resume/" else client.get

    assert ask(f"{address(assignment)}{way}").status_code == 404


def test_one_put_aside_says_so_and_can_be_gone_on_with(client, verifier, assignment):
    postpone(assignment)
    client.force_login(verifier)

    assert closed_as(client, assignment) == "parked"
    answer = client.post(reverse("resume", args=[assignment.public_id]))
    assert answer.headers["location"] == f"{address(assignment)}?resumed"
    assert 'id="decision"' in client.get(address(assignment)).content.decode()


def test_one_skipped_says_so(client, verifier, assignment):
    skip(assignment=assignment, reason="politics")
    client.force_login(verifier)

    assert closed_as(client, assignment) == "skipped"


def test_one_reported_says_what_became_of_it(client, verifier, assignment, manager):
    made = report(assignment=assignment, reasons=["language"], note="")
    client.force_login(verifier)
    assert closed_as(client, assignment) == "reported"

    Report.objects.filter(pk=made.pk).update(
        decision="reinstated", decided_by=manager, decided_at=timezone.now(), decision_note="It reads well to me."
    )

    html = client.get(address(assignment)).content.decode()
    assert texts(html, "blockquote") == ["It reads well to me."]
    assert manager.username not in html


def closed_as(client, assignment) -> str:
    """The state that the page of an assignment which is not open says it is in."""
    (page,) = select(client.get(address(assignment)).text, "[data-closed-assignment]")
    return page.attributes["data-state"]


@pytest.mark.parametrize("reason", ReportReason.values)
def test_every_reason_to_report_can_be_chosen_and_is_explained(page, reason):
    assert f'name="reasons" value="{reason}"' in page
    assert f'id="reason-{reason}"' in page


def test_only_reasons_to_skip_a_claim_are_offered(page):
    for reason in (FORMATTING, NOTHING_VERIFIABLE, OTHER, PERSONAL, POLITICS):
        offered = f'name="reason" value="{reason.value}"' in page
        assert offered == (reason in get_workflow(TaskKind.CLAIM_VERIFICATION).skip_reasons)


def test_each_verdict_has_its_questions(page):
    for verdict in Verdict:
        questions = re.search(rf'data-questions="{verdict}" hidden>(.*?)</ul>', page)
        assert questions
        assert questions[1].count("?") == 2


def test_the_guide_speaks_of_the_projects_minutes(client, verifier, project, assignment):
    project.guide_minutes = 25
    project.save()
    client.force_login(verifier)

    assert "25" in texts(client.get(address(assignment)).text, "#guide p")[0]


def test_one_given_back_says_so(client, verifier, assignment):
    release(assignment)
    client.force_login(verifier)

    assert closed_as(client, assignment) == "released"


# --- Gold ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.FIRST, Phase.SILENT], ids=str)
def test_a_manager_who_makes_gold_is_told_so(client, project, manager, phase):
    making = begin(project=project, text="Anna Berg owned ships.", phase=phase, by=manager)
    client.force_login(manager)
    html = client.get(address(making)).text
    assert str(Phase(phase).label) in texts(html, ".banner.is-gold strong")[0]
    assert reverse("quality-gold", args=["harbour"]) in html[html.index("is-gold") :]


@pytest.mark.parametrize("phase", [Phase.FIRST, Phase.SILENT], ids=str)
def test_whoever_is_measured_by_gold_is_told_nothing(client, project, verifier, phase):
    gold_phase(project, phase, size=1)
    task = Task.objects.get(phase=phase)
    measured = assign(task, verifier, project)
    client.force_login(verifier)
    html = client.get(address(measured)).text
    assert 'id="workspace"' in html and "is-gold" not in html


def test_in_production_nobody_is_told_of_gold(page):
    assert "is-gold" not in page


# --- Suggestions -----------------------------------------------------------------------------------------------------


def test_the_place_for_suggestions_is_there_and_empty_for_everybody(page):
    """Alike in every arm: the page itself must not tell which one it is."""
    part = page[page.index('<section id="suggested"') : page.index('<form id="decision"')]
    assert part.startswith('<section id="suggested" class="suggested" aria-labelledby="suggested-fold" hidden>')
    assert '<ul id="suggested-list"></ul>' in part


def test_the_key_to_the_suggestions_is_explained(page):
    keys = page[page.index('<dialog id="keys-dialog"') :]
    for key in ("s", "y", "n"):
        assert f">{key}</kbd>" in keys


def test_every_word_of_the_scripts_is_in_the_page(page):
    """A word that a script asks for and the template has not would stop the workspace."""
    asked = words_asked("workspace.js")
    assert asked - words_there(page) == set()
    assert {"cardRow", "evidenceMissing", "findCount"} <= asked
