"""The lists of a training: from FEVEROUS files, cut in two, with nothing in them that is held out."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from annotation.release.record import Record
from baseline.candidates import Kind
from baseline.config import Config
from baseline.pipeline import Pipeline
from baseline.rerank.lists import BadLists, CandidateList, learnable, lists_of, read_lists, write_lists
from baseline.source import Source
from baseline.training.data import read_numbered_rows
from baseline.training.folder import write_json
from baseline.training.settings import CannotTrain, Settings, refuse_other
from search.folding import fold

LISTS, DEV_LISTS, ABOUT_LISTS = "lists.jsonl", "dev_lists.jsonl", "lists.json"
SHARE = 5  # one of so many lists stops the training where there is no dev file

Rows = Sequence[tuple[int, Record]]


def rows_of(train: Path, dev: Path | None, held_out: Sequence[Path], settings: Settings) -> tuple[Rows, Rows]:
    """The rows to learn from, and those of the dev file if there is one.

    Raises CannotTrain where a row to learn from stands in the dev file or in one that is held out.
    """
    rows = read_numbered_rows(train, settings.limit, settings.seed)
    others = {path: read_numbered_rows(path) for path in (*([dev] if dev else []), *held_out)}
    refuse_held_out(train, rows, others)
    return rows, others[dev] if dev else []


def refuse_held_out(train: Path, rows: Rows, others: Mapping[Path, Rows]) -> None:
    """Raise CannotTrain with each row of `train` whose claim, or whose id, another file has as well."""
    by_text: dict[str, tuple[Path, int]] = {}
    by_id: dict[int, tuple[Path, int]] = {}
    for path, known in others.items():
        for line, record in known:
            by_text.setdefault(_folded(record.claim), (path, line))
            by_id.setdefault(record.id, (path, line))
    found = []
    for line, record in rows:
        same = by_text.get(_folded(record.claim))
        where, what = (same, "the claim") if same else (by_id.get(record.id), f"the id {record.id}")
        if where:
            found.append(f"  line {line}: {what} of {where[0]}, line {where[1]}: {record.claim}")
    if found:
        raise CannotTrain(
            f"{len(found):,} of the {len(rows):,} rows of {train} are in a file that is held out:\n"
            + "\n".join(found)
            + "\nTake them out of --train, or give rows of other claims another id."
        )


def before(config: Config, kind: Kind, stage: str) -> Config:
    """The configuration with, of this kind, only the stages before `stage`: those that make its lists."""
    names = config.stages.of(kind)
    kept = names[: names.index(stage)] if stage in names else names
    stages = config.stages
    if kind in {"sentences", "tables"}:
        stages = replace(stages, passages=())
    return replace(config, stages=replace(stages, **{kind: kept}))


def made_lists(
    source: Source, config: Config, settings: Settings, files: tuple[Path, Path | None], rows: tuple[Rows, Rows],
    *, with_texts: bool,
) -> tuple[list[CandidateList], list[CandidateList]]:  # fmt: skip
    """The lists to learn from and those to stop by. Raises CannotTrain, and NoModel where a stage before fails."""
    pipeline = Pipeline(source, config)
    left_out = [note for note in pipeline.notes if note.startswith("Stage ")]
    if left_out:
        raise CannotTrain("\n".join(["The lists would lack a stage that is configured:", *left_out]))
    made = []
    for path, some in zip(files, rows, strict=True):
        every = lists_of(pipeline, some, settings.kind, settings.depth, with_texts=with_texts)  # type: ignore[arg-type]
        kept, skipped = learnable(every)
        if some and not kept:
            raise CannotTrain(
                f"No list of {path} has both evidence and something else among the {settings.kind} that are found for "
                f"its {len(some):,} claims. Is it the right file, and are --corpus or --pages those that it was "
                "annotated on?"
            )
        if skipped:
            print(
                f"{path}: the {settings.kind} found for {skipped:,} of {len(some):,} claims are all evidence, or none "
                "is; they are left out.", file=sys.stderr, flush=True,
            )  # fmt: skip
        made.append(kept)
    train, dev = made
    return (train, dev) if files[1] else cut(train, files[0])


def cut(lists: Sequence[CandidateList], path: Path) -> tuple[list[CandidateList], list[CandidateList]]:
    """Lists to learn from, and a share to stop by: by a hash of the claim, so that no claim is in both.

    Raises CannotTrain where there is only one claim.
    """
    claims = sorted({_folded(one.claim) for one in lists}, key=lambda claim: (zlib.crc32(claim.encode()), claim))
    if len(claims) < 2:
        raise CannotTrain(f"{path} has one claim to learn from, and none to stop by. Name a larger --train or a --dev.")
    held = {*claims[: -(-len(claims) // SHARE)]}
    parts: tuple[list[CandidateList], list[CandidateList]] = ([], [])
    for one in lists:
        parts[_folded(one.claim) in held].append(one)
    return parts


def saved_lists(folder: Path, about: Mapping[str, Any]) -> tuple[list[CandidateList], list[CandidateList]] | None:
    """The lists that a training in this folder began with, if they are there.

    Raises CannotTrain where they were made with other settings or files.
    """
    if not (folder / ABOUT_LISTS).is_file():
        return None
    refuse_other(folder / ABOUT_LISTS, about)
    try:
        return [*read_lists(folder / LISTS)], [*read_lists(folder / DEV_LISTS)]
    except (BadLists, OSError) as error:
        raise CannotTrain(f"{error} Begin again with another --out.") from error


def save_lists(
    folder: Path, about: Mapping[str, Any], train: Sequence[CandidateList], dev: Sequence[CandidateList]
) -> None:
    """Write both, and last what they were made with: where that is, both are whole."""
    write_lists(folder / LISTS, train)
    write_lists(folder / DEV_LISTS, dev)
    write_json(folder / ABOUT_LISTS, about)


def _folded(claim: str) -> str:
    return " ".join(fold(claim).split())
