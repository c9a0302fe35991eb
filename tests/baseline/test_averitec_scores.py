"""AVeriTeC's three scorers: cases computed by hand, the values published for dev, and files that cannot be scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.averitec.submissions import Shape, as_shape, shape_of
from baseline.scoring.averitec.report import averitec_report, scored_files
from baseline.scoring.averitec.rows import Pair, paired
from baseline.scoring.averitec.scorers import SCORERS, claim_score
from baseline.scoring.predictions import BadPrediction
from baseline.scoring.tables import as_json
from tests.baseline.averitec_cases import CASES

GOLD = [
    {"claim": "A", "label": "Refuted", "justification": "no", "questions": [{"question": "q a", "answers": []}]},
    {"claim": "B", "label": "Supported", "justification": "yes", "questions": [{"question": "q b", "answers": []}]},
]


def asked(question: str, answer: str) -> dict[str, Any]:
    return {"question": question, "answers": [{"answer": answer}]}


def values_of(report: Any) -> dict[str, dict[str, float | None]]:
    return {
        row["name"]: {column: value and value["value"] for column, value in row["values"].items()}
        for table in as_json(report)["tables"]
        for row in table["rows"]
    }


@pytest.mark.parametrize("case", CASES, ids=[case.what for case in CASES])
def test_cases_computed_by_hand(case: Any) -> None:
    for shape, (evidence, passes) in case.scores.items():
        scorer = SCORERS[shape]
        row = {"questions": [asked(words, "x") for words in case.gold]}
        predicted = {
            Shape.PAPER: {"questions": [asked(one, "x") for one in case.predicted]},
            Shape.TASK_2024: {"evidence": [{"question": one, "answer": "x"} for one in case.predicted]},
            Shape.EVALAI: {"evidence": [f"{one} x" for one in case.predicted]},
        }[shape]
        found = claim_score(scorer, Pair({"label": "Refuted"} | row, {"label": "refuted"} | predicted, "line 1"))
        assert found.evidence == pytest.approx(evidence, abs=1e-12)
        assert scorer.passes(found.evidence, 0.25) is passes
        assert found.is_right


@pytest.mark.extended
def test_dev_scores_as_published(shared_data: Path) -> None:
    gold = [(f"row {n}", row) for n, row in enumerate(json.loads((shared_data / "averitec/dev.json").read_text()))]
    claims = [row["claim"] for _where, row in gold]
    rows = [("", {"claim": one, "label": "Refuted", "questions": [asked(one, one)]}) for one in claims]
    found = values_of(averitec_report(paired(gold, rows), SCORERS["paper"], resamples=0))
    assert found["Questions alone"] == pytest.approx({"predicted": 0.2300, "floor": 0.1002}, abs=5e-4)
    assert found["Questions and answers"] == pytest.approx({"predicted": 0.1339, "floor": 0.0979}, abs=5e-4)
    assert found["Justification"]["predicted"] == pytest.approx(0.1903, abs=5e-4)
    scores = [found[f"@{one}"]["score"] for one in (0.1, 0.2, 0.25, 0.3, 0.4, 0.5)]
    assert scores == pytest.approx([0.278, 0.112, 0.076, 0.052, 0.030, 0.006], abs=5e-4)
    floors = [found[f"@{one}"]["floor"] for one in (0.1, 0.2, 0.25, 0.3, 0.4, 0.5)]
    assert floors == pytest.approx([0.428, 0.042, 0.020, 0.010, 0.006, 0.002], abs=5e-4)
    assert (found["Label accuracy"][""], found["Macro F1"][""]) == pytest.approx((0.610, 0.189), abs=5e-4)


def test_the_files_of_all_three_shapes(tmp_path: Path) -> None:
    """Predictions in another order, as an array or as lines, with either spelling of a label."""
    gold = tmp_path / "gold.json"
    gold.write_text(json.dumps(GOLD))
    for shape in Shape:
        rows = [as_shape(row, shape, number) for number, row in enumerate(GOLD)][::-1]
        assert [shape_of(row) for row in rows] == [shape, shape]
        lines, array = tmp_path / f"{shape}.jsonl", tmp_path / f"{shape}.json"
        lines.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        array.write_text(json.dumps(rows))
        for file in (lines, array):
            found = values_of(scored_files(file, gold, shape, resamples=0))
            assert found["Label accuracy"][""] == 1
            assert found["Questions and answers"]["predicted"] > 0.99
            assert found["@0.25"]["score"] == 1


def test_equal_claims_pair_in_their_order() -> None:
    gold = [("", {"claim": "A", "n": 1}), ("", {"claim": "A", "n": 2}), ("", {"claim": "B", "n": 3})]
    pairs = paired(gold, [("", {"claim": " B", "p": 3}), ("", {"claim": "A", "p": 1}), ("", {"claim": "A", "p": 2})])
    assert [(pair.gold["n"], pair.predicted["p"]) for pair in pairs] == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ([{"claim_id": 0, "label": "Refuted"}], "1 of 2"),
        ([{"claim_id": 0}, {"claim_id": 0}], "row 1: claim_id"),
        ([{"claim_id": 0}, {"claim_id": 7}], "row 1: claim_id"),
        ([{"claim_id": 0, "claim": "B"}, {"claim_id": 1}], "row 0: claim"),
        ([{"label": "Refuted"}, {"label": "Refuted"}], "row 0: claim_id"),
        ([{"claim": "A"}, {"claim": "C"}], "row 1: claim"),
        ([{"claim": "A", "questions": []}, {"claim": "B", "questions": []}], "row 0: label"),
        ([{"claim": "A", "label": "Refuted", "questions": {}}, {"claim": "B", "label": ""}], "row 0: questions"),
        ([{"claim": "A", "label": "Refuted", "questions": ["q"]}, {"claim": "B", "label": ""}], "row 0: questions[0]"),
        ([{"claim": "A", "label": 3}, {"claim": "B", "label": ""}], "row 0: label"),
        ([3], "row 0"),
        ([], "no row"),
    ],
)
def test_bad_predictions_are_named(tmp_path: Path, rows: list[Any], named: str) -> None:
    gold, file = tmp_path / "gold.json", tmp_path / "predicted.json"
    gold.write_text(json.dumps(GOLD))
    file.write_text(json.dumps(rows))
    with pytest.raises(BadPrediction) as found:
        scored_files(file, gold, Shape.PAPER)
    assert named in str(found.value) and (str(file) in str(found.value) or named == "1 of 2")


def test_nan_and_halves_of_lines_are_named(tmp_path: Path) -> None:
    gold, file = tmp_path / "gold.json", tmp_path / "predicted.jsonl"
    gold.write_text(json.dumps(GOLD))
    for text in ('{"claim": "A", "label": NaN}\n', '{"claim": "A"}\n{"claim"'):
        file.write_text(text)
        with pytest.raises(BadPrediction, match=r"predicted.jsonl: line [12]"):
            scored_files(file, gold, Shape.PAPER)


def test_unknown_labels_are_wrong_and_counted_and_empty_evidence_scores_nothing() -> None:
    rows = [{"claim": "A", "label": "Fake"}, {"claim": "B", "label": "SUPPORTED", "questions": []}]
    pairs = paired([("", row) for row in GOLD], [(f"row {n}", row) for n, row in enumerate(rows)])
    report = averitec_report(pairs, SCORERS["paper"], resamples=0)
    assert len(report.malformed) == 1
    found = values_of(report)
    assert (found["Label accuracy"][""], found["Questions and answers"]["predicted"]) == (0.5, 0)
    with pytest.raises(BadPrediction, match="row 0: label"):
        averitec_report(pairs, SCORERS["paper"], resamples=0, strict=True)
