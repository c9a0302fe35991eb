"""Context that a verifier found wrong, and the look of evidence sets: what is taken, what is kept, what is released."""

from __future__ import annotations

import uuid

import pytest

from annotation.errors import Invalid
from annotation.evidence.rules import beside, cleaned_refinement
from annotation.evidence.verdict_rules import problems
from annotation.models import Evidence, EvidenceSet
from annotation.quality.evidence_drift.snapshots import Totals, checked
from annotation.release.summary import Counts
from annotation.work.submission import submit
from tests.annotation.conftest import error_of
from tests.annotation.released import records
from tests.cast import CELL, SENTENCE, submission

TITLE, SECTION = "Harbour League_title", "Harbour League_section_0"
ROW, COLUMN = "Harbour League_header_cell_0_1_0", "Harbour League_header_cell_0_0_1"
OTHER_COLUMN = "Harbour League_header_cell_0_0_0"


def submit_for(assignment, sets, dropped):
    return submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=sets,
        dropped_context=dropped,
    )[0]


def test_dropped_headers_leave_the_context_and_are_kept_beside_it(assignment):
    submit_for(assignment, [[CELL]], [{CELL: [COLUMN]}])
    evidence = Evidence.objects.get()
    assert evidence.context == [TITLE, SECTION, ROW]
    assert evidence.dropped == [COLUMN]


def test_the_same_cell_keeps_its_context_in_another_set(assignment):
    submit_for(assignment, [[CELL], [SENTENCE, CELL]], [{CELL: [COLUMN, ROW]}])
    first, second = Evidence.objects.filter(element_id=CELL).order_by("evidence_set__position")
    assert (first.context, second.context) == ([TITLE, SECTION], [TITLE, SECTION, ROW, COLUMN])
    assert (first.dropped, second.dropped) == ([COLUMN, ROW], [])


def test_a_dropped_header_may_be_evidence_itself(assignment):
    submit_for(assignment, [[CELL, COLUMN]], [{CELL: [COLUMN]}])
    assert Evidence.objects.get(element_id=COLUMN).context[0] == TITLE


def test_a_release_has_the_context_without_what_was_dropped(project, assignment):
    submit_for(assignment, [[CELL]], [{CELL: [COLUMN]}])
    (record,) = records(project, Counts())
    assert record.evidence[0].context == {CELL: (TITLE, SECTION, ROW)}


def test_a_header_of_another_column_is_no_context_of_the_cell(assignment):
    with pytest.raises(Invalid, match="is not in the context of") as caught:
        submit_for(assignment, [[SENTENCE], [CELL]], [{}, {CELL: [OTHER_COLUMN, COLUMN]}])
    (words,) = caught.value.fields["dropped_context"]
    assert "Evidence set 2" in words and OTHER_COLUMN in words
    assert not Evidence.objects.exists()


@pytest.mark.parametrize(
    ("sets", "dropped", "words"),
    [
        ([[CELL]], [{CELL: [TITLE]}], "only header cells can be dropped"),
        ([[CELL]], [{CELL: [SECTION]}], "only header cells can be dropped"),
        ([[CELL]], [{CELL: ["<script>"]}], "only header cells can be dropped"),
        ([[SENTENCE]], [{CELL: [COLUMN]}], "does not hold"),
        ([[SENTENCE], [CELL]], [{CELL: [COLUMN]}], "does not hold"),
        ([[CELL]], [{}, {CELL: [COLUMN]}], "set that there is not"),
    ],
)
def test_only_headers_of_what_is_in_the_set_are_dropped(sets, dropped, words):
    found = problems(verdict="SUPPORTS", challenge="Other", evidence_sets=sets, max_sets=3, dropped_context=dropped)
    assert list(found) == ["dropped_context"]
    assert words in " ".join(found["dropped_context"])


def test_what_stands_beside_empty_sets_is_left_out_with_them():
    assert beside([[], ["a"], [], ["b"]], [1, 2, 3], 0) == [2, 0]
    assert beside([["a"]], [], 0) == [0]


def test_dropped_ids_become_nfd_and_come_once():
    given = {"Ós_cell_0_1_1": ["Ós_header_cell_0_0_1", "O\u0301s_header_cell_0_0_1"], "P_cell_0_0_0": []}
    assert cleaned_refinement(given) == {"O\u0301s_cell_0_1_1": ["O\u0301s_header_cell_0_0_1"]}


# --- Over HTTP -------------------------------------------------------------------------------------------------------
def test_what_is_dropped_runs_beside_the_sets_as_they_were_sent(browser):
    body = submission(evidence_sets=[[], [CELL]], dropped_context=[{}, {CELL: [COLUMN]}])
    assert browser.post("submission/", body).status_code == 200
    assert Evidence.objects.get().dropped == [COLUMN]


def test_looks_run_beside_the_sets_as_they_were_sent(browser):
    looks = [{"name": "empty"}, {"name": "the table", "colour": "green"}]
    browser.post("submission/", submission(evidence_sets=[[], [CELL], [SENTENCE]], looks=looks))
    kept = EvidenceSet.objects.order_by("position").values_list("name", "colour")
    assert list(kept) == [("the table", "green"), ("", "")]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"dropped_context": [{SENTENCE: [TITLE]}]}, "dropped_context"),
        ({"dropped_context": [{CELL: [COLUMN]}]}, "dropped_context"),
        ({"dropped_context": {SENTENCE: [COLUMN]}}, "dropped_context"),
        ({"dropped_context": [{SENTENCE: COLUMN}]}, f"dropped_context.0.{SENTENCE}"),
        ({"dropped_context": [{SENTENCE: [7]}]}, f"dropped_context.0.{SENTENCE}.0"),
        ({"dropped_context": [{}, {CELL: [COLUMN]}]}, "dropped_context"),
        ({"looks": [{"name": "x" * 61}]}, "looks.0.name"),
        ({"looks": [{"colour": "red; background: url(x)"}]}, "looks.0.colour"),
        ({"looks": "blue"}, "looks"),
    ],
)
def test_what_cannot_be_dropped_or_shown_is_refused(browser, change, field):
    error = error_of(browser.post("submission/", submission(**change)), 400)
    assert error["code"] == "invalid" and list(error["fields"]) == [field]
    assert browser.get().json()["state"] == "held"


def test_what_was_dropped_is_no_change_of_the_page(project, assignment):
    submit_for(assignment, [[CELL]], [{CELL: [COLUMN]}])
    totals = Totals()
    (verdict,) = checked(project, None, totals)
    assert verdict.is_unchanged, verdict.findings
