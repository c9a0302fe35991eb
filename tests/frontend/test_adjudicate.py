"""The adjudicator's pages: what stands on them, what a form does, and that nobody is named."""

from __future__ import annotations

import re

import pytest

from annotation.models import Adjudication, Assignment, RevisionRequest, User
from annotation.projects.models import Role
from frontend.views.quality.evidence_overlay import evidence_overlay, layers_of, used_pages
from tests.annotation.disagreeing import said
from tests.cast import CELL, CLAIMS, OTHER_PAGE, SECOND_SENTENCE, SENTENCE, member
from tests.frontend.html import select

QUEUE = "/p/harbour/quality/adjudicate/"


@pytest.fixture
def disagreed(project, verifier, other_verifier, claims):
    User.objects.update(first_name="Qxname")
    said(project, verifier, "SUPPORTS", [SENTENCE, CELL], opened=["Harbour League"])
    said(project, other_verifier, "NOT ENOUGH INFO", [SENTENCE], [OTHER_PAGE], opened=["Anna Berg"])
    return claims[0]


@pytest.fixture
def adjudicator(client, project):
    person = member(project, "ada", Role.ADJUDICATOR)
    client.force_login(person)
    return person


def letter_of(person):
    ids = sorted(Assignment.objects.values_list("public_id", flat=True))
    return "AB"[ids.index(Assignment.objects.get(person=person).public_id)]


def form(claim, **changes):
    words = {
        "outcome": "own",
        "verdict": "REFUTES",
        "challenge": "Other",
        "error_type": "overlooked",
        "note": "A detail.",
    }
    return words | {"piece": [f"1 {SENTENCE}", f"2 {OTHER_PAGE}"], "base_revision": 0} | changes


def test_the_queue_shows_what_each_said_and_no_name(client, disagreed, adjudicator):
    text = client.get(QUEUE).text
    assert CLAIMS[0] in text and select(text, ".verdict.supports") and select(text, ".verdict.not-enough-info")
    assert "0 %" in text  # of the verdicts; of the evidence: 2·1 / (2 + 1)
    assert "67 %" in text
    assert not re.search("vincent|violet|wilma|Qxname", text)


def test_nobody_is_named_where_a_claim_is_decided(client, disagreed, manager):
    User.objects.filter(pk=manager.pk).update(first_name="")
    client.force_login(manager)
    text = client.get(f"{QUEUE}{disagreed.pk}/").text
    assert CLAIMS[0] in text
    assert not re.search("vincent|violet|wilma|Qxname", text)


def test_everybodys_evidence_is_laid_over_the_page(client, disagreed, adjudicator, verifier):
    text = client.get(f"{QUEUE}{disagreed.pk}/").text
    mine = letter_of(verifier)
    assert re.search(rf'class="citable is-laid by-a by-b" data-element-id="{SENTENCE}" data-by="A B"', text)
    assert re.search(rf'class="citable is-laid by-{mine.lower()}" data-element-id="{CELL}" data-by="{mine}"', text)
    assert "is-laid" not in re.search(rf'<span [^>]*data-element-id="{SECOND_SENTENCE}"[^>]*>', text).group()
    assert "Eight clubs" in text and "was a shipowner" in text  # the other page's only as a card
    other = client.get(f"{QUEUE}{disagreed.pk}/", {"title": "Anna Berg"}).text
    assert f'data-element-id="{OTHER_PAGE}" data-by=' in other and 'data-page-title="Anna Berg"' in other


def test_pages_are_those_with_evidence_on_them(project, corpus):
    chosen = {"A": frozenset({SENTENCE, CELL}), "B": frozenset({SENTENCE, OTHER_PAGE})}
    assert layers_of(chosen) == {SENTENCE: "AB", CELL: "A", OTHER_PAGE: "B"}
    pages = [(page.title, page.counts, page.is_open) for page in used_pages(chosen, "Anna Berg")]
    assert pages == [("Harbour League", [("A", 2), ("B", 1)], False), ("Anna Berg", [("B", 1)], True)]
    assert evidence_overlay(project, chosen, "Nowhere")["missing"] == "Nowhere"
    assert evidence_overlay(project, {}, "") == {"pages": []}


def test_ticked_evidence_is_decided_and_the_next_claim_opens(client, disagreed, adjudicator):
    answer = client.post(f"{QUEUE}{disagreed.pk}/?show=verdicts", form(disagreed))
    assert answer.headers["location"] == f"{QUEUE}?show=verdicts"
    made = Adjudication.objects.get()
    # Of their evidence, under a verdict that nobody gave.
    assert (made.kind, made.verdict, made.error_type, made.note) == ("new", "REFUTES", "overlooked", "A detail.")
    assert [[one["element_id"] for one in each] for each in made.evidence_sets] == [[SENTENCE], [OTHER_PAGE]]
    text = client.get(f"{QUEUE}{disagreed.pk}/?show=done").text
    assert select(text, ".notice.success .verdict.refutes") and re.search(rf'value="2 {OTHER_PAGE}"[^>]*checked', text)


