"""Line of a released JSONL file: a claim with label, challenge, evidence sets with context, and operations (FEVEROUS).

`lines` writes records as JSONL, `to_json` one record, `from_json` reads one. `annotation.release.feverous.record_of`
builds the record of a claim from the database. Pure: no Django, no database; models and scorers read data sets through
this module.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS

MAX_SETS = 3
# Every FEVEROUS reader skips the first line unread, so a file without this header would lose a claim.
HEADER = {"id": "", "label": "", "claim": "", "evidence": "", "annotator_operations": "", "challenge": ""}

LABELS, CHALLENGES = VERDICTS.values, VERDICTS.challenge_set.values  # of FEVEROUS


class BadRecord(ValueError):
    """The row is not a record; the message begins with the field."""


@dataclass(frozen=True, slots=True)
class EvidenceSetRecord:
    """Element ids, and for each the ids of its context, title first."""

    content: tuple[str, ...]
    context: Mapping[str, tuple[str, ...]]


class OperationRecord(NamedTuple):
    """One thing an annotator did; `time` is decimal seconds since `start`, as text."""

    operation: str
    value: str
    time: str


@dataclass(frozen=True, slots=True)
class Record:
    """One claim with its verdict. `challenge` may be empty, as in the Zenodo copy of the released files.

    `source`: what the row rests on ("single", "unanimous", "adjudicated"); FEVEROUS' line has no place for it, and so
    it is empty in a record that was read from one.
    """

    id: int
    claim: str
    label: str
    evidence: tuple[EvidenceSetRecord, ...]
    annotator_operations: tuple[OperationRecord, ...] = ()
    challenge: str = ""
    source: str = ""


def to_json(record: Record) -> dict[str, Any]:
    """The row as an object whose keys stand in the order of released rows."""
    return {
        "evidence": [
            {"content": list(s.content), "context": {element: list(s.context[element]) for element in s.content}}
            for s in record.evidence
        ],
        "id": record.id,
        "claim": record.claim,
        "label": record.label,
        "annotator_operations": [
            {"operation": operation, "value": value, "time": time}
            for operation, value, time in record.annotator_operations
        ],
        "challenge": record.challenge,
    }


def from_json(row: Mapping[str, Any], labels: LabelSet = VERDICTS) -> Record:
    """The record of a released row. Fields that are not ours (predictions, say) are passed over. Raises BadRecord.

    `labels`: the verdicts and challenges that the row may have.
    """
    number, claim = row.get("id"), row.get("claim")
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise BadRecord(f"id: {number!r} is not a whole number")
    if not isinstance(claim, str) or not claim.strip():
        raise BadRecord("claim: missing or empty")
    return Record(
        id=number,
        claim=claim,
        label=_word("label", row.get("label"), labels.values),
        evidence=tuple(_set(i, one) for i, one in enumerate(_list(row, "evidence"))),
        annotator_operations=tuple(
            _operation(i, one)
            for i, one in enumerate(_list({"annotator_operations": [], **row}, "annotator_operations"))
        ),
        challenge=_word("challenge", row.get("challenge", ""), ("", *labels.challenge_set.values)),
    )


def line(row: Mapping[str, Any]) -> str:
    """One line of the file, newline included; not ASCII-escaped."""
    return json.dumps(row, ensure_ascii=False) + "\n"


def lines(records: Iterable[Record]) -> Iterator[str]:
    """The whole file: the placeholder line, then a line a record."""
    yield line(HEADER)
    for record in records:
        yield line(to_json(record))


def read(text_lines: Iterable[str], labels: LabelSet = VERDICTS) -> Iterator[Record]:
    """The records of a released file. Raises BadRecord naming the line.

    `labels`: the verdicts and challenges that rows may have.
    The first line is the placeholder; where a file has none, it is a record, and is not lost.
    """
    for _, record in read_numbered(text_lines, labels):
        yield record


def read_numbered(text_lines: Iterable[str], labels: LabelSet = VERDICTS) -> Iterator[tuple[int, Record]]:
    """As `read`, each record with the number of its line, from 1."""
    for number, text in enumerate(text_lines, start=1):
        try:
            row = json.loads(text)
            if not isinstance(row, dict):
                raise BadRecord("line: not an object")
            if number == 1 and not row.get("claim"):
                continue
            record = from_json(row, labels)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"line {number}: {error}") from error
        yield number, record


def _word(field: str, value: Any, known: Collection[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise BadRecord(f"{field}: {value!r} is not one of {', '.join(filter(None, known))}")
    return value


def _list(row: Mapping[str, Any], field: str) -> list[Any]:
    value = row.get(field)
    if not isinstance(value, list):
        raise BadRecord(f"{field}: want a list")
    return value


def _set(position: int, value: Any) -> EvidenceSetRecord:
    where = f"evidence[{position}]"
    if not isinstance(value, Mapping) or not isinstance(value.get("context"), Mapping):
        raise BadRecord(f"{where}: want an object of content and context")
    content, context = _strings(value.get("content"), f"{where}.content"), value["context"]
    if not content or len(set(content)) != len(content):
        raise BadRecord(f"{where}.content: want distinct element ids, at least one")
    if set(content) != set(context):
        raise BadRecord(f"{where}.context: its keys are not the ids of content")
    return EvidenceSetRecord(content, {id_: _strings(context[id_], f"{where}.context") for id_ in content})


def _operation(position: int, value: Any) -> OperationRecord:
    if not isinstance(value, Mapping):
        raise BadRecord(f"annotator_operations[{position}]: want an object")
    parts = _strings([value.get(key) for key in ("operation", "value", "time")], f"annotator_operations[{position}]")
    return OperationRecord(*parts)


def _strings(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadRecord(f"{where}: want texts")
    return tuple(value)
