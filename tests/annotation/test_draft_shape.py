"""The body of a verifier's draft: what is kept, and what no page could open again."""

from __future__ import annotations

import pytest

from annotation.models import Draft
from annotation.workflows.claim_verification.draft_schema import default_colour, empty_body, problems_of
from tests.annotation.conftest import error_of
from tests.cast import CELL, SENTENCE, submission

COLUMN = "Harbour League_header_cell_0_0_1"
WHOLE = {
    "sets": [[SENTENCE], [CELL], []],
    "dropped": [{}, {CELL: [COLUMN]}, {}],
    "added": [{}, {CELL: [SENTENCE]}, {}],
    "joined": [{SENTENCE: ["Harbour League_sentence_1"]}, {}, {}],
    "looks": [{"name": "", "colour": "yellow"}, {"name": "the table", "colour": "blue"}, {}],
    "active_set": 1,
    "verdict": "REFUTES",
    "challenge": "Numerical Reasoning",
    "place": {"search": "rovers", "page": 2},
    "saved_by": {"browser": "a1b2c3", "changes": 17},
}


@pytest.mark.parametrize(
    "body",
    [
        WHOLE,
        {},
        {"sets": [[SENTENCE]], "active_set": 0, "verdict": "", "challenge": "", "place": {}},  # of an older page
        {"sets": [["not", "an id", "yet"]], "verdict": "undecided"},
        {"of a newer page": [1, 2.5, None]},
    ],
)
def test_work_under_way_is_kept_whatever_is_missing(body):
    assert problems_of(body) == {}


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("sets", {"0": []}),
        ("sets", [SENTENCE]),
        ("sets", [[7]]),
        ("sets", [["x" * 601]]),
        ("dropped", {CELL: [COLUMN]}),
        ("dropped", [{CELL: COLUMN}]),
        ("dropped", [[COLUMN]]),
        ("added", [{CELL: COLUMN}]),
        ("joined", {CELL: [COLUMN]}),
        ("looks", [{"colour": "red"}]),
        ("looks", [{"name": "x" * 61}]),
        ("looks", ["blue"]),
        ("active_set", "1"),
        ("active_set", -1),
        ("active_set", True),
        ("verdict", None),
        ("challenge", ["Other"]),
        ("place", "Anna Berg"),
        ("saved_by", "a1b2c3"),
        ("saved_by", {"changes": "many"}),
    ],
)
def test_a_part_of_another_shape_is_named(browser, part, value):
    assert list(problems_of(WHOLE | {part: value})) == [part]
    error = error_of(browser.put("draft/", {"base_version": 0, "body": WHOLE | {part: value}}), 400)
    assert error["code"] == "invalid" and list(error["fields"]) == [f"body.{part}"]
    assert not Draft.objects.exists()


def test_a_whole_draft_comes_back_as_it_was(browser):
    browser.put("draft/", {"base_version": 0, "body": WHOLE})
    assert browser.get().json()["draft"] == {"version": 1, "body": WHOLE}


@pytest.mark.parametrize(("most", "sets"), [(1, 1), (3, 3), (12, 3)])
def test_a_draft_begins_with_three_sets_at_most(most, sets):
    assert empty_body(most)["sets"] == [[]] * sets


def test_sets_beside_one_another_differ_in_colour():
    assert len({default_colour(position) for position in range(6)}) == 6
    assert default_colour(6) == default_colour(0)


def test_changes_to_what_was_handed_in_are_kept_while_there_is_time(browser, project):
    browser.post("submission/", submission())
    assert browser.put("draft/", {"base_version": 0, "body": WHOLE}).json()["version"] == 1
    assert browser.get().json()["draft"] == {"version": 1, "body": WHOLE}
    assert browser.get().json()["state"] == "submitted"
    browser.put("draft/", {"base_version": 1, "body": WHOLE | {"verdict": "SUPPORTS"}})
    error = error_of(browser.put("draft/", {"base_version": 1, "body": WHOLE}), 409)
    assert error["code"] == "draft_conflict"


def test_after_that_they_are_not(browser, project, assignment):
    from datetime import timedelta

    from annotation.models import Assignment

    browser.post("submission/", submission())
    assignment.refresh_from_db()
    Assignment.objects.filter(pk=assignment.pk).update(ended_at=assignment.ended_at - timedelta(hours=49))
    error = error_of(browser.put("draft/", {"base_version": 0, "body": WHOLE}), 409)
    assert error["code"] == "assignment_closed"
