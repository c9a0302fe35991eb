"""A project that takes only some elements as evidence: FEVER takes sentences of introductions."""

from __future__ import annotations

import json
import uuid
from itertools import islice

import pytest
from django.core.management import call_command

from annotation.errors import Invalid
from annotation.projects.models import Project
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.calibration.gold_items import GoldAnswer, checked
from annotation.vocabulary.evidence_kinds import EvidenceKinds, is_accepted
from corpus.html.build import build_page_from_html
from corpus.page.context import all_contexts
from corpus.page.element_id import ElementKind, parse
from corpus.rules import Rules
from corpus.sources import SourcePage, read_source
from corpus.store import get_page
from tests.cast import CELL, SENTENCE
from tests.frontend.html import select
from tests.frontend.submitting import submitted

pytestmark = pytest.mark.django_db
ALL, SENTENCES, INTRODUCTIONS = EvidenceKinds.ALL, EvidenceKinds.SENTENCES, EvidenceKinds.INTRODUCTIONS
IN_SECTION, TITLE = ["P_title", "P_section_0"], ["P_title"]


@pytest.mark.parametrize(
    ("kinds", "element", "context", "accepted"),
    [
        (ALL, "P_cell_0_0_0", IN_SECTION, True),
        (SENTENCES, "P_sentence_0", IN_SECTION, True),
        (SENTENCES, "P_item_0_0", TITLE, False),
        (SENTENCES, "P_table_caption_0", TITLE, False),
        (INTRODUCTIONS, "P_sentence_0", TITLE, True),
        (INTRODUCTIONS, "P_sentence_0", IN_SECTION, False),
        (INTRODUCTIONS, "P_cell_0_0_0", TITLE, False),
    ],
)
def test_what_is_accepted(kinds, element, context, accepted):
    assert is_accepted(kinds, element, context) is accepted


def restrict(project: Project, kinds: str) -> None:
    Project.objects.filter(pk=project.pk).update(evidence_kinds=kinds)
    project.evidence_kinds = kinds


def test_other_evidence_is_refused_and_nothing_is_stored(project, assignment):
    restrict(project, SENTENCES)
    assignment.project.evidence_kinds = SENTENCES
    with pytest.raises(Invalid) as caught:
        submitted(assignment, sets=((SENTENCE, CELL),))
    assert list(caught.value.fields) == ["evidence_sets"] and CELL in caught.value.message
    assert SENTENCE not in caught.value.message
    assert submitted(assignment, sets=((SENTENCE,),)).evidence_sets.count() == 1


def test_gold_and_decisions_follow_it(project, assignment, manager):
    verification = submitted(assignment)  # before the project was restricted
    restrict(project, SENTENCES)
    with pytest.raises(Invalid) as of_gold:
        checked(project, GoldAnswer("SUPPORTS", ["Other"], [[CELL]]))
    claim = verification.claim
    claim.project.evidence_kinds = SENTENCES
    new = {"kind": "new", "verdict": "SUPPORTS", "challenge": "Other", "error_type": "accident", "note": "Seen."}
    with pytest.raises(Invalid) as of_decision:
        adjudicate(claim=claim, adjudicator=manager, evidence_sets=[[CELL]], **new)
    for caught in (of_gold, of_decision):
        assert list(caught.value.fields) == ["evidence_sets"] and CELL in caught.value.message
    assert adjudicate(claim=claim, adjudicator=manager, evidence_sets=[[SENTENCE]], **new).pk


def test_the_reader_offers_only_what_is_accepted(project, verifier, client):
    client.force_login(verifier)
    contexts = all_contexts(get_page(project.corpus, "Harbour League"))

    def offered() -> set[str]:
        page = client.get("/p/harbour/read/?title=Harbour+League").text
        return {element.attributes["data-element-id"] or "" for element in select(page, ".citable")}

    everything = offered()
    restrict(project, SENTENCES)
    sentences = offered()
    restrict(project, INTRODUCTIONS)
    introduction = offered()
    assert introduction <= sentences < everything == set(contexts)
    assert sentences == {one for one in everything if parse(one).kind is ElementKind.SENTENCE}
    assert introduction == {one for one in sentences if is_accepted(INTRODUCTIONS, one, contexts[one])}


def test_the_workspace_says_what_evidence_is(project, assignment, verifier, client):
    client.force_login(verifier)
    address = f"/verify/{assignment.public_id}/"
    assert not select(client.get(address).text, "[data-test=evidence-kinds]")
    restrict(project, INTRODUCTIONS)
    assert select(client.get(address).text, "[data-test=evidence-kinds]")
    payload = client.get(f"/api/v1/assignments/{assignment.public_id}/").json()
    assert payload["project"]["evidence_kinds"] == "introductions"


def test_the_api_names_the_element_that_is_refused(project, assignment, verifier, client):
    client.force_login(verifier)
    restrict(project, SENTENCES)
    body = {"client_id": str(uuid.uuid4()), "verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[CELL]]}
    address = f"/api/v1/assignments/{assignment.public_id}/submission/"
    answer = client.post(address, json.dumps(body), content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid")
    assert CELL in answer.json()["error"]["fields"]["evidence_sets"][0]


def test_create_project_takes_it(project):
    call_command("create_project", "fever", corpus=project.corpus.slug, evidence_kinds="introductions")
    assert Project.objects.get(slug="fever").evidence_kinds == INTRODUCTIONS
    assert project.evidence_kinds == ALL


def test_real_pages_have_an_introduction_before_their_sections(shared_data):
    """Of 400 rendered pages all but one; its sentences are always the first of the page."""
    without = 0
    for record in islice(read_source(shared_data / "html" / "wikipages_400.tar.xz"), 60):
        assert isinstance(record, SourcePage)
        page = build_page_from_html(record.title, record.html, record.site, Rules(keep_flagged=True)).page
        contexts = all_contexts(page)
        accepted = [one for one, around in contexts.items() if is_accepted(INTRODUCTIONS, one, around)]
        assert sorted(parse(one).numbers[0] for one in accepted) == list(range(len(accepted)))
        without += not accepted
    assert without <= 1
