"""Files that are refused, before the submission of the day is used: named with row, field and remedy, and no gold."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.shared_tasks.files import folder_of
from annotation.shared_tasks.models import TeamSubmission
from baseline.scoring.hosted.check import check
from baseline.scoring.hosted.gold import read_gold
from baseline.scoring.hosted.measures import Hosted
from baseline.scoring.predictions import BadPrediction
from tests.frontend.html import texts
from tests.shared_tasks.hosting import SECRET, as_file, gold_rows, player, predictions, submit

Row = dict[str, Any]


def changed(place: int, **fields: Any) -> list[Row]:
    rows = predictions(3)
    rows[place] = rows[place] | fields
    return rows


def without(place: int, field: str) -> list[Row]:
    rows = predictions(3)
    del rows[place][field]
    return rows


def text(rows: list[Row]) -> bytes:
    return "\n".join(map(json.dumps, rows)).encode()


# What is wrong -> the file, and what its error names.
BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "an unknown id": (lambda: text(changed(2, claim_id=999)), "p.jsonl: line 3: claim_id: 999"),
    "an id twice": (lambda: text(changed(2, **predictions(3)[1])), "p.jsonl: line 3: claim_id: 1"),
    "too few rows": (lambda: text(predictions(3)[:-2]), "2 of 12 claims"),
    "shifted ids": (lambda: text(changed(2, claim="Another claim.")), "p.jsonl: line 3: claim:"),
    "an unknown label": (lambda: text(changed(4, pred_label="Perhaps")), "p.jsonl: line 5: pred_label: 'Perhaps'"),
    "no label": (lambda: text(without(4, "pred_label")), "p.jsonl: line 5: pred_label"),
    "a label that is NaN": (lambda: text(changed(4, pred_label=float("nan"))), "p.jsonl: line 5: NaN"),
    "evidence that is no list": (lambda: text(changed(4, evidence="words")), "p.jsonl: line 5: evidence"),
    "strings of EvalAI": (lambda: text(changed(4, evidence=["words"])), "p.jsonl: line 5: evidence[0]"),
    "questions of the paper": (
        lambda: text([{k: v for k, v in row.items() if k != "evidence"} | {"questions": gold_rows()[0]["questions"]}
                      for row in predictions(3)]),
        "p.jsonl: line 1: this is the shape of the scorer 'paper'",
    ),
    "a truncated line": (lambda: text(predictions(3))[:-9], "p.jsonl: line 12: not readable as JSON"),
    "a truncated array": (lambda: json.dumps(predictions(3)).encode()[:-1], "p.jsonl: row 12: not readable as JSON"),
    "a list of lists": (lambda: b"[[1], [2]]", "p.jsonl: row 0: not an object"),
    "letters of another encoding": (lambda: text(predictions(3)) + b"\n\xff\xfe", "p.jsonl: line 13: not UTF-8"),
    "nothing but a header": (lambda: b'{"claim_id": "", "claim": ""}\n', "p.jsonl: no row"),
}  # fmt: skip


def test_every_bad_file_is_refused_and_uses_up_no_day(task, split):
    anna, wrong = player("anna", task, "north"), []
    for what, (made, named) in BAD.items():
        answer = submit(anna, split, SimpleUploadedFile("p.jsonl", made()), "north")
        said = " ".join(texts(answer.text, "#submitform_file_error li"))
        if answer.status_code != 400 or named not in said or str(folder_of(split)) in said:
            wrong.append(f"{what}: {answer.status_code} {said}")
        assert f"{SECRET}-why" not in answer.text
    assert not wrong, "\n".join(wrong)
    assert not TeamSubmission.objects.exists()
    assert [one.name for one in (folder_of(split) / "submissions").iterdir()] == []
    assert submit(anna, split, as_file(predictions(3)), "north").status_code == 302


def test_a_file_above_the_limit_is_refused_without_being_read(task, split, settings):
    settings.ATTEST_SUBMISSION_MB = 1
    anna = player("anna", task, "north")
    long = SimpleUploadedFile("p.jsonl", b" " * (1 << 20) + text(predictions(3)))
    answer = submit(anna, split, long, "north")
    assert answer.status_code == 400 and "p.jsonl" in texts(answer.text, "#submitform_file_error li")[0]
    huge = SimpleUploadedFile("p.jsonl", b" " * (3 << 20))
    assert submit(anna, split, huge, "north").status_code == 413
    assert not TeamSubmission.objects.exists()


FEVEROUS, FEVER = Hosted("feverous", "", "score"), Hosted("fever", "", "FEVER score")
CLAIMS = [{"id": 7, "claim": "One."}, {"id": 9, "claim": "Two."}]


def placed(tmp_path, rows: list[Row], hosted: Hosted) -> list[Row]:
    path = tmp_path / "file"
    path.write_bytes(text(rows))
    return [row for _where, row in check(path, "p.jsonl", CLAIMS, hosted)]


def test_feverous_and_fever_are_paired_by_id_whatever_their_order(tmp_path):
    rows = [
        {"id": "", "predicted_label": "", "predicted_evidence": ""},
        {"id": 9, "predicted_label": "REFUTES", "predicted_evidence": ["A_sentence_0", ["B", "cell", "0_1_1"]]},
        {"id": 7, "predicted_label": "supports", "predicted_evidence": []},
    ]
    assert [row["id"] for row in placed(tmp_path, rows, FEVEROUS)] == [7, 9]
    rows[1]["predicted_evidence"] = [["A", 0]]
    assert [row["id"] for row in placed(tmp_path, rows, FEVER)] == [7, 9]


@pytest.mark.parametrize(
    ("hosted", "fields", "named"),
    [
        (FEVEROUS, {"predicted_evidence": ["A_nothing_0"]}, "p.jsonl: line 2: predicted_evidence[0]"),
        (FEVEROUS, {"predicted_label": "MAYBE"}, "p.jsonl: line 2: predicted_label"),
        (FEVEROUS, {"predicted_label": ""}, "p.jsonl: line 2: predicted_label"),
        (FEVEROUS, {"id": None}, "p.jsonl: line 2: id"),
        (FEVER, {"predicted_evidence": ["A_sentence_0"]}, "p.jsonl: line 2: predicted_evidence[0]"),
        (FEVER, {"predicted_evidence": {}}, "p.jsonl: line 2: predicted_evidence"),
        (FEVER, {"predicted_label": "MAYBE"}, "p.jsonl: line 2: predicted_label"),
        (FEVER, {"id": 8}, "p.jsonl: line 2: claim_id: 8"),
    ],
)
def test_a_row_of_feverous_or_fever_that_is_wrong_is_named(tmp_path, hosted, fields, named):
    good = {"predicted_label": "REFUTES", "predicted_evidence": []}
    with pytest.raises(BadPrediction) as refused:
        placed(tmp_path, [{"id": 7} | good, {"id": 9} | good | fields], hosted)
    assert named in str(refused.value)


@pytest.mark.parametrize(
    ("hosted", "row", "named"),
    [
        (FEVER, {"id": 1, "claim": "One.", "label": "MAYBE", "evidence": []}, "label"),
        (FEVER, {"id": 1, "claim": "One.", "label": "REFUTES", "evidence": [["A"]]}, "line 1"),
        (FEVEROUS, {"id": 1, "claim": "One.", "label": "SUPPORTS", "evidence": [["A"]]}, "evidence[0]"),
        (FEVEROUS, {"claim": "One.", "label": "SUPPORTS", "evidence": []}, "id"),
        (Hosted("averitec", "paper", "accuracy"), {"claim": "One.", "label": "Refuted"}, "questions"),
        (Hosted("averitec", "paper", "accuracy"), {"label": "Refuted", "questions": []}, "claim"),
    ],
)
def test_gold_that_no_scorer_reads_is_named(tmp_path, hosted, row, named):
    path = tmp_path / "file"
    path.write_bytes(text([row]))
    with pytest.raises(BadPrediction, match="gold.jsonl: line 1") as refused:
        read_gold(path, "gold.jsonl", hosted)
    assert named in str(refused.value)
