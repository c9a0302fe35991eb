"""Operations over HTTP: whose numbers they are, what they may carry, and that they may be sent twice."""

from __future__ import annotations

import pytest

from annotation.models import Operation
from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.work.operations import BY_BROWSER
from tests.annotation.conftest import error_of


def operation(sequence, name="search", **more):
    return {"sequence": sequence, "name": name, "value": "x", "seconds": sequence, **more}


def kept(assignment):
    rows = Operation.objects.filter(assignment=assignment).exclude(browser="")
    return list(rows.values_list("browser", "browser_sequence", "name"))


def test_every_browser_is_told_how_far_its_own_numbers_have_arrived(browser, assignment):
    desk = {"browser": "a1b2c3", "operations": [operation(1), operation(2)]}
    assert browser.post("operations/", desk).json() == {"received": 2}
    assert browser.post("operations/", {"browser": "d4e5f6", "operations": [operation(1)]}).json() == {"received": 1}
    assert browser.post("operations/", desk).json() == {"received": 2}
    assert kept(assignment) == [("a1b2c3", 1, "search"), ("a1b2c3", 2, "search"), ("d4e5f6", 1, "search")]
    assert browser.get().json()["operations_received"] == {"a1b2c3": 2, "d4e5f6": 1}


def test_a_program_needs_no_name(browser, assignment):
    assert browser.post("operations/", {"operations": [operation(1)]}).json() == {"received": 1}
    assert kept(assignment) == [("api", 1, "search")]


def test_both_clocks_and_the_detail_are_kept(browser, assignment):
    detail = {"set": 1, "of": "Åsa Lind_cell_0_1_1", "more": [None, True, {"deep": "x"}]}
    sent = operation(3, "context-dropped", active_seconds=1.5, detail=detail)
    assert browser.post("operations/", {"operations": [sent]}).status_code == 200
    row = Operation.objects.get(browser="api")
    assert (float(row.seconds), float(row.active_seconds), row.detail) == (3, 1.5, detail)
    assert browser.get().json()["active_seconds"] == 1.5


@pytest.mark.parametrize("name", sorted(BY_BROWSER))
def test_the_words_of_feverous_and_our_own_are_taken(browser, name):
    assert browser.post("operations/", {"operations": [operation(1, name)]}).status_code == 200


@pytest.mark.parametrize("name", ["start", "finish", "hover", ""])
def test_other_words_are_not(browser, name):
    answer = browser.post("operations/", {"operations": [operation(1, name)]})
    assert "operations.0.name" in error_of(answer, 400)["fields"]


def test_no_word_is_both_released_and_our_own():
    assert not set(OperationName) & set(OwnOperation)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("detail", {"at": 1.5}),
        ("detail", {"at": 2**60}),
        ("detail", {"words": "x" * 5000}),
        ("detail", ["at"]),
        ("active_seconds", -1),
        ("active_seconds", "soon"),
        ("seconds", -1),
    ],
)
def test_what_the_log_could_not_give_back_exactly_is_refused(browser, assignment, field, value):
    answer = browser.post("operations/", {"operations": [operation(1, "set-look", **{field: value})]})
    assert f"operations.0.{field}" in error_of(answer, 400)["fields"]
    assert kept(assignment) == []


@pytest.mark.parametrize("name", ["", "a b", "x" * 41, "ä", 5, None])
def test_a_browser_has_a_short_plain_name(browser, name):
    answer = browser.post("operations/", {"browser": name, "operations": [operation(1)]})
    assert "browser" in error_of(answer, 400)["fields"]


def test_a_whole_draft_may_be_longer_than_other_details(browser, assignment):
    body = {"sets": [[f"Harbour League_cell_0_{n}_1" for n in range(2000)]]}
    answer = browser.post("operations/", {"operations": [operation(1, "draft-taken", detail={"body": body})]})
    assert answer.status_code == 200
    assert Operation.objects.get(browser="api").detail["body"] == body
