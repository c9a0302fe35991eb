"""Read the gold of a split, and make of it what teams may see of its claims."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from baseline.scoring.averitec.rows import Row, rows_of
from baseline.scoring.fever import read_fever
from baseline.scoring.hosted.measures import AVERITEC, FEVER, FEVEROUS, Hosted
from baseline.scoring.predictions import BadPrediction, iter_predictions
from corpus.encoding_errors import undecodable_line

NUMBER = {AVERITEC: "claim_id", FEVEROUS: "id", FEVER: "id"}
FEVER_LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
# All that teams see of a claim. A field is added here or nobody sees it: nothing is published by not being removed.
PUBLIC_FIELDS: Mapping[str, tuple[str, ...]] = {
    AVERITEC: (
        *("claim_id", "claim", "claim_date", "speaker", "original_claim_url", "reporting_source"),
        "location_ISO_code",
    ),
    FEVEROUS: ("id", "claim"),
    FEVER: ("id", "claim"),
}


def public_row(row: Row, format: str) -> dict[str, Any]:
    """The fields of a gold row that teams may see, where they are texts, numbers or null: nothing hides in a list."""
    fields = {name: row[name] for name in PUBLIC_FIELDS[format] if name in row}
    return {
        name: one for name, one in fields.items() if one is None or (isinstance(one, str | int) and one is not True)
    }


def named_rows(path: Path, name: str) -> list[tuple[str, Row]]:
    """The rows of a file, each with the words that name its place; `name` stands for the path.

    A first row whose values are all empty, as FEVEROUS' files have it, is none. Raises BadPrediction.
    """
    try:
        found = [(where.replace(str(path), name), row) for where, row in rows_of(path)]
    except UnicodeDecodeError as error:
        line = undecodable_line(path)
        raise BadPrediction(f"{name}: line {line or '?'}: not UTF-8 ({error.reason}). Save it as UTF-8.") from error
    except BadPrediction as error:
        raise BadPrediction(str(error).replace(str(path), name)) from error
    if found and all(value in ("", None) for value in found[0][1].values()):
        del found[0]
    return found


def read_gold(path: Path, name: str, hosted: Hosted) -> list[Row]:
    """The rows of a gold file, whole, all with a number. Raises BadPrediction, which names row, field and remedy.

    Rows of AVeriTeC without `claim_id` have their place, from 0, as in the shared task.
    """
    rows = named_rows(path, name)
    if not rows:
        raise BadPrediction(f"{name}: no row. Write a JSON array, or one object a line.")
    number, seen, found = NUMBER[hosted.format], dict[str, str](), list[Row]()
    for place, (where, row) in enumerate(rows):
        value = row.get(number, row.get("id"))
        if value is None and hosted.format == AVERITEC:
            value = place
        if not isinstance(value, int | str) or isinstance(value, bool):
            raise BadPrediction(f"{where}: {number}: missing. Give every claim a number of its own.")
        if str(value) in seen:
            raise BadPrediction(f"{where}: {number}: {value} is that of {seen[str(value)]} too. Give each its own.")
        if not isinstance(row.get("claim"), str) or not row["claim"].strip():
            raise BadPrediction(f"{where}: claim: missing. Give the words of the claim.")
        seen[str(value)] = where
        found.append({number: value} | row)
    _check(found, [where for where, _row in rows], hosted)
    return found


def _check(rows: Sequence[Row], places: Sequence[str], hosted: Hosted) -> None:
    """Read the gold of every row as the scorer will. Raises BadPrediction."""
    if hosted.format == AVERITEC:
        _check_averitec(rows, places)
    elif hosted.format == FEVEROUS:
        blank = {"predicted_label": "", "predicted_evidence": []}
        lines = (json.dumps(row | blank) for row in rows)
        with_places(lambda: [*iter_predictions(lines, has_header=False)], places)
    else:
        blank = {"predicted_label": "", "predicted_evidence": []}
        for row, where in zip(rows, places, strict=True):
            if str(row.get("label")).upper() not in FEVER_LABELS:
                raise BadPrediction(f"{where}: label: {row.get('label')!r} is not one of {', '.join(FEVER_LABELS)}.")
        with_places(lambda: read_fever(map(json.dumps, rows), [json.dumps(blank)] * len(rows)), places)


def _check_averitec(rows: Sequence[Row], places: Sequence[str]) -> None:
    from annotation.averitec.labels import AVERITEC_LABELS, averitec_label
    from baseline.scoring.averitec.evidence import gold_strings

    for row, where in zip(rows, places, strict=True):
        label = row.get("label")
        if not isinstance(label, str) or not averitec_label(label):
            raise BadPrediction(f"{where}: label: {label!r} is not one of {', '.join(AVERITEC_LABELS)}.")
        if not gold_strings(row, where):
            raise BadPrediction(f"{where}: questions: missing. Give the questions and answers of every claim.")


def with_places(read: Any, places: Sequence[str]) -> Any:
    """Call `read`; its BadPrediction of "line 3" names the third of the places instead. Raises BadPrediction."""
    try:
        return read()
    except BadPrediction as error:
        head, colon, rest = str(error).partition(":")
        number = head.removeprefix("gold ").removeprefix("line ")
        if colon and number.isdigit() and 0 < int(number) <= len(places):
            raise BadPrediction(f"{places[int(number) - 1]}:{rest}") from error
        raise


def lines_of(rows: Sequence[Row]) -> Iterator[str]:
    """Rows as JSON lines."""
    return (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
