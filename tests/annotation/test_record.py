"""The line of a released data set."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from annotation.release.record import (
    HEADER,
    BadRecord,
    EvidenceSetRecord,
    OperationRecord,
    Record,
    from_json,
    lines,
    read,
    to_json,
)

pytestmark = pytest.mark.both_databases

GOLDEN = Path(__file__).resolve().parent.parent / "contracts" / "record.jsonl"
CELL = "Harbour League_cell_0_1_1"
HEADERS = ("Harbour League_header_cell_0_1_0", "Harbour League_header_cell_0_0_1")
RECORD = Record(
    id=7,
    claim="A\u030asa Lind's club won the Harbour League in 2001.",
    label="REFUTES",
    evidence=(
        EvidenceSetRecord(
            (CELL, "A\u030asa Lind_sentence_0"),
            {
                CELL: ("Harbour League_title", "Harbour League_section_0", *HEADERS),
                "A\u030asa Lind_sentence_0": ("A\u030asa Lind_title",),
            },
        ),
        EvidenceSetRecord(("Anna Berg_sentence_0",), {"Anna Berg_sentence_0": ("Anna Berg_title",)}),
    ),
    annotator_operations=(
        OperationRecord("start", "start", "0"),
        OperationRecord("search", "harbour", "0.962"),
        OperationRecord("Now on", "Harbour League", "2.5"),
        OperationRecord("Highlighting", CELL, "10"),
        OperationRecord("finish", "finish", "113"),
    ),
    challenge="Combining Tables and Text",
)


def row(**changes):
    return to_json(RECORD) | changes


def test_a_record_is_written_as_the_golden_file():
    assert "".join(lines([RECORD])) == GOLDEN.read_text(encoding="utf-8")


def test_the_golden_file_is_read_as_the_record():
    assert list(read(GOLDEN.read_text(encoding="utf-8").splitlines())) == [RECORD]


def test_the_first_line_has_every_key_and_no_value():
    first = json.loads(next(iter(lines([]))))
    assert first == HEADER and set(first) == set(row()) and not any(first.values())


def test_keys_stand_in_released_order():
    assert list(row()) == ["evidence", "id", "claim", "label", "annotator_operations", "challenge"]


def test_rows_without_challenge_or_log_are_read():
    old = row()
    del old["challenge"], old["annotator_operations"]
    record = from_json(old | {"predicted_label": "SUPPORTS"})
    assert (record.challenge, record.annotator_operations) == ("", ())


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"id": "7"}, "id"),
        ({"id": True}, "id"),
        ({"id": -1}, "id"),
        ({"claim": " "}, "claim"),
        ({"label": "Supported"}, "label"),
        ({"label": ["SUPPORTS"]}, "label"),
        ({"challenge": "Hard"}, "challenge"),
        ({"evidence": {}}, "evidence"),
        ({"evidence": [{"content": []}]}, "evidence[0]"),
        ({"evidence": [{"content": [], "context": {}}]}, "evidence[0].content"),
        ({"evidence": [{"content": ["a", "a"], "context": {"a": []}}]}, "evidence[0].content"),
        ({"evidence": [{"content": ["a"], "context": {"b": []}}]}, "evidence[0].context"),
        ({"evidence": [{"content": ["a"], "context": {"a": [1]}}]}, "evidence[0].context"),
        ({"annotator_operations": None}, "annotator_operations"),
        ({"annotator_operations": ["start"]}, "annotator_operations[0]"),
        ({"annotator_operations": [{"operation": "start", "value": "start", "time": 0}]}, "annotator_operations[0]"),
    ],
)
def test_what_is_no_record_is_named_by_its_field(changes, field):
    with pytest.raises(BadRecord) as error:
        from_json(row(**changes))
    assert str(error.value).startswith(field + ":")


def test_no_record_is_lost_where_the_first_line_is_one():
    assert list(read([json.dumps(row()), json.dumps(row(id=8))])) == [RECORD, replace(RECORD, id=8)]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"id": 7}', "[" * 100_000])
def test_reading_names_the_line(text):
    with pytest.raises(BadRecord, match="line 2: "):
        list(read([json.dumps(HEADER), text]))


def test_the_record_needs_no_django():
    code = "import sys, annotation.release.record, annotation.release.rule; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=GOLDEN.parents[2], check=False).returncode == 0
