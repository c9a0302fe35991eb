"""Context that a verifier added, and sentences they joined: what is taken, kept, released and compared."""

from __future__ import annotations

import uuid
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.errors import Invalid
from annotation.evidence.snapshotting import pin
from annotation.evidence.verdict_rules import problems
from annotation.models import Evidence, Project
from annotation.quality.evidence_drift.snapshots import Totals, checked
from annotation.release.summary import Counts
from annotation.work.submission import submit
from annotation.workflows.claim_verification.payload import body_of
from annotation.workflows.models import Verification
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from tests.annotation.released import records
from tests.cast import CELL, ITEM, OTHER_PAGE, SECOND_SENTENCE, SENTENCE, submission

TITLE, SECTION = "Harbour League_title", "Harbour League_section_0"
ROW, COLUMN = "Harbour League_header_cell_0_1_0", "Harbour League_header_cell_0_0_1"
OTHER_COLUMN = "Harbour League_header_cell_0_0_0"
FIRST_HALF, SECOND_HALF = "Split_sentence_0", "Split_sentence_1"


@pytest.fixture
def split(corpus):
    """A page on which a sentence was cut in two behind an abbreviation that nobody knows."""
    page = build_page("Split", "The ship met the Zqx. Roberta near Hull in 1901. It sank.").page
    assert page is not None
    save_pages(corpus, [PageRecord(page)])


def submit_for(assignment, sets, **refinements):
    content = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": sets, **refinements}
    return submit(assignment=assignment, client_id=uuid.uuid4(), **content)[0]


def test_added_context_stands_behind_the_automatic_one_and_is_marked(assignment):
    submit_for(assignment, [[CELL]], added_context=[{CELL: [OTHER_COLUMN, SENTENCE]}], dropped_context=[{CELL: [ROW]}])
    evidence = Evidence.objects.get()
    assert evidence.context == [TITLE, SECTION, COLUMN, OTHER_COLUMN, SENTENCE]
    assert (evidence.dropped, evidence.added) == ([ROW], [OTHER_COLUMN, SENTENCE])


def test_a_page_is_read_once_however_much_of_it_is_added(corpus, assignment):
    def pages_read(*added):
        with CaptureQueriesContext(connection) as queries:
            pin(corpus.pk, [[CELL]], added_context=[{CELL: added}])
        return len(queries)

    pages_read(OTHER_COLUMN)  # what is cached between submissions is there now
    assert pages_read(OTHER_COLUMN, SENTENCE, SECOND_SENTENCE) == pages_read(OTHER_COLUMN)


def test_a_release_has_the_automatic_context_and_then_what_was_added(project, assignment):
    submit_for(assignment, [[CELL], [SENTENCE, CELL]], added_context=[{CELL: [OTHER_COLUMN]}])
    (record,) = records(project, Counts())
    automatic = (TITLE, SECTION, ROW, COLUMN)
    assert record.evidence[0].context == {CELL: (*automatic, OTHER_COLUMN)}
    assert record.evidence[1].context[CELL] == automatic


@pytest.mark.parametrize("context_id", [COLUMN, TITLE, SECTION, "Harbour League_header_cell_0_9_9"])
def test_what_is_context_already_or_not_on_the_page_is_not_added(assignment, context_id):
    with pytest.raises(Invalid) as caught:
        submit_for(assignment, [[CELL]], added_context=[{CELL: [context_id]}])
    assert list(caught.value.fields) == ["added_context"]
    assert not Evidence.objects.exists()


@pytest.mark.parametrize(
    ("sets", "refinements", "field"),
    [
        ([[CELL]], {"added_context": [{CELL: [OTHER_PAGE]}]}, "added_context"),
        ([[CELL]], {"added_context": [{CELL: [CELL]}]}, "added_context"),
        ([[CELL]], {"added_context": [{CELL: ["<script>"]}]}, "added_context"),
        ([[SENTENCE]], {"added_context": [{CELL: [OTHER_COLUMN]}]}, "added_context"),
        ([[CELL]], {"added_context": [{}, {CELL: [OTHER_COLUMN]}]}, "added_context"),
        ([[SENTENCE]], {"joined_sentences": [{SENTENCE: [SECOND_SENTENCE]}]}, "joined_sentences"),
        ([[SENTENCE, CELL]], {"joined_sentences": [{SENTENCE: [CELL]}]}, "joined_sentences"),
        ([[SENTENCE]], {"joined_sentences": [{SENTENCE: [SENTENCE]}]}, "joined_sentences"),
        (
            [[SENTENCE, SECOND_SENTENCE, OTHER_PAGE]],
            {"joined_sentences": [{SENTENCE: [SECOND_SENTENCE, OTHER_PAGE]}]},
            "joined_sentences",
        ),
        ([[SENTENCE]], {"joined_sentences": [{}, {SENTENCE: [SECOND_SENTENCE]}]}, "joined_sentences"),
    ],
)
def test_only_what_fits_the_sets_is_taken(sets, refinements, field):
    found = problems(verdict="SUPPORTS", challenge="Other", evidence_sets=sets, max_sets=3, **refinements)
    assert list(found) == [field]


