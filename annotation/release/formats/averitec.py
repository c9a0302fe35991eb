"""Write rows of AVeriTeC: the array as its authors wrote it, predictions in their three shapes, and tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TextIO

from annotation.averitec.submissions import Shape, as_shape

FIELDS = (  # in the order of the published files
    *("claim", "required_reannotation", "label", "justification", "claim_date", "speaker", "original_claim_url"),
    *("fact_checking_article", "reporting_source", "location_ISO_code", "claim_types", "fact_checking_strategies"),
    *("questions", "cached_original_claim_url"),
)
ANSWER_FIELDS = (
    *("answer", "answer_type", "source_url", "source_medium", "boolean_explanation", "cached_source_url"),
)  # fmt: skip
COLUMNS = (
    "claim_number", *(name for name in FIELDS if name != "questions"), "question_number", "question", "answer_number",
    *ANSWER_FIELDS,
)  # fmt: skip
Row = Mapping[str, Any]


class ArrayFile:
    """A JSON array with four spaces and ASCII letters, as AVeriTeC's dev.json is to the byte. Close it at the end."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.rows = 0
        file.write("[")

    def add(self, row: Row) -> None:
        text = json.dumps(row, indent=4).replace("\n", "\n    ")
        self.file.write(f"{',' if self.rows else ''}\n    {text}")
        self.rows += 1

    def close(self) -> None:
        """Write the end of the array."""
        self.file.write("\n]\n" if self.rows else "]\n")


def write_array(file: TextIO, rows: Iterable[Row]) -> None:
    """Write all rows of an array."""
    array = ArrayFile(file)
    for row in rows:
        array.add(row)
    array.close()


def submission_lines(rows: Iterable[Row], shape: Shape) -> Iterator[str]:
    """Predictions, a JSON object a line; a row without `claim_id` has its place, from 0."""
    return (json.dumps(as_shape(row, shape, number), ensure_ascii=False) + "\n" for number, row in enumerate(rows))


def answer_rows(rows: Iterable[Row], first: int = 0) -> Iterator[dict[str, Any]]:
    """A row an answer for a CSV file with COLUMNS; claims are numbered from `first`."""
    for number, row in enumerate(rows, start=first):
        claim = {name: row.get(name) for name in COLUMNS} | {"claim_number": number}
        for place, question in enumerate(row.get("questions") or ()):
            asked = claim | {"question_number": place, "question": question["question"]}
            for position, answer in enumerate(question.get("answers") or [{}]):
                yield asked | {"answer_number": position} | {name: answer.get(name) for name in ANSWER_FIELDS}
