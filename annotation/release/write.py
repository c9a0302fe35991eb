"""Write a whole release: the rows in one pass over the claims, then what is derived from them, the manifest last."""

from __future__ import annotations

import gc
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path

from django.utils.translation import gettext as _

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.release.annotations import Annotations
from annotation.release.auxiliary_files import write_auxiliary_files
from annotation.release.averitec import has_phases, write_averitec
from annotation.release.cards.statement import statement_of
from annotation.release.cards.write import write_cards
from annotation.release.changelog import previous_facts, require_comparable, write_changelog
from annotation.release.corpus_files import NamedPages, write_corpus, write_fever_pages
from annotation.release.feverous import BatchRead, ReleasedClaim, Row, RowWriter, operations_of, record_of, released
from annotation.release.formats.fever import FeverFiles
from annotation.release.formats.feverous import FeverousFiles
from annotation.release.formats.files import Files, sha256_of
from annotation.release.formats.perspectives import Perspectives
from annotation.release.formats.provenance import Provenance
from annotation.release.formats.rows import RowFiles
from annotation.release.formats.tables import ClaimTables
from annotation.release.formats.web_annotations import WebAnnotations
from annotation.release.manifest import (
    code_version,
    files_of,
    manifest,
    write_json,
    write_log_heads,
    write_manifest,
)
from annotation.release.options import completed
from annotation.release.origins import Origins
from annotation.release.output_directory import LOG_HEADS, MANIFEST, moving_into, taking_place
from annotation.release.overlaps import Overlaps, splits_report
from annotation.release.privacy.withheld import EVERYTHING, Withheld, withheld_of
from annotation.release.report.write import write_report
from annotation.release.row_ids import check_numbers, pseudonym
from annotation.release.shared_task import (
    FORMAT,
    PUBLIC,
    SEALED,
    TEST,
    Held,
    commitment,
    hidden_claims,
    public_options,
    write_blind,
)
from annotation.release.splits import Sides, sides_of
from annotation.release.summary import (
    EVERYTHING_IN_TRAIN,
    SPLITS,
    Counts,
    Progress,
    ReleaseError,
    ReleaseOptions,
    ReleaseSummary,
    RowsSummary,
    silent,
)
from annotation.release.task_rows import write_own_files, write_task_rows
from corpus.snapshot.manifest import corpus_hash

SPLITS_FILE = "splits.json"
TRAIN = "train.jsonl"
# Objects made between two looks for garbage (Python's own: 700). A batch is tens of thousands of objects, none of them
# garbage: to look through them again and again takes a fifth of the time of a release.
GARBAGE = 50_000
FEVEROUS_ALONE = ReleaseOptions(splits=EVERYTHING_IN_TRAIN, formats=frozenset({"feverous"}))