def test_joined_sentences_are_both_evidence_and_released_as_two(split, project, assignment):
    submit_for(assignment, [[FIRST_HALF, SECOND_HALF]], joined_sentences=[{FIRST_HALF: [SECOND_HALF]}])
    first, second = Evidence.objects.order_by("position")
    assert (first.joined, second.joined) == ([SECOND_HALF], [])
    (record,) = records(project, Counts())
    assert record.evidence[0].content == (FIRST_HALF, SECOND_HALF)


@pytest.mark.parametrize("joined", [{"Split_sentence_2": [SECOND_HALF]}, {FIRST_HALF: ["Split_sentence_2"]}])
def test_only_neighbours_are_joined(split, assignment, joined):
    with pytest.raises(Invalid) as caught:
        submit_for(assignment, [[FIRST_HALF, SECOND_HALF, "Split_sentence_2"]], joined_sentences=[joined])
    assert list(caught.value.fields) == ["joined_sentences"]


def test_an_edit_begins_with_what_was_added_and_joined(split, assignment):
    refinements = {"added_context": [{}, {ITEM: [SENTENCE]}], "joined_sentences": [{FIRST_HALF: [SECOND_HALF]}]}
    submit_for(assignment, [[FIRST_HALF, SECOND_HALF], [ITEM]], **refinements)
    body = body_of(Verification.objects.get())
    assert (body["added"], body["joined"]) == ([{}, {ITEM: [SENTENCE]}], [{FIRST_HALF: [SECOND_HALF]}, {}])


def test_what_was_added_is_no_change_of_the_corpus(project, assignment):
    submit_for(assignment, [[CELL]], added_context=[{CELL: [OTHER_COLUMN]}])
    totals = Totals()
    (verdict,) = checked(project, None, totals)
    assert verdict.is_unchanged, verdict.findings


def test_over_http_they_run_beside_the_sets_as_they_were_sent(browser, split):
    body = submission(
        evidence_sets=[[], [CELL], [FIRST_HALF, SECOND_HALF]],
        added_context=[{}, {CELL: [OTHER_COLUMN]}],
        joined_sentences=[{}, {}, {FIRST_HALF: [SECOND_HALF]}],
    )
    assert browser.post("submission/", body).status_code == 200
    assert Evidence.objects.get(element_id=CELL).added == [OTHER_COLUMN]
    assert Evidence.objects.get(element_id=FIRST_HALF).joined == [SECOND_HALF]


def test_a_release_brings_them_back_into_another_project(split, project, assignment, tmp_path):
    refinements = {"added_context": [{CELL: [OTHER_COLUMN]}], "joined_sentences": [{FIRST_HALF: [SECOND_HALF]}]}
    submit_for(assignment, [[CELL, FIRST_HALF, SECOND_HALF]], **refinements)
    call_command("export_dataset", "--project", project.slug, str(tmp_path / "out"), stdout=StringIO())
    options = ("--project", "again", "--corpus", project.corpus.slug)
    call_command("import_dataset", str(tmp_path / "out"), *options, stdout=StringIO())
    brought = Evidence.objects.filter(evidence_set__submission__assignment__project__slug="again")
    assert {one.element_id: (one.added, one.joined) for one in brought} == {
        CELL: ([OTHER_COLUMN], []),
        FIRST_HALF: ([], [SECOND_HALF]),
        SECOND_HALF: ([], []),
    }
    (verdict,) = checked(Project.objects.get(slug="again"), None, Totals())
    assert verdict.is_unchanged, verdict.findings
