"""python -m baseline.predict DATA.jsonl [--stages] [--corpus SLUG | --pages FILE] > PREDICTIONS.jsonl

See baseline/README.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from annotation.release.record import BadRecord, line, read
from baseline.arguments import parser_for, pipeline_of
from baseline.fever_rows import is_fever
from baseline.pipeline import Pipeline
from baseline.predict.rows import predicted_fever_rows, predicted_rows
from corpus.encoding_errors import undecodable_line


def main() -> None:
    """Write the rows of a released file with predictions to standard output."""
    parser = parser_for(".predict", "Predict for every claim of a FEVEROUS or FEVER file (in the place of CLAIM).")
    parser.add_argument("--stages", action="store_true", help="add the order after every stage, for evaluate --stages")
    options = parser.parse_args()
    if len(options.claims) != 1:
        sys.exit("Name one FEVEROUS or FEVER file.")
    path = Path(options.claims[0])
    pipeline = pipeline_of(options)
    try:
        with path.open(encoding="utf-8-sig") as lines:
            rows = _rows(lines, pipeline, with_stages=options.stages)
            for number, row in enumerate(rows):
                sys.stdout.write(line(row))
                if number and number % 100 == 0:
                    print(f"{number:,} claims", file=sys.stderr)
    except OSError as error:
        sys.exit(f"{path} cannot be read: {error.strerror}.")
    except UnicodeDecodeError as error:
        sys.exit(f"{path}: line {undecodable_line(path)}: not UTF-8 ({error.reason}). Save it as UTF-8, unpacked.")
    except BadRecord as error:
        sys.exit(f"{path}: {error}")


def _rows(lines: Iterable[str], pipeline: Pipeline, *, with_stages: bool) -> Iterator[dict[str, Any]]:
    """Predictions in the format of the file, which its first line with evidence tells. Raises BadRecord."""
    seen: list[str] = []
    rest = iter(lines)
    for line_ in rest:
        seen.append(line_)
        row = _row(line_)
        if row.get("evidence"):
            break
    if seen and is_fever(_row(seen[-1])):
        if with_stages:
            sys.exit("--stages is of FEVEROUS files: a prediction of FEVER has no place for them.")
        return predicted_fever_rows(_fever_rows(chain(seen, rest)), pipeline)
    return predicted_rows(read(chain(seen, rest)), pipeline, with_stages=with_stages)


def _fever_rows(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for number, text in enumerate(lines, start=1):
        row = _row(text)
        if not isinstance(row.get("claim"), str) or not isinstance(row.get("evidence"), list):
            raise BadRecord(f"line {number}: want a row of FEVER, with claim, label and evidence")
        yield row


def _row(text: str) -> dict[str, Any]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}


if __name__ == "__main__":
    main()
