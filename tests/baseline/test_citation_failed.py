"""Citations ranked worst first: the measures, the calibration, and the command over a corpus and over WAFER files."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from annotation.figures.reliability import reliability
from baseline.citations.calibration import Calibration, calibrated_on
from baseline.citations.failed_rows import claim_of, wafer_rows
from baseline.citations.verify import lexical_verifier
from baseline.scoring.failed_verification import (
    average_precision,
    calibration_bins,
    depth_shares,
    expected_calibration_error,
    measured,
    precision_at_recall,
    roc_area,
)
from corpus.models import Corpus, StoredCitation, StoredPage


def test_measures_are_those_of_scikit_learn():
    from sklearn.metrics import average_precision_score, roc_auc_score

    chance = np.random.default_rng(3)
    fails, ranks = (chance.random(60) < 0.3).astype(float), chance.integers(0, 9, 60).astype(float)
    counts = chance.integers(0, 4, 60).astype(float)
    assert average_precision(fails, ranks, counts) == pytest.approx(
        average_precision_score(fails, ranks, sample_weight=counts)
    )
    assert roc_area(fails, ranks, counts) == pytest.approx(roc_auc_score(fails, ranks, sample_weight=counts))


def test_precision_at_recall_takes_whole_steps():
    fails, once = np.array([1.0, 0, 1, 0, 0, 1]), np.ones(6)
    ranks = np.array([9.0, 8, 7, 6, 5, 4])
    assert precision_at_recall(0.15)(fails, ranks, once) == 1
    assert precision_at_recall(0.5)(fails, ranks, once) == pytest.approx(2 / 3)
    assert precision_at_recall(0.15)(fails, np.zeros(6), once) == 0.5  # all are one step


def test_differences_are_paired():
    fails = [True] * 8 + [False] * 24
    good = [float(one) + place % 5 / 10 for place, one in enumerate(fails)]
    found = measured(fails, {"good": good, "chance": [float(place % 7) for place in range(32)]}, "chance", 100)
    assert found["good"].values["ROC"].value == 1 and found["chance"].differences["ROC"].value == 0
    low, high = found["good"].differences["average precision"].interval
    assert 0 < low <= found["good"].differences["average precision"].value <= high
    with pytest.raises(ValueError, match="fail"):
        measured([True, True], {"one": [1, 2]}, "one")


def test_calibration_is_linear_between_its_points_and_constant_outside():
    one = Calibration((-1.0, 0.0, 2.0), (0.9, 0.5, 0.1))
    assert [one.fails(score) for score in (-9, -1, 0, 1, 2, 9)] == pytest.approx([0.9, 0.9, 0.5, 0.3, 0.1, 0.1])
    found = calibrated_on([0.0, 1, 2, 3, 4, 4, 5], [True, True, False, True, True, False, False])
    assert [*found.scores] == [0, 1, 2, 4, 5] and [*found.shares] == pytest.approx([0.99, 0.99, 0.5, 0.5, 0.01])
    bins = calibration_bins([0.1] * 4 + [0.8] * 4, [False] * 4 + [True] * 3 + [False], most=4)
    assert [(round(bin.predicted, 3), bin.observed, bin.count) for bin in bins] == [(0.1, 0, 4), (0.8, 0.75, 4)]
    drawn = reliability("one", "One", "Two bins.", bins, across="given", up="failed")
    assert drawn.svg.count("<circle") == 2 and drawn.csv().startswith("given,failed,low,high,count")
    assert expected_calibration_error(bins) == pytest.approx((0.1 * 4 + 0.05 * 4) / 8)


def test_depths_are_counted_by_group():
    assert depth_shares({"a": [-1, 0, 2, 2, 9]})["a"] == [
        ("0", 1), ("1", 0), ("2", 2), ("3", 0), ("4", 0), ("5", 0), ("6+", 1)
    ]  # fmt: skip


@pytest.fixture
def corpus(db):
    corpus = Corpus.objects.create(slug="cited", name="cited")
    page = StoredPage.objects.create(corpus=corpus, title="Aden", size=0, content_hash="0")
    StoredCitation.objects.bulk_create(
        StoredCitation(
            corpus=corpus, page=page, number=number, element_id="sentence_0", offset=1, claim="A.",
            url=f"https://a.example/{'b/' * (number % 3)}", depth=number % 3,
            fails=None if number == 11 else number / 20,
            tag="failed_verification" if number in (8, 9, 10) else "",
            tags=["failed_verification"] if number in (8, 9, 10) else [],
        )
        for number in range(12)
    )  # fmt: skip
    return corpus


def test_command_ranks_the_citations_of_a_corpus(corpus, tmp_path, capsys):
    call_command("failed_verification", corpus="cited", out=tmp_path)
    said = capsys.readouterr()
    line = next(one for one in said.out.splitlines() if one.startswith("check") and " ROC " in one)
    assert "1.000" in line and "3 of 11" in said.out and "1 of 12" in said.err
    rows = (tmp_path / "url_depth.csv").read_text().splitlines()
    assert rows[0] == "group,elements,share,count" and "failed_verification,2,0.333" in rows[3]
    assert "<svg" in (tmp_path / "url_depth.svg").read_text()
    StoredCitation.objects.update(tag="", tags=[])
    with pytest.raises(CommandError):
        call_command("failed_verification", corpus="cited")


def wafer(number: int, answer: str, text: str) -> dict[str, object]:
    return {
        "id": f"row{number}", "input": f"Aden [SEP] History [SEP] It is old. It has a harbour of {number} ships [CIT]",
        "output": [{"answer": answer, "provenance": [{"url": "a.example/b", "text": text}]}],
    }  # fmt: skip


def test_command_ranks_wafer_files_and_names_bad_rows(tmp_path, capsys):
    held_text = "It is old, they say. In the harbour of Aden lay {} ships."
    other = "Snow fell in Norway all week, and nobody saw the sun."
    held = [wafer(one, "a.example/b", held_text.format(one)) for one in range(20, 28)]
    failed = [wafer(one, "{Failed verification}", other) for one in range(4)]
    bad = [held[0], {"id": "x", "input": 3}, {"id": "y", "input": "A", "output": [{"provenance": None}]}, [1]]
    test, fail = tmp_path / "test.jsonl", tmp_path / "fail-test.jsonl"
    test.write_text("".join(json.dumps(one) + "\n" for one in [*held, *bad]) + "{\n", encoding="utf-8")
    fail.write_text("".join(json.dumps(one) + "\n" for one in failed), encoding="utf-8")
    rows, problems = wafer_rows([test, fail], lexical_verifier())
    assert [row.group for row in rows] == ["test"] * 8 + ["failed"] * 4
    assert [problem.split(":")[0] for problem in problems] == [f"test.jsonl, line {line}" for line in range(9, 14)]
    assert [problem.split(":")[1].strip() for problem in problems[:3]] == ["id", "input", "output.answer"]
    call_command("failed_verification", wafer=[test, fail])
    said = capsys.readouterr()
    line = next(one for one in said.out.splitlines() if one.startswith("check") and " ROC " in one)
    assert "1.000" in line and "4 of 12" in said.out


def test_claim_of_a_wafer_input():
    found = claim_of("Aden [SEP] History [SEP] It is old. It has a harbour [CIT] and more.")
    assert (found.title, found.sections, found.before, found.cited) == (
        "Aden", ("History",), ("It is old.",), "It has a harbour"
    )  # fmt: skip
    assert claim_of("").cited == "" and not math.isnan(lexical_verifier().verify(claim_of(""), ["A."]).score)
