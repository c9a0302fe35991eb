"""FEVER's own score, against the values published with its scorer."""

from __future__ import annotations

import lzma

import pytest

from baseline.scoring.fever import FeverRow, fever_scores, read_fever
from baseline.scoring.predictions import BadPrediction


def test_the_published_regression_values_come_out(shared_data):
    folder = shared_data / "fever"
    with (
        lzma.open(folder / "scorer_actual.jsonl.xz", "rt", encoding="utf-8") as gold,
        lzma.open(folder / "scorer_predictions.jsonl.xz", "rt", encoding="utf-8") as predicted,
    ):
        rows = read_fever(gold, predicted)
    found = fever_scores(rows)
    assert len(rows) == 9_999
    assert found["Evidence precision"] == pytest.approx(0.1043804380438068, abs=1e-15)
    assert found["Evidence recall"] == pytest.approx(0.44224422442244227, abs=1e-15)
    assert found["Evidence F1"] == pytest.approx(0.1688970477815144, abs=1e-15)
    assert found["FEVER score"] == pytest.approx(0.32573257, abs=1e-8)


def test_a_claim_without_enough_information_needs_no_evidence():
    row = FeverRow("NOT ENOUGH INFO", (((None, None),),), "NOT ENOUGH INFO", (("Page", 3),))
    assert fever_scores([row])["FEVER score"] == 1


def test_the_sixth_piece_of_evidence_does_not_count():
    predicted = tuple(("Page", i) for i in range(6))
    assert fever_scores([FeverRow("SUPPORTS", ((("Page", 5),),), "SUPPORTS", predicted)])["FEVER score"] == 0
    assert fever_scores([FeverRow("SUPPORTS", ((("Page", 4),),), "SUPPORTS", predicted)])["FEVER score"] == 1


def test_a_bad_row_is_named():
    gold = ['{"label": "SUPPORTS", "evidence": [[[1, 2, "P", 0]]]}'] * 2
    good = '{"predicted_label": "SUPPORTS", "predicted_evidence": [["P", 0]]}'
    with pytest.raises(BadPrediction, match="line 2: predicted_evidence is missing"):
        read_fever(gold, [good, '{"predicted_label": "SUPPORTS"}'])
    with pytest.raises(BadPrediction, match="line 2: not JSON"):
        read_fever(gold, [good, "{"])
    with pytest.raises(BadPrediction, match="2 gold rows, 1 predictions"):
        read_fever(gold, [good])
    for odd in ('[[["P"], 0]]', '[["P", {}]]', "[1]", "null"):
        with pytest.raises(BadPrediction, match="line 2: want evidence as"):
            read_fever(gold, [good, good.replace('[["P", 0]]', odd)])
    with pytest.raises(BadPrediction, match="gold line 2: not JSON"):
        read_fever([gold[0], "[" * 100_000], [good, good])
