"""Write data/: the released rows with the words of their evidence, as `datasets.load_dataset(OUT)` reads them.

Every split has a file, with its types even where it has no rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from annotation.release.evidence_validity import CitedEvidence
from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.files import Files
from annotation.release.formats.schema import rows_schema
from annotation.release.formats.table_files import TableFiles
from annotation.release.formats.tables import origin
from annotation.release.logs import nfd
from annotation.release.queries import EvidenceRow
from annotation.release.record import to_json
from annotation.release.summary import SPLITS

# What the Hub calls the sides; the paper's words stand in the column `split` of the tables.
HUB_SPLITS = {"train": "train", "dev": "validation", "test": "test"}


def data_file(split: str) -> str:
    """Where `load_dataset` looks for a split, by its name in FEVEROUS."""
    return split_file(split, "data")


def split_file(split: str, folder: str) -> str:
    """As `data_file`, in another folder."""
    return f"{folder}/{HUB_SPLITS[split]}-00000-of-00001.parquet"


class RowFiles:
    """`labels`: the names of the classes of the column `label`, in order."""

    def __init__(self, files: Files, labels: Sequence[str], splits: Sequence[str] = SPLITS) -> None:
        self.labels = {label: number for number, label in enumerate(labels)}
        schema = rows_schema(labels)
        self.of = {split: TableFiles(files, schema, parquet=data_file(split)) for split in splits}

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        of_split: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in rows.values():
            of_split[row.split].append(self._row(read, row))
        for split, some in of_split.items():
            self.of[split].add(some)

    def _row(self, read: BatchRead, row: Row) -> dict[str, Any]:
        line = to_json(row.record)
        spelled = str if row.one.claim.is_imported else nfd
        evidence = [with_words(read.cited, pieces, spelled) for pieces in row.one.sets]
        return line | {"label": self.labels[line["label"]], "evidence": evidence, **origin(row)}


def with_words(cited: CitedEvidence, pieces: Sequence[EvidenceRow], spelled: Callable[[str], str]) -> dict[str, Any]:
    """An evidence set as `schema.EVIDENCE_SETS` has it. `spelled`: how its ids are written."""
    content = [spelled(piece.element_id) for piece in pieces]
    ids = ([spelled(one) for one in piece.context] for piece in pieces)
    texts = map(cited.context_texts, pieces)
    return {
        "content": content,
        "text": [cited.text(piece) for piece in pieces],
        "context": [{"element": element, "ids": one} for element, one in zip(content, ids, strict=True)],
        "context_text": [{"element": element, "texts": one} for element, one in zip(content, texts, strict=True)],
    }
