"""Parquet of a release, from its text files: python -m annotation.release.formats.parquet FOLDER [tables] [datasets]
[--label=VALUE ...]

In a process of its own, which has no database: beside the writing of the corpus it takes no time, and the memory of
pyarrow is nobody else's. `data/` is what `datasets.load_dataset(FOLDER)` reads: a row a claim, with its types.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from annotation.release.formats.columns import TABLES, Columns
from annotation.release.record import LABELS

ROWS = 2_000  # a row group
TYPES = {
    "int64": pa.int64(),
    "string": pa.string(),
    "words": pa.string(),
    "bool": pa.bool_(),
    "float64": pa.float64(),
}
# What the Hub calls the sides; the paper's words stand in the column `split` of the tables.
HUB_SPLITS = {"train": "train", "dev": "validation", "test": "test"}
OPTION = "--label="  # one class of the column `label`, in order; FEVEROUS' verdicts if none is given
# Columns of claims.csv that go with the row, beside what FEVEROUS' line has.
ALSO = ("source", "claim_type", "mutation", "expected_challenge", "highlight", "group")


def main() -> None:
    """Exit status 3: the disk is full or the like; the message is the last line of stderr."""
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    labels = [one.removeprefix(OPTION) for one in wanted if one.startswith(OPTION)] or list(LABELS)
    try:
        if "tables" in wanted:
            for name, columns in TABLES.items():
                write_table(folder / "tables" / name, columns)
        if "datasets" in wanted:
            write_splits(folder, labels)
    except OSError as error:
        print(error.strerror or error, file=sys.stderr)
        sys.exit(3)


def data_file(split: str) -> str:
    """Where `load_dataset` looks for a split, by its name in FEVEROUS."""
    return f"data/{HUB_SPLITS[split]}-00000-of-00001.parquet"


def write_table(path: Path, columns: Columns) -> None:
    """PATH.parquet of PATH.csv."""
    schema = pa.schema([(name, TYPES[kind]) for name, kind in columns.items()])
    with path.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        _write(path.with_suffix(".parquet"), schema, ({k: _read(row[k], columns[k]) for k in columns} for row in rows))


def write_splits(folder: Path, labels: Sequence[str]) -> None:
    """data/*.parquet of the FEVEROUS lines and claims.csv, which have the rows in one order.

    `labels`: the names of the classes. A split without rows has no file: `load_dataset` refuses all of a folder of
    which one split is empty.
    """
    schema = _schema(labels)
    for split in HUB_SPLITS:
        rows = _rows(folder, split, labels)
        first = next(rows, None)
        if first is not None:
            _write(folder / data_file(split), schema, chain([first], rows))


def _schema(labels: Sequence[str]) -> pa.Schema:
    """Columns of a row; the metadata has their types, and the names of labels, in the words of `datasets`."""
    texts = pa.list_(pa.string())
    context = pa.struct([("element", pa.string()), ("ids", texts)])
    evidence = pa.struct([("content", texts), ("context", pa.list_(context))])
    operation = pa.struct([(name, pa.string()) for name in ("operation", "value", "time")])
    columns = [
        ("id", pa.int64()),
        ("claim", pa.string()),
        ("label", pa.int64()),
        ("evidence", pa.list_(evidence)),
        ("annotator_operations", pa.list_(operation)),
        ("challenge", pa.string()),
        *((name, TYPES[TABLES["claims"][name]]) for name in ALSO),
    ]
    features = {name: _feature(kind) for name, kind in columns} | {
        "label": {"names": list(labels), "_type": "ClassLabel"}
    }
    return pa.schema(columns, metadata={"huggingface": json.dumps({"info": {"features": features}})})


def _feature(kind: pa.DataType) -> Any:
    """A type in the words of `datasets`. A list is [type], which versions before 4 read too."""
    if pa.types.is_struct(kind):
        return {field.name: _feature(field.type) for field in kind}
    return [_feature(kind.value_type)] if pa.types.is_list(kind) else {"dtype": str(kind), "_type": "Value"}


def _rows(folder: Path, split: str, labels: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    if not (folder / "feverous" / f"{split}.jsonl").exists():  # the test split of a shared task
        return
    table = (folder / "tables" / "claims.csv").open(encoding="utf-8", newline="")
    lines = (folder / "feverous" / f"{split}.jsonl").open(encoding="utf-8")
    with table, lines:
        claims = (row for row in csv.DictReader(table) if row["split"] == split)
        for line, claim in zip(islice(lines, 1, None), claims, strict=True):
            row = json.loads(line)
            if row["id"] != int(claim["id"]):
                raise ValueError(f"claims.csv and {split}.jsonl are not in one order: {claim['id']}, {row['id']}")
            yield row | {
                "label": labels.index(row["label"]),
                "challenge": claim["challenge"],  # empty where nobody gave one, which FEVEROUS' line cannot say
                "evidence": [
                    {
                        "content": one["content"],
                        "context": [{"element": element, "ids": ids} for element, ids in one["context"].items()],
                    }
                    for one in row["evidence"]
                ],
                **{name: _read(claim[name], TABLES["claims"][name]) for name in ALSO},
            }


def _write(path: Path, schema: Any, rows: Iterator[Mapping[str, Any]]) -> None:
    pa.set_memory_pool(pa.system_memory_pool())  # gives memory back; the others keep what they once had
    path.parent.mkdir(parents=True, exist_ok=True)
    with parquet.ParquetWriter(path, schema, compression="zstd", store_schema=True) as writer:
        while some := list(islice(rows, ROWS)):
            writer.write_batch(pa.RecordBatch.from_pylist(some, schema=schema))


def _read(cell: str, kind: str) -> Any:
    if kind in ("string", "words"):
        return cell
    if kind == "bool":
        return cell == "1"
    return (int if kind == "int64" else float)(cell) if cell else None


if __name__ == "__main__":
    main()
