"""Read FEVEROUS and FEVER files for training; errors name file, line and remedy."""

from __future__ import annotations

import random
from pathlib import Path

from annotation.release.record import BadRecord, Record, read_numbered
from baseline.fever_rows import converted_lines
from baseline.training.settings import CannotTrain


def read_rows(path: Path, limit: int = 0, seed: int = 0) -> list[Record]:
    """The records of a file, or so many of them by chance. Raises CannotTrain."""
    return [record for _, record in read_numbered_rows(path, limit, seed)]


def read_numbered_rows(path: Path, limit: int = 0, seed: int = 0) -> list[tuple[int, Record]]:
    """As `read_rows`, each record with the number of its line."""
    try:
        with path.open(encoding="utf-8-sig") as lines:
            rows = [*read_numbered(converted_lines(lines))]
    except OSError as error:
        raise CannotTrain(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CannotTrain(f"{path} is not UTF-8 text ({error.reason}): is it compressed? Unpack it first.") from error
    except BadRecord as error:
        raise CannotTrain(f"{path}: {error}. Was the file cut off? Repair or remove the line.") from error
    if not rows:
        raise CannotTrain(f"{path} has no claims. Name a file with a row of JSON a claim, as export_dataset writes it.")
    if limit and limit < len(rows):
        rows = [rows[i] for i in sorted(random.Random(seed).sample(range(len(rows)), limit))]
    return rows
