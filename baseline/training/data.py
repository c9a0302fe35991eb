"""Read FEVEROUS files for training; errors name file, line and remedy."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from annotation.release.record import BadRecord, Record, from_json
from baseline.training.settings import CannotTrain

E = TypeVar("E")


def read_rows(path: Path, limit: int = 0, seed: int = 0) -> list[Record]:
    """The records of a file, or so many of them by chance. Raises CannotTrain.

    FEVEROUS files begin with a line that readers throw away; where the first line is a claim, it is read as one.
    """
    rows: list[Record] = []
    try:
        with path.open(encoding="utf-8-sig") as lines:
            for number, text in enumerate(lines, start=1):
                if text.strip() and not (number == 1 and _is_header(text)):
                    rows.append(_row(path, number, text))
    except OSError as error:
        raise CannotTrain(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CannotTrain(f"{path} is not UTF-8 text ({error.reason}): is it compressed? Unpack it first.") from error
    if not rows:
        raise CannotTrain(f"{path} has no claims. Name a file with a row of JSON a claim, as export_dataset writes it.")
    if limit and limit < len(rows):
        rows = [rows[i] for i in sorted(random.Random(seed).sample(range(len(rows)), limit))]
    return rows


def examples_of(
    path: Path, rows: Sequence[Record], make: Callable[[Record], list[E]], nothing: str
) -> tuple[list[E], int]:
    """What each row gives to learn from, and how many rows give nothing. Raises CannotTrain when none does."""
    found: list[E] = []
    empty = 0
    for row in rows:
        made = make(row)
        found += made
        empty += not made
    if not found:
        raise CannotTrain(f"None of the {len(rows):,} claims of {path} {nothing}")
    return found, empty


def _is_header(text: str) -> bool:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and not row.get("claim")


def _row(path: Path, number: int, text: str) -> Record:
    try:
        row: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CannotTrain(
            f"{path}: line {number}: not JSON ({error}). Was the file cut off? Repair or remove the line."
        ) from error
    try:
        if not isinstance(row, dict):
            raise BadRecord("not an object")
        return from_json(row)
    except BadRecord as error:
        raise CannotTrain(f"{path}: line {number}: {error}. Repair or remove the line.") from error
