"""Save outcomes to the database, each batch with the import's position in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from corpus.characters import storable
from corpus.importing import Excluded, Failed, Imported, ImportedRedirect, Outcome, Position
from corpus.models import ImportFailure, ImportRun
from corpus.snapshot.counts import DROPPED, LEFT, RECORD, TEMPLATE, add_counts
from corpus.snapshot.quarantine import append_quarantine
from corpus.store import PageRow, RedirectRecord, save_redirects, save_rows

LARGEST_REVISION = 2**63 - 1  # what the column holds
MOST_OUTCOMES, MOST_TEXT = 250, 500_000  # a batch, one or two seconds' work, ends with the records that reach either


@dataclass(slots=True)
class Batch:
    """Outcomes waiting to be saved together."""

    outcomes: list[Outcome] = field(default_factory=list)
    text: int = 0

    def add(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            self.outcomes.append(outcome)
            self.text += len(outcome.data) if isinstance(outcome, Imported) else 0

    @property
    def is_full(self) -> bool:
        return len(self.outcomes) >= MOST_OUTCOMES or self.text >= MOST_TEXT


def save(run: ImportRun, outcomes: list[Outcome], position: Position) -> Counter[str]:
    """Save what came and where to go on after it; all of it or nothing. Returns how many became what."""
    records = Counter(_WORDS[type(outcome)] for outcome in outcomes)
    failures = [_failure(run, outcome) for outcome in outcomes if isinstance(outcome, Failed)]
    with transaction.atomic():
        save_rows(run.corpus, (_page(each) for each in outcomes if isinstance(each, Imported)))
        save_redirects(run.corpus, (_redirect(each) for each in outcomes if isinstance(each, ImportedRedirect)))
        ImportFailure.objects.bulk_create(failures)
        add_counts(run, {RECORD: records} | _why(outcomes))
        run.source, run.place, run.taken = position.source, position.place, run.taken + len(outcomes)
        run.save(update_fields=["source", "place", "taken"])
    append_quarantine(run, failures)
    return records


_WORDS: dict[type[Outcome], str] = {
    Imported: "page",
    ImportedRedirect: "redirect",
    Excluded: "left out",
    Failed: "failed",
}


def _why(outcomes: list[Outcome]) -> dict[str, Counter[str]]:
    left, dropped, templates = Counter[str](), Counter[str](), Counter[str]()
    for outcome in outcomes:
        if isinstance(outcome, Excluded):
            left[outcome.reason] += 1
        if isinstance(outcome, Imported | Excluded):
            dropped.update({why: count for why, count in outcome.dropped.items() if not why.startswith("page ")})
            templates.update(outcome.templates)
    return {LEFT: left, DROPPED: dropped, TEMPLATE: templates}


def _page(outcome: Imported) -> PageRow:
    revision = outcome.revision
    fits = revision is not None and 0 <= revision <= LARGEST_REVISION
    return PageRow(
        title=outcome.title,
        data=outcome.data,
        content_hash=outcome.content_hash,
        revision=revision if fits else None,
        timestamp=_moment(outcome.timestamp),
        layout=outcome.layout,
        came_ready=outcome.came_ready,
    )


def _redirect(outcome: ImportedRedirect) -> RedirectRecord:
    return RedirectRecord(outcome.title, outcome.target, outcome.fragment)


def _failure(run: ImportRun, failed: Failed) -> ImportFailure:
    title, place, reason, remedy = map(storable, (failed.title, failed.place, failed.reason, failed.remedy))
    return ImportFailure(run=run, title=title, place=place, reason=reason, remedy=remedy)


def _moment(timestamp: str | None) -> datetime | None:
    """An ISO time with its zone; anything else is no time."""
    try:
        moment = datetime.fromisoformat(timestamp) if timestamp else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None
