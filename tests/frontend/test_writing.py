"""The claim writer's pages: the workspace, what is handed in, skipping, guidelines."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.urls import reverse

from annotation.models import Claim, Guidelines
from annotation.vocabulary.labels import ClaimType
from annotation.work.assignment import assign_next, release
from annotation.work.guidelines import confirm, current_guidelines, has_confirmed
from annotation.work.models import AssignmentState
from annotation.work.submission import submit
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.kinds import TaskKind
from tests.cast import claim_of, three_claims
from tests.frontend.html import levels, select, texts
from tests.frontend.scripts import words_asked, words_there

KIND = "claim_generation"
GUIDELINES = f"/p/harbour/guidelines/{KIND}/"


@pytest.fixture
def client(client, writer):
    client.force_login(writer)
    return client


def text(answer, status=200):
    assert answer.status_code == status
    return answer.content.decode()


def submit_work(writing):
    claims = {ClaimType(kind): WrittenClaim(**claim) for kind, claim in three_claims().items()}
    submit(assignment=writing, client_id=uuid.uuid4(), claims=claims)


# --- The workspace ---------------------------------------------------------------------------------------------------


def test_the_cards_say_what_each_claim_must_be(client, writing):
    page = text(client.get(f"/write/{writing.public_id}/"))
    assert select(page, "#asked-I .must.is-false")
    assert select(page, "#asked-II [data-test=several-pages]")
    assert select(page, "#asked-III .must")
    assert 'data-mutated="II"' in page


def test_every_word_of_the_scripts_is_in_the_page(client, writing):
    asked = words_asked("writing.js")
    assert asked - words_there(text(client.get(f"/write/{writing.public_id}/"))) == set()
    assert {"mutatedMissing", "dismissHint", "findCount"} <= asked


def test_it_is_not_there_for_anybody_else(client, writing, verifier):
    client.force_login(verifier)
    text(client.get(f"/write/{writing.public_id}/"), 404)


def test_a_verifiers_claim_opens_in_the_verifiers_room(client, assignment, verifier):
    client.force_login(verifier)
    answer = client.get(f"/write/{assignment.public_id}/")
    assert answer["Location"] == f"/verify/{assignment.public_id}/"


def test_what_was_given_back_says_so(client, writing):
    release(writing)
    page = text(client.get(f"/write/{writing.public_id}/"))
    assert select(page, "form[action$='/tasks/claim_generation/next/']") and not select(page, "#workspace")


def test_taking_a_highlight_begins_with_the_guidelines_once(client, project, writer, highlight):
    first = client.post("/p/harbour/tasks/claim_generation/next/")
    assert first["Location"] == GUIDELINES
    begun = client.post(f"{GUIDELINES}confirm/", {"version": "0"})
    assert re.fullmatch(r"/write/[0-9a-f-]{36}/", begun["Location"])
    assert client.post("/p/harbour/tasks/claim_generation/next/")["Location"] == begun["Location"]


def test_an_empty_queue_says_why(client, project, writer):
    confirm(person=writer, project=project, kind=KIND, version=0)
    answer = client.post("/p/harbour/tasks/claim_generation/next/", follow=True)
    assert len(levels(answer)) == 1


def test_my_work_shows_the_highlight_i_hold(client, writing):
    page = text(client.get("/my-work/"))
    assert select(page, ".held")
    assert f"/write/{writing.public_id}/" in page


# --- Skipping --------------------------------------------------------------------------------------------------------


def test_a_skip_without_a_reason_keeps_the_highlight(client, writing):
    answer = client.post(f"/work/{writing.public_id}/skip/", {"reason": "other"}, follow=True)
    assert levels(answer) == ["error"]
    writing.refresh_from_db()
    assert writing.state == AssignmentState.HELD


# --- Handed in -------------------------------------------------------------------------------------------------------


def test_claims_are_changed_on_a_page_without_scripts(client, writing):
    submit_work(writing)
    address = f"/write/{writing.public_id}/claims/"
    assert client.get(f"/write/{writing.public_id}/")["Location"] == address
    form = {f"base-{kind}": "1" for kind in ClaimType} | {"text-II": "Anna Berg founded the league."}
    assert client.post(address, form)["Location"] == address
    assert Claim.objects.get(claim_type="II").text == "Anna Berg founded the league."
    page = text(client.get(address))
    assert [one.attributes["data-revision"] for one in select(page, ".earlier-versions")] == ["2"]
    assert [one.attributes["data-version"] for one in select(page, ".earlier-versions li")] == ["1"]
    assert texts(page, ".earlier-versions .reading") == [three_claims()["II"]["text"]]


def test_who_changes_claims_sees_what_they_must_be_and_the_highlight(client, writing):
    submit_work(writing)
    page = text(client.get(f"/write/{writing.public_id}/claims/"))
    assert select(page, "#asked-I .must.is-false")
    assert select(page, "#asked-II [data-test=several-pages]")
    assert select(page, "#asked-III .must")
    assert select(page, "[data-mutated]")
    highlight = writing.task.generation_item.highlight
    payload = json.loads(select(page, "#assignment")[0].text())
    assert payload["highlight"]["element_ids"] == highlight.element_ids
    assert len(select(page, "[data-hints]")) == len(select(page, ".challenge-help")) == 3


def test_a_change_that_cannot_be_saved_keeps_what_was_typed(client, writing, project):
    submit_work(writing)
    Claim.objects.create(project=project, text="A claim from a file.")
    form = {f"base-{kind}": "1" for kind in ClaimType} | {"text-II": "A claim from a file."}
    page = text(client.post(f"/write/{writing.public_id}/claims/", form), 400)
    assert [bool(error) for error in texts(page, "[data-errors$=text]")] == [False, True, False]
    assert ">A claim from a file.</textarea>" in page


@pytest.mark.parametrize("base", ["", "0", "7", "-1", "٣", "9" * 99])
def test_a_form_of_an_older_revision_changes_nothing(client, writing, base):
    submit_work(writing)
    form = {f"base-{kind}": base for kind in ClaimType} | {"text-I": "Another claim."}
    answer = client.post(f"/write/{writing.public_id}/claims/", form)
    assert answer.status_code == 400 and levels(answer) == ["error"]
    assert not Claim.objects.filter(text="Another claim.").exists()


def test_a_claim_in_verification_is_only_shown(client, writing, verifier, project):
    submit_work(writing)
    kind = claim_of(assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)).claim_type
    page = text(client.get(f"/write/{writing.public_id}/claims/"))
    assert len(select(page, "textarea[readonly]")) == 1
    assert re.search(rf'<textarea id="claim-{kind}"[^>]* readonly>', page)


@pytest.mark.parametrize(("hours", "rests"), [(0, False), (24, True)])
def test_who_changes_claims_reads_how_long_nobody_verifies_them(client, writing, project, hours, rests):
    project.claim_rest_hours = hours
    project.save()
    submit_work(writing)
    answer = client.get(f"/write/{writing.public_id}/claims/")
    assert (answer.context["rests_until"] is not None) == rests


# --- Guidelines ------------------------------------------------------------------------------------------------------


def test_a_new_version_is_confirmed_anew(client, project, writer, manager):
    confirm(person=writer, project=project, kind=KIND, version=0)
    client.force_login(manager)
    client.post(f"{GUIDELINES}edit/", {"text": "# Ours\n\nOne **sentence**.", "save": "1"})
    now = current_guidelines(project, KIND)
    assert (now.version, has_confirmed(writer, project, now)) == (1, False)
    client.force_login(writer)
    assert "<strong>sentence</strong>" in text(client.get(GUIDELINES))


def test_a_confirmation_of_an_old_version_does_not_count(client, project, writer, highlight):
    Guidelines.objects.create(project=project, kind=KIND, version=1, text="New.")
    answer = client.post(f"{GUIDELINES}confirm/", {"version": "0"})
    assert answer["Location"] == GUIDELINES
    assert not has_confirmed(writer, project, current_guidelines(project, KIND))


def test_what_a_manager_writes_can_be_no_mark_up_of_its_own(client, manager, project):
    client.force_login(manager)
    evil = "<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=y> ![i](http://example.org/i.png)"
    evil += " [f](ftp://h) [b](blob:x) [v](VBScript:x) [w](web+x:y) [s](http://h/) [m](mailto:a@h) [r](/p/) [q](#a)"
    client.post(f"{GUIDELINES}edit/", {"text": evil, "save": "1"})
    page = text(client.get(GUIDELINES))
    article = page[page.index("<article") : page.index("</article>")]
    assert "<script" not in article and "<img" not in article and 'href="javascript' not in article
    assert "&lt;script&gt;" in article
    hrefs = [node.attributes["href"] for node in select(article, "a")]
    assert [href for href in hrefs if href.startswith(("http://h", "mailto:", "/p/", "#a"))][-4:] == [
        "http://h/",
        "mailto:a@h",
        "/p/",
        "#a",
    ]
    assert not [href for href in hrefs if href.startswith(("ftp", "blob", "vb", "VB", "web"))]


def test_saving_the_same_text_makes_no_version(client, manager, project):
    client.force_login(manager)
    for _ in range(2):
        client.post(f"{GUIDELINES}edit/", {"text": "The same.", "save": "1"})
    assert Guidelines.objects.count() == 1


def test_a_preview_saves_nothing(client, manager, project):
    client.force_login(manager)
    assert "<em>new</em>" in text(client.post(f"{GUIDELINES}edit/", {"text": "Something *new*."}))
    assert not Guidelines.objects.exists()


@pytest.mark.parametrize("given", ["", "  \n", "x" * 200_001, "a\0b"])
def test_guidelines_that_cannot_be_kept_are_refused_with_their_text(client, manager, project, given):
    client.force_login(manager)
    text(client.post(f"{GUIDELINES}edit/", {"text": given, "save": "1"}), 400)
    assert not Guidelines.objects.exists()


def test_only_a_manager_changes_guidelines(client, project):
    text(client.get(f"{GUIDELINES}edit/"), 404)
    text(client.post(f"{GUIDELINES}edit/", {"text": "Mine.", "save": "1"}), 404)


def test_guidelines_of_unknown_work_are_not_there(client, project):
    text(client.get("/p/harbour/guidelines/dancing/"), 404)


def test_a_highlight_is_put_aside_and_gone_on_with(client, writing, writer):
    client.force_login(writer)
    room = f"/write/{writing.public_id}/"
    assert client.post(reverse("postpone", args=[writing.public_id]))["Location"] == "/my-work/"
    assert select(
        client.get("/my-work/").text, ".work-part[data-kind=claim_generation] .parked form[action$='/resume/']"
    )
    closed = client.get(room).text
    assert select(closed, "form[action$='/resume/'] button.primary") and not select(closed, "#workspace")
    assert client.post(reverse("resume", args=[writing.public_id]))["Location"] == f"{room}?resumed"
    assert select(client.get(room).text, "#workspace")
