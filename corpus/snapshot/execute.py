"""Run an import from its current state to its end: reading, then linking. It can be interrupted anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from typing import Any

from django.utils import timezone

from corpus.bulk_writing import rare_checkpoints
from corpus.importing.batches import Position, RecordBatch, Source, split_sources
from corpus.importing.limits import Limits
from corpus.importing.reader import read_batches
from corpus.models import ImportRun, Phase, StoredPage
from corpus.snapshot import wiki_templates
from corpus.snapshot.counts import RECORD, counted
from corpus.snapshot.linking import link_batches
from corpus.snapshot.quarantine import write_quarantine
from corpus.snapshot.saving import Batch, save
from corpus.sources import SourceError
from corpus.sources.dump import Checkpoint


@dataclass(slots=True)
class Progress:
    """Progress of an import: records by outcome, pages linked, and the share of the phase that is done.

    The share is None where nobody knows how much there is.
    """

    phase: str
    records: dict[str, int] = field(default_factory=dict)
    linked: int = 0
    share: float | None = None


Report = Callable[[Progress], None]


def run_import(run: ImportRun, sources: Sequence[Source], limits: Limits, workers: int, report: Report) -> None:
    """Read and link what is left to read and link. Everything that was saved stays when this is interrupted."""
    if run.phase != Phase.COMPLETE:
        write_quarantine(run)
    with rare_checkpoints():
        if run.phase == Phase.READING:
            templates = wiki_templates.prepare(run, sources, workers)
            _read(run, sources, replace(limits, templates=templates), workers, report)
            _go_on(run, Phase.LINKING)
            wiki_templates.discard(run)
        if run.phase == Phase.LINKING:
            _link(run, workers, report)
            _go_on(run, Phase.COMPLETE, timezone.now())


def _go_on(run: ImportRun, phase: Phase, finished_at: datetime | None = None) -> None:
    run.phase, run.finished_at = phase, finished_at
    run.save(update_fields=["phase", "finished_at"])


def _read(run: ImportRun, sources: Sequence[Source], limits: Limits, workers: int, report: Report) -> None:
    progress = Progress(Phase.READING, counted(run, RECORD))
    most: int | None = run.settings.get("limit")
    checkpoint = Checkpoint(**run.checkpoint) if run.checkpoint else None
    batch, after = Batch(), Position(run.source, run.place, checkpoint)
    if most is not None and run.taken >= most:
        return
    with closing(read_batches(split_sources(sources, after), limits, workers)) as read:
        try:
            for records, outcomes in read:
                after = records.after
                left = None if most is None else most - run.taken - len(batch.outcomes)
                batch.add(outcomes if left is None else outcomes[:left])
                is_last = left is not None and left <= len(outcomes)
                if batch.is_full or records.ends_source or is_last:
                    for word, count in save(run, batch.outcomes, after).items():
                        progress.records[word] = progress.records.get(word, 0) + count
                    batch = Batch()
                progress.share = _share(run.sources, records)
                report(progress)
                if is_last:
                    return
        except SourceError:  # a wiki that no longer answers: what it sent before took long to come
            save(run, batch.outcomes, after)
            raise


def _link(run: ImportRun, workers: int, report: Report) -> None:
    pages = StoredPage.objects.filter(corpus=run.corpus)
    total, done = pages.count(), pages.filter(pk__lte=run.linked).count()
    progress = Progress(Phase.LINKING, counted(run, RECORD))
    for count in chain([0], link_batches(run, workers)):
        done += count
        progress.linked, progress.share = done, done / total if total else 1.0
        report(progress)


def _share(described: Sequence[dict[str, Any]], records: RecordBatch) -> float | None:
    """Share of the sources that has been read, by bytes (files of a folder by number)."""
    sizes = [source.get("bytes", 0) for source in described]
    if not all(sizes):
        return None
    number = records.after.source
    if number == len(described):
        return 1.0
    files = described[number].get("files")
    part = records.offset
    if part is None and files:
        part = records.after.place / files * sizes[number]
    if records.ends_source:
        part = 0
    return None if part is None else min((sum(sizes[:number]) + part) / sum(sizes), 1.0)
