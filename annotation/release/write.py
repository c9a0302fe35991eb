"""Write a whole release: the rows in one pass over the claims, then what is derived from them, the manifest last."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.utils.translation import gettext as _

from annotation.projects.models import Project
from annotation.release.annotations import Annotations
from annotation.release.auxiliary_files import write_auxiliary_files
from annotation.release.cards.write import write_cards
from annotation.release.corpus_files import NamedPages, write_corpus
from annotation.release.counts import Counts
from annotation.release.feverous import BatchRead, operations_of, record_of, released
from annotation.release.formats.fever import FeverFiles
from annotation.release.formats.feverous import FeverousFiles
from annotation.release.formats.files import Files
from annotation.release.formats.parquet_process import writing_parquet
from annotation.release.formats.tables import AnnotationTable, ClaimTables
from annotation.release.manifest import LOG_HEADS, code_version, files_of, manifest, write_json, write_log_heads
from annotation.release.options import validated
from annotation.release.output_directory import MANIFEST, taking_place
from annotation.release.overlaps import Overlaps, splits_report
from annotation.release.report.write import write_report
from annotation.release.row import Row, RowWriter
from annotation.release.row_ids import check_numbers, pseudonym
from annotation.release.splits import Sides, sides_of
from annotation.release.summary import Progress, ReleaseError, ReleaseOptions, ReleaseSummary, silent
from corpus.snapshot.manifest import corpus_hash

SPLITS_FILE = "splits.json"


def write_release(
    project: Project,
    out: Path,
    settings: ReleaseOptions | None = None,
    *,
    progress: Progress = silent,
    force: bool = False,
) -> ReleaseSummary:
    """Write the release to OUT, whole or not at all. What `progress` raises stops it.

    Two of the same data with the same settings are the same bytes. Raises ReleaseError, whose message names what to
    do, also where the disk is full.
    """
    settings = validated(settings or ReleaseOptions())
    with told_of_disk(out), taking_place(out, force=force) as folder:
        return _filled(project, folder, settings, progress)


def _filled(project: Project, folder: Path, settings: ReleaseOptions, progress: Progress) -> ReleaseSummary:
    progress(_("Comparing the claims"), 0, 1)
    pseudonym.cache_clear()  # it is for the length of a release: SQLite may give the number of somebody who was deleted
    check_numbers(project)
    sides = sides_of(project, settings)
    counts, overlaps, pages = Counts(), Overlaps(), NamedPages()
    with Files(folder) as files:
        written, fever = _files(files, project, settings, overlaps, pages)
        as_of, keys = _write_rows(project, settings, sides, counts, written, progress)
        progress(_("Writing what is not released"), 0, 1)
        extra = write_auxiliary_files(files, project, keys)
        heads = write_log_heads(files, project)
    facts = ReleaseSummary(
        project=project,
        folder=folder,
        settings=settings,
        counts=counts,
        rows=overlaps.rows(),
        labels=overlaps.by_label(),
        as_of=as_of,
        corpus_sha256=corpus_hash(project.corpus),
        code_version=code_version(),
        splits_report=splits_report(settings, sides, overlaps),
    )
    write_json(folder / SPLITS_FILE, facts.splits_report)
    with writing_parquet(folder, settings.formats):
        if "corpus" in settings.formats:
            write_corpus(folder, project.corpus, None if settings.whole_corpus else pages.titles, progress)
        if "report" in settings.formats:
            write_report(facts, progress)
        progress(_("Writing the tables"), 0, 1)
    write_cards(facts)
    described = manifest(project, settings, counts, as_of) | {
        "splits": facts.rows,
        "extra": extra,
        "fever": {"claims_left_out": fever.claims_left_out, "sets_left_out": fever.sets_left_out} if fever else None,
        "logs": {"file": LOG_HEADS, "logs": heads[0], "sha256": heads[1]},
        "notes": [],  # none are known; readers of earlier manifests look for the key
        "files": files_of(folder),
    }
    write_json(folder / MANIFEST, described)
    progress(_("Done"), 1, 1)
    return facts


def _files(
    files: Files, project: Project, settings: ReleaseOptions, overlaps: Overlaps, pages: NamedPages
) -> tuple[list[RowWriter], FeverFiles | None]:
    formats = settings.formats
    written: list[RowWriter] = [overlaps]
    fever = FeverFiles(files) if "fever" in formats else None
    if "feverous" in formats:
        written.append(FeverousFiles(files))
    if fever is not None:
        written.append(fever)
    if "tables" in formats:
        written.append(ClaimTables(files, project))
    if "corpus" in formats:
        written.append(pages)
    table = AnnotationTable(files) if "tables" in formats else None
    written.append(Annotations(files, project, table, operations=settings.operations))
    return written, fever


def _write_rows(
    project: Project,
    settings: ReleaseOptions,
    sides: Sides,
    counts: Counts,
    written: Iterable[RowWriter],
    progress: Progress,
) -> tuple[datetime | None, list[int]]:
    """When the newest of what is released came about, and the keys of the claims that are released."""
    total, as_of, keys = project.claims.count(), None, list[int]()
    step = _("Writing the claims")
    for read in released(project, counts, everything=True):
        rows = rows_of(read, settings, sides, counts)
        for each in written:
            each.add(read, rows)
        keys += rows
        as_of = newest(read, as_of)
        progress(step, min(counts.claims, total), total)
    return as_of, keys


def rows_of(read: BatchRead, settings: ReleaseOptions, sides: Sides, counts: Counts) -> dict[int, Row]:
    """Claim -> its row, of those that are released of the batch."""
    rows = {}
    for one in read.spoken:
        operations = operations_of(one, read.logs, counts) if settings.operations else ()
        key = one.claim.pk
        rows[key] = Row(one, record_of(one, operations), sides.of[key], sides.group[key])
    return rows


def newest(read: BatchRead, as_of: datetime | None) -> datetime | None:
    """The later of what is known and what is released of the batch."""
    moments = [one.at for one in read.spoken]
    return max(moments if as_of is None else [as_of, *moments], default=None)


@contextmanager
def told_of_disk(out: Path) -> Iterator[None]:
    """An error of the file system as a sentence: what stood at OUT before stands there still."""
    try:
        yield
    except OSError as error:
        problem = error.strerror or os.strerror(error.errno or 0)
        words = _("%(out)s cannot be written: %(problem)s. What was there before is as it was.")
        raise ReleaseError(words % {"out": out, "problem": problem}) from error
