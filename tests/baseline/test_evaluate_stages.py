"""`evaluate --stages`, `--claim` and `--against`: M-ReRank's tables of a small file, with numbers computed by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.baseline.official import official_scores, prediction_row, write_predictions


def order(kind: str, stage: str, ids: list[str], spent: float = 1.0, scores: list[float | None] | None = None) -> dict:
    values = scores or [1.0 - place / 10 for place in range(len(ids))]
    candidates = [list(one) for one in zip(ids, values, strict=True)]
    return {"kind": kind, "stage": stage, "milliseconds": spent, "candidates": candidates}


def first() -> dict[str, Any]:
    """Gold: a sentence of A, a cell of B. The stage brings B from place 6 to 2; the cell is missed in its table."""
    pages = ["A", "C", "D", "E", "F", "B"]
    return prediction_row([["A_sentence_0", "B_cell_0_1_1"]], ["A_sentence_0", "B_cell_0_2_2"]) | {
        "id": 11, "claim": "One.", "challenge": "Multi-hop Reasoning",
        "predicted_pages": ["A", "B", "C", "D", "E"],
        "predicted_sentences": ["A_sentence_0"], "predicted_tables": ["B_table_0"],
        "predicted_shown": ["A_sentence_0"],
        "predicted_stages": [
            order("pages", "fusion", pages, 4.0),
            order("pages", "stage", ["A", "B", "C", "D", "E", "F"], 2.0),
            order("sentences", "bm25", ["C_sentence_1", "A_sentence_0"]),
            order("tables", "bm25", ["B_table_0"]),
            order("cells", "lexical", ["B_cell_0_2_2"], 1.0, [0.4]),
        ],
    }  # fmt: skip


def second() -> dict[str, Any]:
    """Gold: a cell of A; everything is right. The stage failed for this claim."""
    return prediction_row([["A_cell_0_1_0"]], ["A_cell_0_1_0", "A_cell_0_3_0"], "REFUTES", "REFUTES") | {
        "id": 12, "claim": "Two.", "challenge": "Numerical Reasoning",
        "predicted_pages": ["A"], "predicted_sentences": [], "predicted_tables": ["A_table_0"],
        "predicted_shown": ["A_cell_0_1_0"],
        "predicted_stages": [
            order("pages", "fusion", ["A", "B"], 6.0),
            order("tables", "bm25", ["C_table_0", "A_table_0"]),
            order("cells", "lexical", ["A_cell_0_1_0", "A_cell_0_3_0"], 1.0, [0.9, 0.3]),
        ],
    }  # fmt: skip


@pytest.fixture
def files(tmp_path) -> tuple[Path, Path]:
    """The claims as they are, and turned around and without the second stage."""
    plain = first() | {"predicted_evidence": ["A_sentence_0", "B_cell_0_1_1"]}
    plain["predicted_stages"] = [one for one in plain["predicted_stages"] if one["stage"] != "stage"]
    one = write_predictions(tmp_path / "a.jsonl", [first(), second()])
    return one, write_predictions(tmp_path / "b.jsonl", [second(), plain])


@pytest.fixture
def evaluated(capsys):
    def run(*arguments: object, resamples: int = 0) -> dict[str, dict[str, dict[str, float | None]]]:
        given = [*map(str, arguments), "--format", "json", "--resamples", str(resamples)]
        call_command("evaluate", *given)
        return {
            table["title"]: {
                row["name"]: {column: value and value["value"] for column, value in row["values"].items()}
                for row in table["rows"]
            }
            for table in json.loads(capsys.readouterr().out)["tables"]
        }

    return run


def test_recall_by_stage_and_depth_and_the_gain_of_a_stage(evaluated, files):
    found = evaluated(files[0], "--stages")
    pages = found["Pages by stage (Table 3)"]
    assert [pages["fusion"][f"@{k}"] for k in (150, 20, 5, 3, 1)] == [1, 1, 0.75, 0.75, 0.75]
    assert [pages["stage"][f"@{k}"] for k in (20, 5, 3, 1)] == [1, 1, 1, 0.75]
    assert [pages[name]["all @5"] for name in ("fusion", "stage")] == [0.5, 1]
    gain = found["Pages by stage (Table 3): gain over the stage before"]["stage"]
    assert [gain[f"@{k}"] for k in (20, 5, 1)] == [0, 0.25, 0]
    assert found["Sentences by stage (Table 4)"]["bm25"]["@5"] == 1
    tables = found["Tables and lists by stage (Table 5)"]["bm25"]
    assert (tables["@3"], tables["@1"]) == (1, 0.5)
    assert found["Cells by stage"]["lexical"]["@25"] == 0.5


def test_the_other_tables_of_the_paper(evaluated, files):
    found = evaluated(files[0], "--stages", "--threshold", "0.5")
    formats = found["Recall by format (Table 1)"]
    assert [*formats["Share of a claim's gold"].values()] == [1, 1, 1, 0.5, None]
    assert formats["Claims with all of it"]["Evidence"] == 0.5
    assert found["Scores (Table 2)"]["FEVEROUS score"][""] == 0.5
    times = found["Times (Table 7)"]
    assert times["pages: fusion"] == {"mean": 5, "median": 5, "p95": pytest.approx(5.9)}
    assert (times["pages: stage"]["mean"], times["pages: all stages"]["mean"]) == (2, 6)
    cut = found["Precision and recall (Table 8)"]
    assert [*cut["5 sentences, 25 cells"].values()] == [0.5, 0.5, 0.5, 2]
    assert [*cut["as shown to annotators"].values()] == [0.5, 1, 0.5, 1]
    assert [*cut["5 sentences, cells from 0.5"].values()] == [0.5, 1, 0.5, 1]
    sources = found["Errors by source (Figure 4)"]
    assert {name: row[""] for name, row in sources.items() if row[""]} == {"Cell missed": 0.5, "Complete": 0.5}
    by_challenge = found["Errors by challenge (Figure 5)"]
    assert by_challenge["Multi-hop Reasoning (1)"]["Cell missed"] == 1
    assert by_challenge["Numerical Reasoning (1)"]["Complete"] == 1


@pytest.mark.parametrize(
    ("change", "source"),
    [
        ({"predicted_pages": ["A"]}, "Page missed"),
        ({"predicted_tables": []}, "Table missed"),
        ({"predicted_evidence": ["B_cell_0_1_1"]}, "Sentence missed"),
        ({"predicted_evidence": []}, "Sentence and cell missed"),
        ({"predicted_evidence": ["A_sentence_0", "B_cell_0_1_1"], "predicted_label": "REFUTES"}, "Wrong verdict"),
        ({"evidence": [{"content": ["X_sentence_0", "Y_sentence_1"]}, {"content": ["A_sentence_0"]}]}, "Complete"),
    ],
)
def test_an_error_has_one_source(change, source, evaluated, tmp_path):
    others = {"predicted_evidence": ["C_sentence_0"]}
    path = write_predictions(tmp_path / "one.jsonl", [first() | change, second() | others])
    found = evaluated(path, "--stages")["Errors by challenge (Figure 5)"]
    assert found["Multi-hop Reasoning (1)"][source] == 1
    assert found["Numerical Reasoning (1)"]["Complete"] == 0


def test_a_file_without_stages_has_the_tables_that_need_none(evaluated, tmp_path):
    row = {name: value for name, value in first().items() if name not in ("predicted_stages", "predicted_shown")}
    found = evaluated(write_predictions(tmp_path / "plain.jsonl", [row]), "--stages")
    assert found["Pages by stage (Table 3)"] == {
        "as predicted": {"@5": 1, "@3": 1, "@1": 0.5, "all @5": 1, "all @1": 0}
    }
    assert "Times (Table 7)" not in found
    assert "as shown to annotators" not in found["Precision and recall (Table 8)"]


def test_the_ranks_of_one_claim_before_and_after(evaluated, files):
    found = evaluated(files[0], "--claim", "11")
    pages = found["Ranks of pages (Figure 3)"]
    assert [*pages] == ["* A", "* B", "C", "D", "E", "F"]
    assert pages["* B"] == {"fusion": 6, "stage": 2}
    assert found["Ranks of cells (Figure 3)"]["* B_cell_0_1_1"] == {"lexical": None}
    with pytest.raises(CommandError, match=r"a\.jsonl: no claim has the id 13"):
        evaluated(files[0], "--claim", "13")


def test_two_files_are_compared_claim_by_claim(evaluated, files, capsys):
    found = evaluated(files[0], "--against", files[1])
    recall = found["Whole system"]["Evidence (a whole gold set)"]
    assert recall == {"a.jsonl": 0.5, "b.jsonl": 1, "difference": -0.5}
    staged = evaluated(files[0], "--against", files[1], "--stages")
    assert staged["Pages by stage (Table 3)"]["fusion: @5"] == {"a.jsonl": 0.75, "b.jsonl": 0.75, "difference": 0}
    assert not any(name.startswith("stage") for name in staged["Pages by stage (Table 3)"])
    assert staged["Errors by source (Figure 4)"]["Cell missed"]["difference"] == 0.5
    call_command("evaluate", str(files[0]), "--against", str(files[1]))
    assert "-50.0 [-100.0, +0.0]" in capsys.readouterr().out


def test_files_of_other_claims_are_not_compared(files, tmp_path):
    for rows, words in (
        ([second()], "2 claims against 1"),
        ([second(), first() | {"id": 5}], "line 2: id 11 is not in the second file"),
        ([second(), first() | {"label": "REFUTES"}], "line 2: its gold is not that of line 3 of the second file"),
    ):
        other = write_predictions(tmp_path / "other.jsonl", rows)
        with pytest.raises(CommandError, match=words):
            call_command("evaluate", str(files[0]), "--against", str(other))


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        ({}, "predicted_stages: want a list"),
        ([[]], r"predicted_stages\[0\]: want an object"),
        ([order("words", "x", [])], r"predicted_stages\[0\].kind: 'words' is not one of"),
        ([order("pages", "", [])], r"predicted_stages\[0\].stage: '' is no name"),
        ([order("pages", "x", [], -1)], r"predicted_stages\[0\].milliseconds: -1"),
        ([order("pages", "x", ["A"], 1, [None]), order("pages", "y", ["A", "A"])], r"\[1\].candidates: 'A' is there"),
        ([order("pages", "x", []) | {"candidates": ["A"]}], r"candidates\[0\]: 'A' is not \[id, score\]"),
        ([order("pages", "x", []) | {"candidates": None}], r"\.candidates: want a list"),
    ],
)
def test_bad_stages_are_named_by_file_and_line(stages, words, tmp_path):
    path = write_predictions(tmp_path / "bad.jsonl", [first(), first() | {"predicted_stages": stages}])
    with pytest.raises(CommandError, match=rf"bad\.jsonl: line 3: .*{words}"):
        call_command("evaluate", str(path), "--stages")


def test_gold_may_come_from_another_file(evaluated, tmp_path, files):
    submitted = [{key: value for key, value in row.items() if key != "evidence"} for row in (second(), first())]
    path = write_predictions(tmp_path / "submission.jsonl", submitted)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]))
    assert evaluated(path, "--gold", files[0], "--stages") == evaluated(files[0], "--stages")


def test_the_official_scorer_reads_the_file_as_before(files):
    assert official_scores(files[0]) == pytest.approx([0.5, 1.0, 0.5, 0.5, 0.5])


def test_text_and_markdown_have_units(files, capsys):
    call_command("evaluate", str(files[0]), "--stages", "--resamples", "50")
    assert "+25.0 [" in capsys.readouterr().out
    call_command("evaluate", str(files[0]), "--claim", "11", "--format", "markdown")
    assert "| * B | 6 | 2 |" in capsys.readouterr().out
