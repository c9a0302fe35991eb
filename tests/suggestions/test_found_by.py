"""How each piece of evidence was found, as the log tells it."""

from __future__ import annotations

import pytest

from annotation.suggestions.provenance import accepted_ranks, found_by
from tests.cast import DECOMPOSED
from tests.suggestions.made import Said

ONE, OTHER, CELL = "Harbour League_sentence_0", "Harbour League_sentence_1", "Anna Berg_cell_0_1_1"


def on(title):
    return Said("Now on", title)


def choose(element, number=0):
    return Said("Highlighting", element, {"set": number})


def give_up(element, number=0):
    return Said("Highlighting deleted", element, {"set": number})


def accept(element, rank=3):
    return Said("suggestion-accepted", element, {"rank": rank, "stage": "sentences", "set": 0})


def search(query):
    return Said("search", query)


LINK = Said("hyperlink", "the league")
BACK = Said("back-button-clicked", "back-button-clicked")


@pytest.mark.parametrize(
    ("log", "way"),
    [
        ([on("Harbour League"), choose(ONE)], "page"),
        ([search("Harbour League"), on("Harbour League"), choose(ONE)], "search"),
        ([search("Contains...x"), on("?search=x"), LINK, on("Harbour League"), choose(ONE)], "search"),
        ([search("x"), on("Anna Berg"), LINK, on("Harbour League"), choose(ONE)], "link"),
        ([on("Harbour League"), accept(ONE), choose(ONE)], "suggestion"),
        ([choose(ONE)], "page"),
        ([], "page"),
    ],
)
def test_each_way(log, way):
    assert found_by(log, [ONE]) == {ONE: way}


def test_a_page_is_found_as_it_was_last_opened_before_the_choice():
    log = [
        search("x"),
        on("Harbour League"),
        choose(OTHER),
        LINK,
        on("Anna Berg"),
        LINK,
        on("Harbour League"),
        choose(ONE),
    ]
    assert found_by(log, [ONE, OTHER]) == {ONE: "link", OTHER: "search"}


def test_going_back_finds_nothing():
    log = [search("x"), on("Harbour League"), LINK, on("Anna Berg"), BACK, on("Harbour League"), choose(ONE)]
    assert found_by(log, [ONE]) == {ONE: "search"}


def test_opening_the_work_again_finds_nothing():
    log = [search("x"), on("Harbour League"), on("Harbour League"), choose(ONE)]
    assert found_by(log, [ONE]) == {ONE: "search"}


def test_a_link_that_led_nowhere_is_not_the_way_to_the_next_page():
    log = [on("Anna Berg"), LINK, search("x"), on("Harbour League"), choose(ONE)]
    assert found_by(log, [ONE]) == {ONE: "search"}


def test_what_was_chosen_before_it_was_accepted_was_found_before():
    log = [search("x"), on("Harbour League"), choose(ONE), accept(ONE), choose(ONE, 1)]
    assert found_by(log, [ONE]) == {ONE: "search"}


def test_what_was_given_up_and_taken_again_was_found_the_second_time():
    log = [search("x"), on("Harbour League"), choose(ONE), give_up(ONE), accept(ONE), choose(ONE)]
    assert found_by(log, [ONE]) == {ONE: "suggestion"}


def test_a_removed_set_gives_its_evidence_up():
    log = [choose(ONE), choose(OTHER, 1), Said("set-remove", "2"), accept(OTHER), choose(OTHER)]
    assert found_by(log, [ONE, OTHER]) == {ONE: "page", OTHER: "suggestion"}


def test_a_dismissed_suggestion_is_no_way():
    log = [search("x"), on("Harbour League"), Said("suggestion-dismissed", ONE, {"rank": 1}), choose(ONE)]
    assert found_by(log, [ONE]) == {ONE: "search"}


def test_letters_may_be_composed_in_the_log():
    log = [search("x"), on("Åsa Lind"), choose("Åsa Lind_sentence_0")]
    assert found_by(log, [DECOMPOSED]) == {DECOMPOSED: "search"}


@pytest.mark.parametrize(
    "odd",
    [Said("Highlighting", ONE, {"set": "x"}), Said("set-remove", "y"), Said("Highlighting", "no id"), Said("", "")],
)
def test_what_makes_no_sense_changes_nothing(odd):
    log = [odd, search("x"), on("Harbour League"), choose(OTHER)]
    assert found_by(log, [OTHER]) == {OTHER: "search"}


def test_the_rank_of_what_was_accepted_is_known():
    log = [accept(ONE, 3), choose(ONE), accept(ONE, 1), Said("suggestion-accepted", CELL, {})]
    assert accepted_ranks(log) == {ONE: 3}