def test_of_their_evidence_under_their_verdict_it_is_merged(client, disagreed, adjudicator):
    client.post(f"{QUEUE}{disagreed.pk}/", form(disagreed, verdict="SUPPORTS"))
    assert Adjudication.objects.get().kind == "merged"


def test_one_of_them_can_be_chosen(client, disagreed, adjudicator, verifier):
    chosen = disagreed.verifications.get(submission__assignment__person=verifier)
    client.post(f"{QUEUE}{disagreed.pk}/", form(disagreed, outcome=str(chosen.pk), piece=[]))
    made = Adjudication.objects.get()
    assert (made.kind, made.chosen, made.verdict) == ("one", chosen, "SUPPORTS")


@pytest.mark.parametrize(
    ("changes", "said_of"),
    [
        ({"outcome": ""}, "kind"),
        ({"error_type": ""}, "error_type"),
        ({"piece": []}, "evidence_sets"),
        ({"piece": ["1 Nowhere_sentence_0"]}, "evidence_sets"),
        ({"outcome": "999999"}, "chosen"),
        ({"base_revision": 4}, ""),
    ],
)
def test_what_is_wrong_is_said_and_what_was_filled_in_stays(client, disagreed, adjudicator, changes, said_of):
    answer = client.post(f"{QUEUE}{disagreed.pk}/", form(disagreed, **changes))
    assert answer.status_code == 400 and list(answer.context["errors"]) == [said_of]
    assert "A detail." in answer.text
    assert not Adjudication.objects.exists()


def test_evidence_that_nobody_chose_stays_in_the_form(client, disagreed, adjudicator):
    answer = client.post(f"{QUEUE}{disagreed.pk}/", form(disagreed, error_type="", piece=[f"1 {SECOND_SENTENCE}"]))
    assert re.search(rf'value="1 {SECOND_SENTENCE}"[^>]*checked', answer.text)


def test_who_verified_a_claim_looks_on(client, project, disagreed, verifier):
    member(project, "vincent", Role.ADJUDICATOR)
    client.force_login(verifier)
    text = client.get(f"{QUEUE}{disagreed.pk}/").text
    assert select(text, ".notice.warning") and "decision-form" not in text
    assert client.post(f"{QUEUE}{disagreed.pk}/", form(disagreed)).status_code == 400
    assert not Adjudication.objects.exists()


def test_an_observer_looks_on(client, project, disagreed):
    client.force_login(member(project, "otto", Role.OBSERVER))
    text = client.get(f"{QUEUE}{disagreed.pk}/").text
    assert CLAIMS[0] in text and "decision-form" not in text and "send-back" not in text
    assert client.post(f"{QUEUE}{disagreed.pk}/", form(disagreed)).status_code == 404
    assert not Adjudication.objects.exists()


def test_what_is_sent_back_is_found_under_my_work_and_answered(client, disagreed, adjudicator, verifier):
    mine = disagreed.verifications.get(submission__assignment__person=verifier)
    sent = {"action": "send-back", "verification": mine.pk, "note": "Look at the table again."}
    assert client.post(f"{QUEUE}{disagreed.pk}/", sent).status_code == 302
    client.force_login(verifier)
    assert "Look at the table again." in client.get("/my-work/").text
    room = f"/verify/{mine.assignment.public_id}/"
    text = client.get(room).text
    assert "Look at the table again." in text and not re.search(r"\bada\b", text)  # a random id may have these letters
    assert client.get(f"{room}change/").status_code == 200
    client.post(f"{room}stand-by/", {"answer": "It says so there."})
    assert RevisionRequest.objects.get().answer == "It says so there."
    assert "Look at the table again." not in client.get("/my-work/").text
    client.force_login(adjudicator)
    assert "It says so there." in client.get(f"{QUEUE}{disagreed.pk}/").text


def test_nei_beside_an_unopened_page_is_listed(client, disagreed, adjudicator, other_verifier):
    text = client.get("/p/harbour/quality/nei/").text
    assert CLAIMS[0] in text and "Harbour League" in text and select(text, ".verdict.supports")
    assert "violet" not in text


def test_the_way_to_a_verdict_is_open_to_adjudicators_without_a_name(client, disagreed, adjudicator, verifier):
    mine = disagreed.verifications.get(submission__assignment__person=verifier)
    text = client.get(f"/p/harbour/manage/verifications/{mine.pk}/route/").text
    assert CLAIMS[0] in text and "vincent" not in text
    assert "/manage/settings/" not in text


def test_what_cannot_be_sent_back_says_why_in_the_place_of_the_form(client, disagreed, adjudicator, verifier, project):
    assert client.get(f"{QUEUE}{disagreed.pk}/").text.count('value="send-back"') == 2
    member(project, verifier.username, Role.OBSERVER)
    text = client.get(f"{QUEUE}{disagreed.pk}/").text
    assert text.count('value="send-back"') == 1
    assert len(select(text, "[data-test=not-sent-back]")) == 1
