"""Write the FEVEROUS files alone: the data set, with a manifest of what it holds and what was left out.

A whole release is `write.write_release`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotation.projects.models import Project
from annotation.release.counts import Counts
from annotation.release.feverous import released
from annotation.release.formats.feverous import FeverousFiles
from annotation.release.formats.files import Files
from annotation.release.manifest import files_of, manifest, write_json
from annotation.release.options import validated
from annotation.release.output_directory import MANIFEST, moving_into
from annotation.release.overlaps import Overlaps, splits_report
from annotation.release.row_ids import check_numbers
from annotation.release.splits import sides_of
from annotation.release.summary import EVERYTHING_IN_TRAIN, SPLITS, ReleaseOptions
from annotation.release.write import newest, rows_of, told_of_disk

SOURCES = "sources.jsonl"
FEVEROUS_ALONE = ReleaseOptions(splits=EVERYTHING_IN_TRAIN, formats=frozenset({"feverous"}))


@dataclass(frozen=True, slots=True)
class Release:
    """What was written, and where. `data`: the file of the first split, train."""

    data: Path
    manifest: Path
    counts: Counts
    rows: dict[str, int]


def export_feverous(*, project: Project, folder: Path, settings: ReleaseOptions = FEVEROUS_ALONE) -> Release:
    """Write FOLDER/train.jsonl (and dev, test, test_blind where they have a share), sources.jsonl and manifest.json.

    sources.jsonl says of every row what it rests on, which FEVEROUS' own line has no place for. The files are written
    beside the folder's others and moved into their places when all of them are whole. Raises ReleaseError.
    """
    settings = validated(settings)
    check_numbers(project)
    sides, counts, overlaps, as_of = sides_of(project, settings), Counts(), Overlaps(), None
    splits = tuple(split for split, share in zip(SPLITS, settings.splits, strict=True) if share or split == "train")
    with told_of_disk(folder), moving_into(folder, last=MANIFEST) as place:
        with Files(place) as files:
            written = FeverousFiles(files, within="", splits=splits)
            for read in released(project, counts, operations=settings.operations):
                rows = rows_of(read, settings, sides, counts)
                overlaps.add(read, rows)
                written.add(read, rows)
                as_of = newest(read, as_of)
        described = manifest(project, settings, counts, as_of)
        write_json(place / MANIFEST, described | _about(place, settings, splits_report(settings, sides, overlaps)))
    return Release(folder / "train.jsonl", folder / MANIFEST, counts, overlaps.rows())


def _about(place: Path, settings: ReleaseOptions, splits: dict[str, Any]) -> dict[str, Any]:
    files = files_of(place)
    data = {"format": "feverous", "file": "train.jsonl", "sha256": files["train.jsonl"]["sha256"], "files": files}
    return data if settings.splits == EVERYTHING_IN_TRAIN else data | {"splits": splits}
