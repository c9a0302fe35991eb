"""Our FEVEROUS score beside the official one: every case of the format's section (d), random and malformed files."""

from __future__ import annotations

import random

import pytest

from baseline.scoring.feverous import Judged, NothingToScore, truncated
from baseline.scoring.predictions import Prediction
from tests.baseline.official import official_scores, prediction_row, write_predictions
from tests.baseline.official_comparison import compared, malformed_row, own_scores, random_row, scores

S0, S1, S2, S3, S7, S8 = (f"P_sentence_{i}" for i in (0, 1, 2, 3, 7, 8))
C1 = "P_cell_0_1_1"
SIX = [f"P_sentence_{i}" for i in range(6)]
MANY = [f"P_cell_0_{i}_0" for i in range(26)]

# rows; strict, accuracy, precision, recall, F1
CASES = {
    "lower-case label": ([prediction_row([[S0, C1]], [S0, C1], said="supports")], (1, 1, 1, 1, 1)),
    "wrong label": ([prediction_row([[S0, C1]], [S0, C1], said="REFUTES")], (0, 0, 1, 1, 1)),
    "two sets": ([prediction_row([[S0, C1], [S7]], [S0, C1, S2, S7])], (1, 1, 0.75, 1, 6 / 7)),
    "half a set": ([prediction_row([[S0, C1]], [S0])], (0, 1, 1, 0, 0)),
    "six sentences": ([prediction_row([SIX], SIX)], (0, 1, 1, 0, 0)),
    "26 cells": ([prediction_row([MANY], MANY)], (0, 1, 1, 0, 0)),
    "said twice": ([prediction_row([[S0]], [S0, S0, S1])], (1, 1, 2 / 3, 1, 0.8)),
    "nothing predicted": ([prediction_row([[S0]], [])], (0, 1, 1, 0, 0)),
    "no gold, nothing predicted": ([prediction_row([], [])], (0, 1, 1, 1, 1)),
    "no gold": ([prediction_row([], [S0])], (0, 1, 0, 1, 0)),
    "one empty set": ([prediction_row([[]], [S0])], (1, 1, 0, 1, 0)),
    "three rows": (
        [
            prediction_row([[S0, C1], [S7]], [S7, S8]),
            prediction_row([[S0]], [S1, S2, S3, S0], said="REFUTES"),
            prediction_row([[S0, S1]], [S1]),
        ],
        (1 / 3, 2 / 3, 7 / 12, 2 / 3, 28 / 45),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_every_case_of_the_contract_is_scored_as_it_says_and_as_officially(case, tmp_path):
    rows, expected = CASES[case]
    path = write_predictions(tmp_path / "predictions.jsonl", rows)
    assert own_scores(path) == pytest.approx(list(expected))
    assert official_scores(path) == pytest.approx(list(expected))


def test_nothing_right_is_an_f1_of_zero_where_the_official_scorer_stops(tmp_path):
    path = write_predictions(tmp_path / "predictions.jsonl", [prediction_row([[S0]], [S1])])
    assert official_scores(path) is None
    assert own_scores(path) == [0, 1, 0, 0, 0]


def test_no_rows_are_refused_in_words():
    with pytest.raises(NothingToScore, match="no predictions"):
        scores([])


def test_cells_captions_headers_and_items_share_25_places():
    ids = ["P_table_caption_0", "P_header_cell_0_0_0", "P_item_0_1", "P_cell_0_1_1"]
    assert truncated(ids * 7) == tuple((ids * 7)[:25])
    assert truncated([*ids * 7, S0]) == (*(ids * 7)[:25], S0)


@pytest.mark.parametrize("files", [200, pytest.param(2_000, marks=pytest.mark.extended)])
def test_random_predictions_are_scored_as_officially(tmp_path, files):
    """Files of ten rows; 10,000 by `python -m tests.baseline.official_comparison`."""
    both, malformed = compared(tmp_path, files, random_row, 54)
    assert both > 0.9 * files
    assert malformed == 0


def test_a_long_file_is_scored_as_officially(tmp_path, capsys):
    rng = random.Random(54)
    path = write_predictions(tmp_path / "all.jsonl", [random_row(rng) for _ in range(2_000)])
    assert own_scores(path) == pytest.approx(official_scores(path), abs=1e-12)
    capsys.readouterr()  # the official scorer prints


@pytest.mark.parametrize("files", [60, pytest.param(500, marks=pytest.mark.extended)])
def test_malformed_predictions_take_their_places_as_officially(tmp_path, files):
    both, malformed = compared(tmp_path, files, malformed_row, 8)
    assert both > 0.9 * files
    assert malformed >= 10 * files


def test_pieces_that_are_no_text_take_a_sentence_s_place(tmp_path):
    row = prediction_row([[S0]], [])
    row["predicted_evidence"] = [3, None, {"a": 1}, ["P"], ["P", "cell", 1], S0]
    malformed = []
    assert own_scores(write_predictions(tmp_path / "p.jsonl", [row]), malformed=malformed) == [0, 1, 0, 0, 0]
    assert len(malformed) == 5


def test_triples_of_a_submission_are_the_same_predictions(tmp_path):
    row = prediction_row([[S0, "P_header_cell_0_1_1"]], [])
    row["predicted_evidence"] = [["P", "sentence", "0"], ["P", "header_cell", "0_1_1"]]
    assert own_scores(write_predictions(tmp_path / "p.jsonl", [row])) == [1, 1, 1, 1, 1]


def test_a_row_is_scored_without_a_file():
    assert scores([Prediction(Judged("REFUTES", ((S0,),), "REFUTES", (S0,)))])[0] == 1
