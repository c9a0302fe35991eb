"""What the page is told for the check, and what is stored of it."""

from __future__ import annotations

import uuid
from io import StringIO

import pytest
from django.core.management import call_command

from annotation.api.workflows.claim_verification import submission_check
from annotation.errors import Invalid
from annotation.models import CheckLine, Contradiction, Verification
from annotation.release.importing.attest_folder import _contradiction as contradiction_of
from annotation.release.importing.parsed import BadRow
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.editing import edit
from annotation.work.operations import record
from annotation.work.submission import submit
from annotation.workflows.claim_verification.payload import body_of
from annotation.workflows.claim_verification.serializers import SubmissionIn
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from search.api import IndexMissing
from search.indexing.build import build_index
from tests.cast import CELL, OTHER_PAGE, SENTENCE, claim_of, submission
from tests.submission_check.test_arms import checked, setting


@pytest.fixture(autouse=True)
def on(project):
    setting(project, check_mode="on")
    project.refresh_from_db()


def log(assignment, *steps):
    operations = [
        {"sequence": number, "name": name, "value": value, "seconds": number}
        for number, (name, value) in enumerate(steps, start=1)
    ]
    record(assignment=assignment, operations=operations)


def test_pages_never_opened_are_named_with_their_reason(project, assignment):
    """The claim: Anna Berg founded the Harbour League."""
    build_index(project.corpus)
    found = checked(assignment)
    assert found["pages"] == [
        {"title": "Anna Berg", "why": "named"},
        {"title": "Harbour League", "why": "evidence"},
    ]
    log(assignment, ("search", "harbour"), ("Now on", "Harbor League"), ("Now on", "Anna Berg"))
    found = checked(assignment)
    assert found["pages"] == [] and found["searched"]


def test_a_page_that_a_search_does_not_find_near_is_not_named(project, assignment, monkeypatch):
    def fail(*_args, **_kwargs):
        raise IndexMissing("harbour", "gone")

    monkeypatch.setattr(submission_check, "retrieve", fail)
    assert checked(assignment, elements=[])["pages"] == []


def test_the_meaning_of_the_verdict_and_whether_anything_was_searched(assignment):
    assert [checked(assignment, verdict=verdict)["meaning"] for verdict in ("SUPPORTS", "NOT ENOUGH INFO", "")] == [
        "supports",
        "not_enough_info",
        "",
    ]
    assert not checked(assignment)["searched"]


def contradicted(project, assignment):
    """The page says 1921; another names the league with another year."""
    claim = claim_of(assignment)
    claim.text = "The Harbour League was founded by Anna Berg in 1921."
    claim.save()
    page = build_page("Harbour cup", "The Harbour League was founded by Anna Berg in 1925.").page
    assert page is not None
    save_pages(project.corpus, [PageRecord(page, revision=1)])
    build_index(project.corpus)


def test_a_passage_with_another_value_is_offered_with_its_card(project, assignment):
    contradicted(project, assignment)
    (passage,) = checked(assignment)["passages"]
    assert (passage["element_id"], passage["against"]) == ("Harbour cup_sentence_0", SENTENCE)
    assert passage["card"]["text"].endswith("1925.") and passage["page_title"] == "Harbour cup"


def test_whatever_fails_nobody_is_kept_from_working(assignment, monkeypatch):
    def fail(*_args, **_kwargs):
        raise RuntimeError

    monkeypatch.setattr(submission_check, "opposite", fail)
    assert checked(assignment)["mode"] == "off"


# --- What is stored --------------------------------------------------------------------------------------------------
LINES = [
    {"code": "part", "subjects": ["1921"], "state": "dismissed", "reason": "follows", "note": "as of the box"},
    {"code": "page", "subjects": ["Anna Berg"], "state": "acted", "reason": "", "note": ""},
]


def given(**changes):
    return SubmissionIn(data=submission(**changes), context={"max_sets": 3, "labels": VERDICTS})


def content(**changes):
    sent = given(**changes)
    assert sent.is_valid(), sent.errors
    return sent.validated_data


def test_lines_and_contradictions_are_stored_and_come_back(assignment):
    pairs = [[SENTENCE, OTHER_PAGE]]
    verification, _new = submit(assignment=assignment, **content(check=LINES, contradictions=pairs))
    stored = CheckLine.objects.filter(verification=verification)
    assert [(line.code, line.subjects, line.state, line.reason, line.note) for line in stored] == [
        ("part", ["1921"], "dismissed", "follows", "as of the box"),
        ("page", ["Anna Berg"], "acted", "", ""),
    ]
    (pair,) = Contradiction.objects.all()
    assert pair.elements == (SENTENCE, OTHER_PAGE)
    assert [pin["page_title"] for pin in pair.pins] == ["Harbour League", "Anna Berg"]
    assert all(len(pin["content_hash"]) == 64 for pin in pair.pins)
    assert body_of(verification)["contradictions"] == pairs


def test_a_contradiction_alone_is_a_change(assignment):
    first, _new = submit(assignment=assignment, **content())
    assignment.refresh_from_db()
    again = edit(assignment=assignment, base_revision=1, **content(client_id=str(uuid.uuid4())))
    assert again == first
    changed = content(client_id=str(uuid.uuid4()), contradictions=[[SENTENCE, CELL]])
    assert edit(assignment=assignment, base_revision=1, **changed).revision == 2
    assert Verification.objects.count() == 2


@pytest.mark.parametrize(
    "pairs", [[[SENTENCE, SENTENCE]], [[SENTENCE]], [[SENTENCE, CELL], [CELL, SENTENCE]], [[SENTENCE, CELL]] * 11]
)
def test_what_is_no_contradiction_is_refused(pairs):
    sent = given(contradictions=pairs)
    assert not sent.is_valid() and set(sent.errors) == {"contradictions"}


def test_a_passage_that_the_corpus_does_not_have_is_refused(assignment):
    with pytest.raises(Invalid) as refused:
        submit(assignment=assignment, **content(contradictions=[[SENTENCE, "Nowhere_sentence_0"]]))
    assert set(refused.value.fields) == {"contradictions"} and not Verification.objects.exists()


@pytest.mark.parametrize(
    "line",
    [
        {"code": "weather", "state": "shown"},
        {"code": "part", "state": "forgotten"},
        {"code": "part", "state": "dismissed"},
        {"code": "part", "state": "dismissed", "reason": "not_its_header"},
    ],
)
def test_unknown_lines_and_reasons_are_refused(line):
    sent = given(check=[line])
    assert not sent.is_valid() and set(sent.errors) == {"check"}


def test_a_release_brings_contradictions_back_into_another_project(project, assignment, tmp_path):
    submit(assignment=assignment, **content(contradictions=[[SENTENCE, OTHER_PAGE]]))
    call_command("export_dataset", "--project", project.slug, str(tmp_path / "out"), stdout=StringIO())
    options = ("--project", "again", "--corpus", project.corpus.slug)
    call_command("import_dataset", str(tmp_path / "out"), *options, stdout=StringIO())
    first, brought = Contradiction.objects.order_by("pk")
    assert brought.elements == (SENTENCE, OTHER_PAGE)
    assert [pin["content_hash"] for pin in brought.pins] == [pin["content_hash"] for pin in first.pins]


@pytest.mark.parametrize("pair", [[], [{"element": SENTENCE}], [{"element": SENTENCE}, {"id": CELL}], [1, 2], 3])
def test_a_released_contradiction_without_two_passages_is_a_bad_row(pair):
    with pytest.raises(BadRow):
        contradiction_of(pair)
