"""AVeriTeC's three scorers: cases computed by hand, the values published for dev, and files that cannot be scored."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from annotation.averitec.submissions import Shape, as_shape, shape_of
from baseline.scoring.averitec.report import averitec_report, scored_files
from baseline.scoring.averitec.rows import Pair, paired, rows_of
from baseline.scoring.averitec.scorers import SCORERS, claim_score
from baseline.scoring.predictions import BadPrediction
from baseline.scoring.tables import as_json

CASES = [json.loads(line) for line in (Path(__file__).parent / "averitec_cases.jsonl").read_text().splitlines()]

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


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_cases_computed_by_hand(case: dict[str, Any]) -> None:
    """Twenty cases with words that have no synonyms or stems in common.

    An n-word string that is predicted as it is scores 1 - 0.5 / n^3 (one chunk). k shared words in c chunks of p
    predicted and r gold words: P = k / p, R = k / r, F = P R / (.9 P + .1 R), less F * 0.5 * (c / k)^3.
    """
    pairs = case["predicted"]
    predicted: dict[Shape, dict[str, Any]] = {
        Shape.PAPER: {"questions": [asked(*pair) for pair in pairs]},
        Shape.TASK_2024: {"evidence": [{"question": question, "answer": answer} for question, answer in pairs]},
        Shape.EVALAI: {"evidence": [" ".join(pair) for pair in pairs]},
    }
    for shape, row in predicted.items():
        gold = {"label": "Refuted", "questions": case["gold"]}
        found = claim_score(SCORERS[shape], Pair(gold, {"label": "refuted"} | row, "line 1"))
        assert found.evidence == pytest.approx(float(Fraction(case["scores"][shape])), abs=1e-12), shape
        assert SCORERS[shape].passes(found.evidence, 0.25) is case["passes"][shape]
        assert found.is_right


THRESHOLDS = (0.1, 0.2, 0.25, 0.3, 0.4, 0.5)


@pytest.mark.extended
@pytest.mark.parametrize(
    ("made", "values", "scores"),
    [
        ("gold", (0.9989, 0.9990, 0.9953), (1, 1, 1, 1, 1, 1)),
        ("claim", (0.2300, 0.1339, 0.1903), (0.278, 0.112, 0.076, 0.052, 0.030, 0.006)),
        ("repeated", (0.3303, 0.1690, 0.1905), (0.402, 0.174, 0.100, 0.060, 0.018, 0.002)),
    ],
)
def test_dev_scores_as_published(
    shared_data: Path, made: str, values: tuple[float, ...], scores: tuple[float, ...]
) -> None:
    gold = json.loads((shared_data / "averitec/dev.json").read_text())
    pairs = paired([("", row) for row in gold], [("", _made(made, row)) for row in gold])
    found = values_of(averitec_report(pairs, SCORERS["paper"], resamples=0))
    names, at = ("Questions alone", "Questions and answers", "Justification"), [f"@{one}" for one in THRESHOLDS]
    assert [found[name]["predicted"] for name in names] == pytest.approx(values, abs=6e-4)
    assert [found[one]["score"] for one in at] == pytest.approx(scores, abs=5e-4)
    labels = [found[name][""] for name in ("Label accuracy", "Macro F1")]
    assert labels == pytest.approx([1, 1] if made == "gold" else [0.610, 0.189], abs=5e-4)
    # the floor: evidence and justification of the next claim, with the right label
    assert [found[name]["floor"] for name in names] == pytest.approx([0.1002, 0.0979, 0.1174], abs=5e-4)
    assert [found[one]["floor"] for one in at] == pytest.approx([0.428, 0.042, 0.020, 0.010, 0.006, 0.002], abs=5e-4)


def _made(what: str, row: dict[str, Any]) -> dict[str, Any]:
    """A prediction made of a row of dev."""
    claim = row["claim"]
    if what == "gold":
        return {"claim": claim} | {name: row[name] for name in ("label", "justification", "questions")}
    if what == "claim":
        return {"claim": claim, "label": "Refuted", "questions": [asked(claim, claim)]}
    return {"claim": claim, "label": "Refuted", "justification": claim, "string_evidence": [claim] * 10}


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
        ([{"claim_id": 1.5}, {"claim_id": 1}], "row 0: claim_id"),
        (
            [{"claim": "A", "label": "", "string_evidence": ["x" * 100_001]}, {"claim": "B"}],
            "row 0: string_evidence[0]",
        ),
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


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[{"claim": "A"} {"claim": "B"}]', "row 1"),
        ('[{"claim": "A"}, {"claim": "B"}', "row 2"),
        ('[{"claim": "A"}, {"claim": ', "row 1"),
        ('[{"claim": NaN}]', "row 0"),
        ("[]", "no row"),
        (f'[{{"claim": "{"x" * 5_000_000}"}}]', "row 0"),
        (f'{{"claim": "{"x" * 5_000_000}"}}', "line 1"),
    ],
    ids=["no comma", "no bracket", "half a row", "NaN", "empty", "a row too long", "a line too long"],
)
def test_files_that_are_cut_or_too_long_are_named(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "predicted.json"
    file.write_text(text)
    with pytest.raises(BadPrediction, match=named):
        rows_of(file)


def test_rows_longer_than_a_chunk_are_read_whole(tmp_path: Path) -> None:
    rows = [{"n": n, "text": "x" * (n * 40_000)} for n in range(5)]
    file = tmp_path / "predicted.json"
    file.write_text(f" {json.dumps(rows, indent=1)}\n")
    assert [row for _where, row in rows_of(file)] == rows


def test_thresholds_are_settings(tmp_path: Path) -> None:
    gold, file = tmp_path / "gold.json", tmp_path / "predicted.json"
    gold.write_text(json.dumps(GOLD))
    file.write_text(json.dumps([as_shape(row, Shape.PAPER, number) for number, row in enumerate(GOLD)]))
    found = values_of(scored_files(file, gold, Shape.PAPER, resamples=0, thresholds=[0.9], recalls=[0.5]))
    assert found["@0.9"]["score"] == found["Label right, recall above 0.5"]["predicted"] == 1
    assert found["Yardstick: recall"]["predicted"] == 1
    assert "@0.25" not in found


def test_unknown_labels_are_wrong_and_counted_and_empty_evidence_scores_nothing() -> None:
    rows = [{"claim": "A", "label": "Fake"}, {"claim": "B", "label": "SUPPORTED", "questions": []}]
    pairs = paired([("", row) for row in GOLD], [(f"row {n}", row) for n, row in enumerate(rows)])
    report = averitec_report(pairs, SCORERS["paper"], resamples=0)
    assert len(report.malformed) == 1
    found = values_of(report)
    assert (found["Label accuracy"][""], found["Questions and answers"]["predicted"]) == (0.5, 0)
    with pytest.raises(BadPrediction, match="row 0: label"):
        averitec_report(pairs, SCORERS["paper"], resamples=0, strict=True)
