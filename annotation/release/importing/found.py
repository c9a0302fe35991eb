"""Read how released evidence was found, which no log of a release tells whole: tables/evidence.parquet has it."""

from __future__ import annotations

from pathlib import Path
from sys import intern

from annotation.suggestions.provenance import FoundBy

COLUMNS = ["id", "found_by", "suggestion_rank"]
WAYS = {one.value for one in FoundBy}

Found = list[tuple[str, int | None]]  # of each piece of a claim's evidence, in the order of the sets


def found_of(path: Path) -> dict[int, Found]:
    """Number of a claim -> how its evidence was found; nothing where there is no such table.

    Evidence that is an adjudicator's own is left out. Raises OSError.
    """
    if not path.is_file():
        return {}
    import pyarrow as pa
    from pyarrow import parquet

    found: dict[int, Found] = {}
    try:
        for batch in parquet.ParquetFile(path).iter_batches(columns=COLUMNS):
            for number, way, rank in zip(*(batch.column(name).to_pylist() for name in COLUMNS), strict=True):
                if way in WAYS:
                    found.setdefault(number, []).append((intern(way), rank))
    except (pa.ArrowException, KeyError) as error:
        raise OSError(0, str(error), str(path)) from error
    return found
