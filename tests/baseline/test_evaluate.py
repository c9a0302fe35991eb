"""`manage.py evaluate` and `python -m baseline.scoring`: the paper's tables of a prediction file."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from baseline.scoring.predictions import read_predictions
from baseline.scoring.report import report
from baseline.scoring.tables import as_json
from tests.baseline.official import HEADER, prediction_row, write_predictions

ROOT = Path(__file__).resolve().parents[2]


def full_row() -> dict:
    """Two pages, a sentence, two cells of one table and one of another; the system finds half."""
    return prediction_row(
        [["A_sentence_0", "A_cell_0_1_1", "A_cell_0_2_1", "B_cell_3_1_0"]],
        ["A_sentence_0", "A_cell_0_1_1", "B_cell_3_1_0"],
    ) | {
        "challenge": "Multi-hop Reasoning",
        "predicted_pages": ["A", "C", "B"],
        "predicted_sentences": ["C_sentence_4", "A_sentence_0"],
        "predicted_tables": ["A_table_0", "C_table_0", "C_table_1"],
        "oracle_cells": ["A_cell_0_1_1", "A_cell_0_2_1"],
        "oracle_label": "REFUTES",
    }


def table(result: dict, title: str) -> dict:
    """Row name -> column -> value."""
    rows = next(one["rows"] for one in result["tables"] if one["title"].startswith(title))
    return {row["name"]: {name: value and value["value"] for name, value in row["values"].items()} for row in rows}


@pytest.fixture
def evaluated(tmp_path):
    def run(rows: list[dict], **options) -> dict:
        path = write_predictions(tmp_path / "predictions.jsonl", rows)
        with path.open(encoding="utf-8") as lines:
            return as_json(report(read_predictions(lines), **options))

    return run


def test_retrieval_is_the_share_of_gold_pieces_among_the_first(evaluated):
    found = table(evaluated([full_row()], resamples=0), "Retrieval")
    first = "pages (last row: passages)"
    assert [found[f"top {k}"][first] for k in (1, 2, 3, 5)] == [0.5, 0.5, 1, 1]
    assert [found[f"top {k}"]["sentences"] for k in (1, 2)] == [0, 1]
    assert [found[f"top {k}"]["tables"] for k in (1, 2, 3)] == [0.5, 0.5, 0.5]
    assert found["top 5"]["tables"] is None
    assert [found[f"top {k}"]["all pages"] for k in (1, 3)] == [0, 1]
    assert found["5 sentences and 3 tables"][first] == pytest.approx(2 / 3)


def test_cells_are_counted_in_the_system_and_given_the_gold_tables(evaluated):
    found = table(evaluated([full_row()], resamples=0), "Cell recall")
    assert found["In the whole system"][""] == pytest.approx(2 / 3)
    assert found["Given the gold tables"][""] == pytest.approx(2 / 3)
    assert found["where a table has one gold cell"][""] == 0  # B's only cell was not found


def test_verdicts_are_judged_by_class_with_and_without_gold_evidence(evaluated):
    rows = [
        prediction_row([["A_sentence_0"]], [], gold, said) | {"oracle_label": oracle}
        for gold, said, oracle in [
            ("SUPPORTS", "SUPPORTS", "SUPPORTS"),
            ("SUPPORTS", "REFUTES", "SUPPORTS"),
            ("REFUTES", "REFUTES", "REFUTES"),
            ("NOT ENOUGH INFO", "REFUTES", "NOT ENOUGH INFO"),
        ]
    ]
    found = table(evaluated(rows, resamples=0), "Verdicts")
    assert found["In the whole system"] == pytest.approx(
        {"SUPPORTS": 2 / 3, "REFUTES": 0.5, "NOT ENOUGH INFO": 0, "Overall": 7 / 18}
    )
    assert set(found["Given the gold evidence"].values()) == {1}


def test_intervals_hold_the_value_and_are_the_same_for_the_same_seed(evaluated):
    rows = [full_row() for _ in range(20)] + [prediction_row([["A_sentence_0"]], ["A_sentence_0"]) for _ in range(20)]
    first, again = (evaluated(rows, resamples=200, seed=3) for _ in range(2))
    assert first == again
    score = first["tables"][0]["rows"][0]["values"][""]
    assert score["low"] < score["value"] == 0.5 < score["high"]
    assert 0.2 < score["high"] - score["low"] < 0.45  # the normal approximation: 0.31


def test_what_was_not_predicted_is_left_out(evaluated):
    titles = [one["title"] for one in evaluated([prediction_row([["A_sentence_0"]], [])], resamples=0)["tables"]]
    assert titles == ["Whole system", "By type of evidence (Table 3)", "Verdicts, F1 (Table 4, right)"]


def test_sentences_and_cells_alone_have_a_verdict_of_their_own(evaluated):
    """Of three claims the first is complete from sentences, the second from cells, the third from neither."""
    both = ["A_sentence_0", "A_cell_0_1_1"]
    rows = [
        prediction_row([one], both, "REFUTES", "REFUTES")
        | {"predicted_label_sentences": said, "predicted_label_cells": other}
        for one, said, other in [
            (["A_sentence_0"], "REFUTES", "SUPPORTS"),
            (["A_cell_0_1_1"], "SUPPORTS", "REFUTES"),
            (both, "REFUTES", ""),
        ]
    ]
    result = evaluated(rows, resamples=0)
    found = table(result, "By type of evidence")
    third = pytest.approx(1 / 3)
    assert found["Sentences only"] == {
        "FEVEROUS score": third,
        "Evidence": third,
        "Label accuracy": pytest.approx(2 / 3),
    }
    assert found["Cells only"] == {"FEVEROUS score": third, "Evidence": third, "Label accuracy": third}
    assert found["Sentences and cells"] == {"FEVEROUS score": 1, "Evidence": 1, "Label accuracy": 1}
    verdicts = table(result, "Verdicts")
    assert verdicts["from its sentences alone"]["REFUTES"] == pytest.approx(0.8)
    assert verdicts["from its cells alone"]["REFUTES"] == pytest.approx(0.5)


def test_without_labels_of_their_own_only_the_evidence_is_told(evaluated):
    found = table(evaluated([full_row()], resamples=0), "By type of evidence")
    assert found["Sentences only"] == {"FEVEROUS score": None, "Evidence": 0, "Label accuracy": None}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("{", "line 3: not JSON"),
        ("", "line 3: not JSON"),
        ("[]", "line 3: not an object"),
        ({"label": "MAYBE"}, "line 3: label: 'MAYBE' is not one of SUPPORTS, REFUTES, NOT ENOUGH INFO"),
        ({"predicted_label": None}, "line 3: predicted_label: None is not one of"),
        ({"predicted_evidence": "P_sentence_0"}, "line 3: predicted_evidence: want a list"),
        ({"evidence": [{"content": ["P_sentence"]}]}, r"line 3: evidence\[0\].content\[0\]: 'P_sentence'"),
        ({"evidence": "none"}, "line 3: evidence: want the gold evidence sets"),
        ({"challenge": "Hard"}, "line 3: challenge: 'Hard' is not one of"),
        ("[" * 100_000, "line 3: not JSON"),
    ],
)
def test_a_bad_line_is_named_with_its_field(row, words, tmp_path):
    good = prediction_row([["P_sentence_0"]], [])
    text = row if isinstance(row, str) else json.dumps(good | row)
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join([json.dumps(HEADER), json.dumps(good), text]) + "\n")
    with pytest.raises(CommandError, match=words):
        call_command("evaluate", str(path))


MALFORMED = [
    ({"predicted_label_cells": "MAYBE"}, "line 3: predicted_label_cells: 'MAYBE' is not one of"),
    ({"predicted_evidence": ["P_sentence"]}, r"line 3: predicted_evidence\[0\]: 'P_sentence': sentence takes 1"),
    ({"predicted_evidence": ["P_sentence_0", 3]}, r"line 3: predicted_evidence\[1\]: want an element id"),
    ({"predicted_evidence": [["P", "sentence", 0]]}, r"line 3: predicted_evidence\[0\]: want an element id"),
    ({"predicted_sentences": ["P"]}, r"line 3: predicted_sentences\[0\]: 'P'"),
]


@pytest.mark.parametrize(("row", "words"), MALFORMED)
def test_malformed_parts_of_a_prediction_are_counted_and_named_or_refused(row, words, tmp_path, capsys):
    good = prediction_row([["P_sentence_0"]], [])
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in (HEADER, good, good | row)) + "\n")
    call_command("evaluate", str(path), "--format", "json", "--resamples", "0")
    found = json.loads(capsys.readouterr().out)["malformed"]
    assert found["count"] == 1
    assert re.match(words, found["first"][0])
    call_command("evaluate", str(path), "--resamples", "0")
    assert re.search(words, capsys.readouterr().out)
    with pytest.raises(CommandError, match=words):
        call_command("evaluate", str(path), "--strict")


def test_a_file_without_its_placeholder_is_not_scored_one_row_short(tmp_path, capsys):
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps(prediction_row([["P_sentence_0"]], ["P_sentence_0"])) + "\n")
    with pytest.raises(CommandError, match="line 1: .*--no-header"):
        call_command("evaluate", str(path))
    call_command("evaluate", str(path), "--no-header", "--resamples", "0")
    assert "1 claims" in capsys.readouterr().out


def test_a_submission_is_paired_with_its_gold_file(tmp_path, capsys):
    gold = write_predictions(tmp_path / "gold.jsonl", [prediction_row([["P_sentence_0"]], []) | {"id": 5}])
    said = {"predicted_label": "SUPPORTS", "predicted_evidence": [["P", "sentence", "0"]]}
    path = tmp_path / "submission.jsonl"
    path.write_text(json.dumps(said) + "\n")
    call_command("evaluate", str(path), "--gold", str(gold), "--format", "json", "--resamples", "0")
    found = table(json.loads(capsys.readouterr().out), "Whole")
    assert found["FEVEROUS score"][""] == 1
    path.write_text(json.dumps(said | {"id": 6}) + "\n")
    with pytest.raises(CommandError, match="line 1: id 6 is not in the gold file"):
        call_command("evaluate", str(path), "--gold", str(gold))
    path.write_text((json.dumps(said) + "\n") * 2)
    with pytest.raises(CommandError, match="2 predictions for 1 gold claims"):
        call_command("evaluate", str(path), "--gold", str(gold))
    path.write_text(json.dumps(said | {"id": [5]}) + "\n")
    with pytest.raises(CommandError, match=r"line 1: id: \[5\] is no number of a claim"):
        call_command("evaluate", str(path), "--gold", str(gold))


def test_a_gold_file_may_lack_its_placeholder_and_has_each_claim_once(tmp_path, capsys):
    row = json.dumps(prediction_row([["P_sentence_0"]], []) | {"id": 5}) + "\n"
    gold, path = tmp_path / "gold.jsonl", tmp_path / "predictions.jsonl"
    path.write_text(json.dumps({"id": 5, "predicted_label": "SUPPORTS", "predicted_evidence": []}) + "\n")
    gold.write_text(row)
    call_command("evaluate", str(path), "--gold", str(gold), "--no-header", "--resamples", "0")
    assert "1 claims" in capsys.readouterr().out
    gold.write_text(json.dumps(HEADER) + "\n" + 2 * row)
    with pytest.raises(CommandError, match="gold line 3: id 5 was there already"):
        call_command("evaluate", str(path), "--gold", str(gold))


def test_a_submission_that_found_nothing_for_its_first_claim_keeps_it(tmp_path, capsys):
    """A row without label and evidence was thrown away as the placeholder."""
    gold = write_predictions(tmp_path / "gold.jsonl", [prediction_row([["P_sentence_0"]], []) for _ in range(2)])
    path = tmp_path / "submission.jsonl"
    path.write_text((json.dumps({"predicted_label": "", "predicted_evidence": []}) + "\n") * 2)
    call_command("evaluate", str(path), "--gold", str(gold), "--resamples", "0")
    assert "2 claims" in capsys.readouterr().out


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path, capsys):
    path = write_predictions(tmp_path / "p.jsonl", [full_row()])
    path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8-sig")
    call_command("evaluate", str(path), "--gold", str(path), "--no-header", "--resamples", "0")
    call_command("evaluate", str(path), "--resamples", "0")
    assert capsys.readouterr().out.count("1 claims") == 2


def test_it_runs_without_django_and_prints_markdown(tmp_path):
    path = write_predictions(tmp_path / "p.jsonl", [full_row()])
    command = [sys.executable, "-m", "baseline.scoring", str(path), "--format", "markdown", "--resamples", "5"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={"PATH": ""})
    assert result.returncode == 0, result.stderr
    assert "| FEVEROUS score | 0.0 [0.0, 0.0] |" in result.stdout
    assert "### Retrieval (Table 4, left)" in result.stdout


def test_a_file_that_is_not_there_or_not_text_is_said(tmp_path):
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("evaluate", str(tmp_path / "none.jsonl"))
    path = tmp_path / "latin.jsonl"
    path.write_bytes(b'{"id": "\xe9"}\n')
    with pytest.raises(CommandError, match="not UTF-8"):
        call_command("evaluate", str(path))
    good = write_predictions(tmp_path / "good.jsonl", [prediction_row([["P_sentence_0"]], [])])
    path.write_bytes(json.dumps(HEADER).encode() + b"\n" + b"{}\n" * 5_000 + b'{"id": "\xe9"}\n')
    with pytest.raises(CommandError, match="latin.jsonl: line 5002: not UTF-8"):  # not the predictions, nor a byte
        call_command("evaluate", str(good), "--gold", str(path))
    path.write_text(json.dumps(HEADER) + "\n")
    with pytest.raises(CommandError, match="no predictions to score"):
        call_command("evaluate", str(path))


def test_where_no_label_was_predicted_there_is_no_number_of_labels(evaluated):
    rows = [full_row() | {"predicted_label": "", "oracle_label": ""} for _ in range(3)]
    result = evaluated(rows, resamples=0)
    system = table(result, "Whole system")
    assert {name: row[""] for name, row in system.items()} == {
        "FEVEROUS score": None,
        "Evidence (a whole gold set)": 0,
        "Label accuracy": None,
        "Evidence precision": 1,
        "Evidence F1": 0,
    }
    verdicts = table(result, "Verdicts")
    assert set(verdicts["In the whole system"].values()) == {None}
    assert "Given the gold evidence" not in verdicts
    challenge = table(result, "By challenge")["Multi-hop Reasoning (3)"]
    assert challenge == {"FEVEROUS score": None, "Evidence": 0, "Label accuracy": None}


def test_where_no_evidence_was_predicted_there_is_no_number_of_evidence(evaluated):
    result = evaluated([prediction_row([["A_cell_0_1_1"]], []) | {"predicted_pages": []}], resamples=0)
    system = table(result, "Whole system")
    assert [name for name, row in system.items() if row[""] is not None] == ["Label accuracy"]
    assert [one["title"] for one in result["tables"] if one["title"].startswith(("Retrieval", "Cell"))] == []


def test_one_label_makes_the_others_wrong(evaluated):
    rows = [full_row() | {"predicted_label": label} for label in ("", "SUPPORTS", "")]
    assert table(evaluated(rows, resamples=0), "Whole system")["Label accuracy"][""] == pytest.approx(1 / 3)


@pytest.mark.parametrize(("right", "is_worthless"), [(60, True), (95, False)])
def test_verdicts_that_are_no_better_than_the_commonest_label_are_said_to_be_worthless(evaluated, right, is_worthless):
    golds = ["SUPPORTS"] * 60 + ["REFUTES"] * 40
    others = {"SUPPORTS": "REFUTES", "REFUTES": "SUPPORTS"}
    rows = [
        prediction_row([["A_sentence_0"]], [], gold, gold if n * 37 % 100 < right else others[gold])
        for n, gold in enumerate(golds)
    ]
    result = evaluated(rows, resamples=300)
    assert table(result, "Verdicts")["Always the commonest label"] == {
        "SUPPORTS": 0.75, "REFUTES": 0, "NOT ENOUGH INFO": None, "Overall": 0.375
    }  # fmt: skip
    note = next(one["note"] for one in result["tables"] if one["title"].startswith("Verdicts"))
    assert ("points, 95 %" in note) is is_worthless
