"""Write the FEVEROUS files alone: the data set, with a manifest of what it holds and what was left out.

A whole release is `write.write_release`.
"""

from __future__ import annotations

from pathlib import Path

from annotation.projects.models import Project
from annotation.release.formats.feverous import FeverousFiles
from annotation.release.formats.files import Files
from annotation.release.manifest import files_of, manifest, write_json
from annotation.release.options import validated
from annotation.release.output_directory import MANIFEST, moving_into
from annotation.release.row_ids import check_numbers
from annotation.release.summary import EVERYTHING_IN_TRAIN, SPLITS, ReleaseOptions, RowsSummary
from annotation.release.write import told_of_disk, write_rows

TRAIN = "train.jsonl"
FEVEROUS_ALONE = ReleaseOptions(splits=EVERYTHING_IN_TRAIN, formats=frozenset({"feverous"}))


def export_feverous(*, project: Project, folder: Path, settings: ReleaseOptions = FEVEROUS_ALONE) -> RowsSummary:
    """Write FOLDER/train.jsonl (and dev, test, test_blind where they have a share), sources.jsonl and manifest.json.

    sources.jsonl says of every row what it rests on, which FEVEROUS' own line has no place for. The files are written
    beside the folder's others and moved into their places when all of them are whole. Raises ReleaseError.
    """
    settings = validated(settings)
    check_numbers(project)
    splits = tuple(split for split, share in zip(SPLITS, settings.splits, strict=True) if share or split == "train")
    with told_of_disk(folder), moving_into(folder, last=MANIFEST) as place:
        with Files(place) as files:
            writer = FeverousFiles(files, within="", splits=splits)
            written, _claims = write_rows(project, settings, [writer], operations=settings.operations)
        described = manifest(project, settings, written.counts, written.as_of)
        hashes = files_of(place)
        data = {"format": "feverous", "file": TRAIN, "sha256": hashes[TRAIN]["sha256"], "files": hashes}
        if settings.splits != EVERYTHING_IN_TRAIN:
            data["splits"] = written.splits_report
        write_json(place / MANIFEST, described | data)
    return written
