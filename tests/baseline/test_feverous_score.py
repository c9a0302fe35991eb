"""Our FEVEROUS score beside the official one: every case of the format's section (d), and 10,000 random predictions."""

from __future__ import annotations

import random

import pytest

from baseline.scoring.feverous import Judged, NothingToScore, truncated
from baseline.scoring.intervals import estimates
from baseline.scoring.measures import derived, measured
from baseline.scoring.predictions import Prediction, read_predictions
from tests.baseline.official import official_scores, prediction_row, write_predictions

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


def scores(rows: list[Prediction]) -> list[float]:
    found = estimates([measured(row) for row in rows], derived, resamples=0)
    return [found[name].value for name in ("score", "accuracy", "precision", "recall", "f1")]


def own_scores(path, **reading) -> list[float]:
    with path.open(encoding="utf-8") as lines:
        return scores(read_predictions(lines, **reading))


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


def random_row(rng: random.Random) -> dict:
    pages = ["P", "É", "A.b (c)"]
    pool = [
        f"{page}_{kind}"
        for page in pages[: rng.randint(1, 3)]
        for kind in (
            *(f"sentence_{i}" for i in range(rng.randint(1, 4))),
            *(f"cell_0_{r}_{c}" for r in range(rng.randint(1, 8)) for c in range(4)),
            "header_cell_0_0_1",
            "table_caption_0",
            "item_0_3",
            "section_0",
            "title",
        )
    ]
    evidence = [rng.choices(pool, k=rng.choice([0, 1, 1, 1, 2, 3, 7])) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
    predicted = rng.choices(pool, k=rng.choice([0, 1, 3, 8, 40]))
    if evidence and rng.random() < 0.5:
        predicted += rng.choice(evidence)
        rng.shuffle(predicted)
    labels = ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
    return prediction_row(evidence, predicted, rng.choice(labels), rng.choice([*labels, "supports"]))


@pytest.mark.parametrize("files", [200, pytest.param(1_000, marks=pytest.mark.extended)])
def test_random_predictions_are_scored_as_officially(tmp_path, capsys, files):
    """Files of ten rows: ours equals the official score of each, and of all rows together."""
    rng = random.Random(54)
    every = []
    compared = 0
    for number in range(files):
        rows = [random_row(rng) for _ in range(10)]
        every += rows
        path = write_predictions(tmp_path / f"{number}.jsonl", rows)
        official = official_scores(path)
        if official is not None:
            compared += 1
            assert own_scores(path) == pytest.approx(official, abs=1e-12), path
    assert compared > 0.9 * files
    path = write_predictions(tmp_path / "all.jsonl", every)
    assert own_scores(path) == pytest.approx(official_scores(path), abs=1e-12)
    capsys.readouterr()  # the official scorer prints


MALFORMED = (
    "P_sentence",
    "P_sentence_x",
    "P_sentence_0_1",
    "P_cell_0_1",
    "P_cell",
    "P_header_cell_0",
    "P_table_caption",
    "P_item_",
    "P_picture_3",
    "_sentence_0",
    "P__0",
    "P_title_",
    "P_sentence_00",
    "A header_cell_0_0_1",
)


def malformed_row(rng: random.Random) -> dict:
    """A random row with malformed ids among its predictions, and at times a label there is none of."""
    row = random_row(rng)
    row["predicted_evidence"] += rng.choices(MALFORMED, k=rng.randint(1, 6))
    rng.shuffle(row["predicted_evidence"])
    if rng.random() < 0.1:
        row["predicted_label"] = "MAYBE"
    return row


@pytest.mark.parametrize("files", [60, pytest.param(500, marks=pytest.mark.extended)])
def test_malformed_predictions_take_their_places_as_officially(tmp_path, capsys, files):
    rng = random.Random(8)
    compared = 0
    for number in range(files):
        rows = [malformed_row(rng) for _ in range(10)]
        path = write_predictions(tmp_path / f"{number}.jsonl", rows)
        official, malformed = official_scores(path), []
        if official is not None:
            compared += 1
            assert own_scores(path, malformed=malformed) == pytest.approx(official, abs=1e-12), path
            assert len(malformed) >= 10
    assert compared > 0.9 * files
    capsys.readouterr()  # the official scorer prints


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
