"""What makes a verification complete."""

from __future__ import annotations

import pytest

from annotation.evidence.rules import cleaned
from annotation.evidence.verdict_rules import problems
from annotation.vocabulary.limits import MAX_ELEMENTS


def check(**changes):
    whole = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [["P_sentence_0"]], "max_sets": 3}
    return problems(**whole | changes)


def test_a_complete_verification_has_no_problems():
    assert check() == {}


@pytest.mark.parametrize("verdict", ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"])
def test_the_three_verdicts_are_known(verdict):
    assert check(verdict=verdict) == {}


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"verdict": ""}, "verdict", "Choose a verdict."),
        ({"verdict": "supports"}, "verdict", "“supports” is not a verdict"),
        ({"challenge": ""}, "challenge", "Choose the main challenge."),
        ({"challenge": "Hard"}, "challenge", "“Hard” is not a challenge"),
        ({"evidence_sets": []}, "evidence_sets", "at least one piece of evidence"),
        (
            {"verdict": "NOT ENOUGH INFO", "evidence_sets": []},
            "evidence_sets",
            "“Not enough information” needs it too",
        ),
        ({"evidence_sets": [["P_sentence_0"]] * 2}, "evidence_sets", "sets 1 and 2 hold the same evidence"),
        (
            {"evidence_sets": [["P_sentence_0", "P_sentence_1"], ["P_sentence_1", "P_sentence_0"]]},
            "evidence_sets",
            "sets 1 and 2 hold the same evidence",
        ),
        (
            {"evidence_sets": [[f"P_sentence_{n}"] for n in range(4)]},
            "evidence_sets",
            "4 evidence sets; this project takes at most 3",
        ),
        ({"evidence_sets": [["P_sentence_0", "P_sentence_0"]]}, "evidence_sets", "“P_sentence_0” more than once"),
        ({"evidence_sets": [["P_section_0"]]}, "evidence_sets", "“P_section_0” is not a sentence"),
        ({"evidence_sets": [["P_title"]]}, "evidence_sets", "“P_title” is not a sentence"),
        ({"evidence_sets": [["P_table_0"]]}, "evidence_sets", "“P_table_0” is not a sentence"),
        ({"evidence_sets": [["<script>"]]}, "evidence_sets", "“<script>” is not a sentence"),
        (
            {"evidence_sets": [[f"P_sentence_{n}" for n in range(MAX_ELEMENTS + 1)]]},
            "evidence_sets",
            f"{MAX_ELEMENTS} is the most",
        ),
    ],
)
def test_each_problem_is_named_in_plain_words(changes, field, words):
    found = check(**changes)
    assert list(found) == [field]
    assert words in " ".join(found[field])


def test_all_problems_are_told_at_once():
    assert set(check(verdict="", challenge="", evidence_sets=[])) == {"verdict", "challenge", "evidence_sets"}


@pytest.mark.parametrize("kind", ["sentence_0", "cell_0_1_2", "header_cell_0_1_2", "table_caption_0", "item_0_1"])
def test_sentences_cells_captions_and_items_can_be_cited(kind):
    assert check(evidence_sets=[[f"P_{kind}"]]) == {}


def test_empty_sets_are_left_out_and_ids_become_nfd():
    assert cleaned([[], ["Ós_sentence_0"], []]) == [["O\u0301s_sentence_0"]]