@contextmanager
def _garbage_seldom_looked_for() -> Iterator[None]:
    """Among what was there before, which is mostly modules, none is looked for at all."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(max(GARBAGE, before[0]), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@_garbage_seldom_looked_for()
def write_release(
    project: Project,
    out: Path,
    settings: ReleaseOptions | None = None,
    *,
    progress: Progress = silent,
    force: bool = False,
    previous: Path | None = None,
) -> ReleaseSummary:
    """Write the release to OUT, whole or not at all. What `progress` raises stops it.

    `previous`: the folder of the release before, since which CHANGELOG.md tells what changed. Two of the same data with
    the same settings are the same bytes. Raises ReleaseError, whose message names what to
    do, also where the disk is full.
    """
    settings = completed(project, settings or ReleaseOptions())
    if previous is not None:
        require_comparable(project, previous)
        settings = replace(settings, formats=settings.formats | {"feverous"})  # which is what is compared
    with told_of_disk(out), taking_place(out, force=force) as folder:
        progress(_("Comparing the claims"), 0, 1)
        check_numbers(project)
        sides, withheld = sides_of(project, settings), withheld_of(project, settings)
        fill = _shared_task if settings.shared_task else _filled
        made = fill(project, folder, settings, sides, progress, withheld, previous)
    withheld.mark_released()
    return made


@_garbage_seldom_looked_for()
def export_feverous(*, project: Project, folder: Path, settings: ReleaseOptions = FEVEROUS_ALONE) -> RowsSummary:
    """Write FOLDER/train.jsonl (and dev, test, test_blind where they have a share), sources.jsonl and manifest.json.

    sources.jsonl says of every row what it rests on, which FEVEROUS' own line has no place for. The files are written
    beside the folder's others and moved into their places when all of them are whole. Raises ReleaseError.
    """
    settings = completed(project, settings)
    check_numbers(project)
    withheld = withheld_of(project, settings)
    splits = tuple(split for split, share in zip(SPLITS, settings.splits, strict=True) if share or split == "train")
    with told_of_disk(folder), moving_into(folder, last=MANIFEST) as place:
        with Files(place) as files:
            writer = FeverousFiles(files, label_set_of(project), within="", splits=splits)
            sides = sides_of(project, settings)
            written, _claims = write_rows(
                project, settings, sides, [writer], operations=settings.operations, withheld=withheld
            )
        described = manifest(project, settings, written.counts, written.as_of, withheld)
        hashes = files_of(place)
        data = {"format": "feverous", "file": TRAIN, "sha256": hashes[TRAIN]["sha256"], "files": hashes}
        if settings.splits != EVERYTHING_IN_TRAIN:
            data["splits"] = written.splits_report
        write_manifest(place, described | data)
    withheld.mark_released()
    return written


@_garbage_seldom_looked_for()
def preview(project: Project, settings: ReleaseOptions | None = None) -> RowsSummary:
    """Count what a release with these settings would hold, without writing it. Raises ReleaseError.

    Operations are not read: `counts.operations_left_out` stays 0.
    """
    settings = completed(project, settings or ReleaseOptions())
    return write_rows(project, settings, sides_of(project, settings), (), operations=False)[0]


def _shared_task(
    project: Project,
    folder: Path,
    settings: ReleaseOptions,
    sides: Sides,
    progress: Progress,
    withheld: Withheld,
    previous: Path | None,
) -> ReleaseSummary:
    """sealed/ and public/ (`shared_task.py`); returns what is in sealed/, which is everything."""
    public, sealed = folder / PUBLIC, folder / SEALED
    public.mkdir()
    sealed.mkdir()
    everything = _filled(project, sealed, settings, sides, progress, withheld, previous)
    held = Held(hidden_claims(project, sides), everything.rows[TEST], sealed)
    _filled(project, public, public_options(settings), sides, progress, withheld, previous, held)
    manifests = {name: {"sha256": sha256_of(folder / name / MANIFEST)} for name in (PUBLIC, SEALED)}
    write_json(folder / MANIFEST, {"format": FORMAT, "project": project.slug, **manifests})
    return everything


def _filled(
    project: Project,
    folder: Path,
    settings: ReleaseOptions,
    sides: Sides,
    progress: Progress,
    withheld: Withheld,
    previous: Path | None,
    held: Held | None = None,
) -> ReleaseSummary:
    """A release in the folder, manifest last; without the claims that are `held` back, of which it has the words."""
    hidden = held.claims if held is not None else frozenset[int]()
    splits = tuple(split for split in SPLITS if held is None or split != TEST)
    pseudonym.cache_clear()  # it is for the length of a release: SQLite may give the number of somebody who was deleted
    with Files(folder) as files:
        pages, fever = (
            NamedPages(),
            FeverFiles(files, label_set_of(project).not_enough_info, splits) if "fever" in settings.formats else None,
        )
        writers = [*_writers(files, project, settings, splits, pages, fever), Origins(files, project, sides)]
        if "datasets" in settings.formats:
            writers.append(Perspectives(files, project, label_set_of(project).values, sides.of, splits))
        written, claims = write_rows(
            project, settings, sides, writers, everything=True, hidden=hidden, progress=progress, withheld=withheld
        )
        progress(_("Writing what is not released"), 0, 1)
        extra = write_auxiliary_files(files, project, claims, hidden, withheld, settings.without_people)
        # Rows of other work, and the heads of all logs, may tell of the claims that are held back.
        tasks = {} if held is not None else write_task_rows(files, project, withheld, settings.without_people)
        own = {} if held is not None else write_own_files(files, project, settings.without_people)
        averitec = None
        if held is None and has_phases(project):
            averitec = write_averitec(files, project, settings.splits, settings.seed, settings.without_people)
        heads = None if held is not None else write_log_heads(files, project)
    if held is not None:
        write_blind(held.sealed, folder, settings.formats)
    write_json(folder / SPLITS_FILE, written.splits_report)
    facts = ReleaseSummary(
        **{each.name: getattr(written, each.name) for each in fields(written)},
        project=project,
        folder=folder,
        corpus_sha256=corpus_hash(project.corpus),
        code_version=code_version(),
        tasks=tasks,
        sealed=held.count if held is not None else 0,
    )
    if "corpus" in settings.formats:
        titles = None if settings.whole_corpus else pages.titles
        write_corpus(folder, project.corpus, titles, progress)
        if "fever" in settings.formats:
            write_fever_pages(folder, project, titles)
    if "report" in settings.formats:
        write_report(facts, progress)
    if previous is not None and held is None:  # which claims changed would tell of the test split
        write_changelog(facts, previous)
    progress(_("Writing the cards"), 0, 1)
    write_cards(facts)
    described = manifest(project, settings, facts.counts, facts.as_of, withheld) | {
        "splits": facts.rows,
        "extra": extra,
        "fever": {"claims_left_out": fever.claims_left_out, "sets_left_out": fever.sets_left_out} if fever else None,
        **({"logs": {"file": LOG_HEADS, "logs": heads[0], "sha256": heads[1]}} if heads is not None else {}),
        **({"tasks": tasks} if tasks else {}),
        **({"lines": own} if own else {}),
        **({"averitec": averitec.to_json()} if averitec is not None else {}),
        **({"sealed": {"claims": held.count, **commitment(held.sealed)}} if held is not None else {}),
        **({"previous": previous_facts(previous)} if previous is not None else {}),
        "notes": [],  # none are known; readers of earlier manifests look for the key
        "files": files_of(folder),
    }
    write_manifest(folder, described)
    progress(_("Done"), 1, 1)
    return facts


def _writers(
    files: Files,
    project: Project,
    settings: ReleaseOptions,
    splits: tuple[str, ...],
    pages: NamedPages,
    fever: FeverFiles | None,
) -> list[RowWriter]:
    """The writers of the wanted formats."""
    formats = settings.formats
    writers: list[RowWriter] = [fever] if fever is not None else []
    if "feverous" in formats:
        writers.append(FeverousFiles(files, label_set_of(project), splits=splits))
    if "tables" in formats:
        writers.append(ClaimTables(files, project))
    if "corpus" in formats:
        writers.append(pages)
    if "datasets" in formats:
        writers.append(RowFiles(files, label_set_of(project).values, splits))
    if "provenance" in formats:
        wiki = statement_of(project).get("wiki").rstrip("/")
        writers.append(Provenance(files, project, wiki=wiki, operations=settings.operations))
        writers.append(WebAnnotations(files, project, wiki=wiki))
    return [*writers, Annotations(files, project, tables="tables" in formats, operations=settings.operations)]


def write_rows(
    project: Project,
    settings: ReleaseOptions,
    sides: Sides,
    writers: Collection[RowWriter],
    *,
    everything: bool = False,
    operations: bool = True,
    hidden: Collection[int] = (),
    progress: Progress = silent,
    withheld: Withheld = EVERYTHING,
) -> tuple[RowsSummary, list[int]]:
    """Give the released rows to all writers, a batch at a time; returns counts, and the keys of the released claims.

    `everything`: read also verifications that are not released; `operations`: read the logs; `hidden`: the keys of
    claims that are passed over; `withheld`: words of logs that are replaced.
    """
    labels = label_set_of(project)
    if settings.test_nei is not None and not labels.not_enough_info:
        raise ReleaseError(_("This project has no label that means “not enough information”: give no share of it."))
    counts, overlaps, claims = Counts(), Overlaps(labels), list[int]()
    total, as_of, step = project.claims.count(), None, _("Writing the claims")
    for read in released(
        project,
        counts,
        everything=everything,
        operations=operations,
        without=hidden,
        known=sides.of,
        withheld=withheld,
        options=settings,
    ):
        rows = {one.claim.pk: _row(one, read, settings, sides, counts) for one in read.spoken}
        for writer in (overlaps, *writers):
            writer.add(read, rows)
        claims += rows
        moments = [one.at for one in read.spoken]
        as_of = max(moments if as_of is None else [as_of, *moments], default=None)
        progress(step, min(counts.claims, total), total)
    summary = RowsSummary(
        settings=settings,
        counts=counts,
        rows=overlaps.rows(),
        labels=overlaps.by_label(),
        as_of=as_of,
        splits_report=splits_report(settings, sides, overlaps),
    )
    return summary, claims


def _row(one: ReleasedClaim, read: BatchRead, settings: ReleaseOptions, sides: Sides, counts: Counts) -> Row:
    operations = operations_of(one, read.logs, counts) if settings.operations else ()
    return Row(one, record_of(one, operations), sides.of[one.claim.pk], sides.group[one.claim.pk])


@contextmanager
def told_of_disk(out: Path) -> Iterator[None]:
    """An error of the file system as a sentence: what stood at OUT before stands there still."""
    try:
        yield
    except OSError as error:
        problem = error.strerror or os.strerror(error.errno or 0)
        words = _("%(out)s cannot be written: %(problem)s. What was there before is as it was.")
        raise ReleaseError(words % {"out": out, "problem": problem}) from error
