"""FEVER's own score, against the values published with its scorer."""

from __future__ import annotations

import json
import lzma

import pytest
from django.core.management import call_command

from baseline.pipeline import Pipeline
from baseline.predict.rows import predicted_fever_rows
from baseline.scoring.fever import FeverRow, fever_scores, read_fever
from baseline.scoring.predictions import BadPrediction
from baseline.source import PagesInMemory
from baseline.training.data import read_rows
from baseline.training.nei_pages import nei_with_pages
from baseline.training.verdicts import verdict_examples
from corpus.fever.rows import read_row
from corpus.page.elements import Page
from corpus.page.page_json import page_from_json
from tests.corpus.fever_pages import fever_row


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


@pytest.fixture
def scored(capsys):
    """Types `python -m baseline.scoring`'s command as manage.py has it, and gives back what it prints."""

    def run(*words: object) -> dict[str, str]:
        call_command("evaluate", *map(str, words))
        lines = capsys.readouterr().out.splitlines()
        return {line[:20].strip(): line[20:].strip() for line in lines}

    return run


def test_evaluate_prints_the_published_values_to_the_last_digit(shared_data, tmp_path, scored):
    for name in ("actual", "predictions"):
        packed = shared_data / "fever" / f"scorer_{name}.jsonl.xz"
        (tmp_path / name).write_bytes(lzma.decompress(packed.read_bytes()))
    found = scored(tmp_path / "predictions", "--gold", tmp_path / "actual", "--format", "fever")
    assert found["Evidence precision"] == "0.1043804380438068"
    assert found["Evidence recall"] == "0.44224422442244227"
    assert found["Evidence F1"] == "0.1688970477815144"
    assert found["FEVER score"].startswith("0.32573257")


def page(name: str, *lines: str) -> Page:
    read = read_row(fever_row(name, lines))
    assert read is not None
    return page_from_json(json.loads(read.data))


PAGES = [
    page("Anna_Berg_-LRB-trader-RRB-", "Anna Berg was a trader from Elmstad .", "She owned nine ships ."),
    page("Elmstad", "Elmstad is a port .", "", "It has a harbour ."),
    page("Tin", "Tin is a metal ."),
]
ROWS = [
    {
        "id": 1,
        "label": "SUPPORTS",
        "claim": "Anna Berg was a trader from Elmstad.",
        "evidence": [[[1, 2, "Anna_Berg_-LRB-trader-RRB-", 0], [1, 2, "Elmstad", 0]], [[1, 3, "Nowhere", 0]]],
    },
    {"id": 2, "label": "NOT ENOUGH INFO", "claim": "Tin is a rare metal.", "evidence": [[[4, None, None, None]]]},
    {"id": 3, "label": "REFUTES", "claim": "Tin is a gas.", "evidence": [[[5, 6, "Gas", 0]]]},
]


def test_the_pipeline_predicts_rows_of_fever_that_evaluate_reads(tmp_path, scored):
    rows = [*predicted_fever_rows(ROWS, Pipeline(PagesInMemory(PAGES)))]
    assert rows[0]["predicted_evidence"][0] == ["Anna_Berg_-LRB-trader-RRB-", 0]
    assert len(rows[0]["predicted_evidence"]) <= 5 and rows[2]["predicted_pages"][0] == "Tin"
    predicted = tmp_path / "predicted.jsonl"
    said = [row | {"predicted_label": row["label"]} for row in rows]
    predicted.write_text("".join(json.dumps(row) + "\n" for row in said))
    found = scored(predicted, "--format", "fever")
    assert (found["Label accuracy"], found["Document recall @50"], found["Document recall @1"]) == ("1.0", "0.5", "0.0")
    assert found["Oracle accuracy @50"] == repr(2 / 3) and found["FEVER score"] == repr(2 / 3)


@pytest.mark.parametrize("way", ["nearest", "random"])
def test_claims_without_evidence_read_a_sentence_of_a_page(tmp_path, way):
    file = tmp_path / "train.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    records, source = read_rows(file), PagesInMemory(PAGES)
    assert [len(one.evidence) for one in records] == [2, 0, 1]
    first, second, third = nei_with_pages(records, source, way, seed=1)
    assert (first, third) == (records[0], records[2])
    assert second.evidence[0].content == ("Tin_sentence_0",) if way == "nearest" else second.evidence
    assert [one.label for one in verdict_examples(second, source)] == ["NOT ENOUGH INFO"]
    assert nei_with_pages(records, source, way, seed=1)[1] == second
    assert nei_with_pages(records, PagesInMemory([]), way, seed=1) == records
