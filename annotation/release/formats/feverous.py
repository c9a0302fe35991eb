"""Write FEVEROUS JSONL: a file per split, the blind test file, and the source of each row.

The format knows six challenges and no row without one, and official readers drop rows that have none. A claim that came
without (as in the Zenodo copy of FEVEROUS) is written with the format's `Other`; sources.jsonl says that nobody gave
it, and no other file of a release has it.

Nor do official readers take a row without evidence whose verdict needs some, as FEVER's of NOT ENOUGH INFO are: these
stand beside the others, in `<split>_no_evidence.jsonl`, a file that is there only where there are such rows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TextIO

from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.files import Files, encoded
from annotation.release.record import HEADER, to_json
from annotation.release.summary import SPLITS
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.labels import Challenge

# As the official file: what the reader wants of a row without evidence, and nothing that tells the verdict.
BLIND_HEADER = {"id": "", "claim": ""}


class FeverousFiles:
    """`within`: the folder of the files; sources.jsonl stands above it, for all formats. `labels`: the project's."""

    def __init__(
        self, files: Files, labels: LabelSet, within: str = "feverous/", splits: tuple[str, ...] = SPLITS
    ) -> None:
        self.labels = labels
        self.files, self.within = files, within
        self.without: dict[str, TextIO] = {}
        self.of = {split: files.text(f"{within}{split}.jsonl") for split in splits}
        for file in self.of.values():
            file.write(encoded(HEADER) + "\n")
        self.blind = files.text(f"{within}test_blind.jsonl") if "test" in splits else None
        if self.blind is not None:
            self.blind.write(encoded(BLIND_HEADER) + "\n")
        self.sources = files.text("sources.jsonl")

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        for row in rows.values():
            record = row.record
            named = record if record.challenge else replace(record, challenge=Challenge.OTHER.value)
            self._file(row).write(encoded(to_json(named)) + "\n")
            self.sources.write(encoded(_source(row)) + "\n")
            if row.split == "test" and self.blind is not None:
                self.blind.write(encoded({"id": record.id, "claim": record.claim}) + "\n")

    def _file(self, row: Row) -> TextIO:
        """The file of the row's split, or the one beside it."""
        if row.record.evidence or not self.labels.needs_evidence(row.record.label):
            return self.of[row.split]
        if row.split not in self.without:
            self.without[row.split] = self.files.text(f"{self.within}{no_evidence(row.split)}")
            self.without[row.split].write(encoded(HEADER) + "\n")
        return self.without[row.split]


def no_evidence(split: str) -> str:
    """The name of the file of a split's rows that have no evidence and should."""
    return f"{split}_no_evidence.jsonl"


def _source(row: Row) -> dict[str, Any]:
    """What the row rests on. `operations_of` is there where the evidence is an adjudicator's and they have no log,
    `challenge_given` where nobody gave the challenge that the line has."""
    source_row: dict[str, Any] = {"id": row.record.id, "source": row.record.source}
    if row.one.assignment is None and row.record.annotator_operations:
        source_row["operations_of"] = "an annotator of the claim, whose evidence this is not"
    if not row.record.challenge:
        source_row["challenge_given"] = False
    return source_row
