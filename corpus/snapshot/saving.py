"""Save outcomes to the database, each batch with the import's position in one transaction."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field

from django.db import transaction
from django.db.models import Max, QuerySet

from corpus.characters import storable
from corpus.citation_store import save_rows_of
from corpus.importing.batches import Position
from corpus.importing.outcomes import Excluded, Failed, Imported, Outcome
from corpus.models import Corpus, ImportFailure, ImportRun, StoredPage
from corpus.page.elements import RedirectRecord
from corpus.snapshot.counts import DROPPED, ELEMENT, LEFT, RECORD, TABLE, TEMPLATE, UNTRUSTED, add_counts
from corpus.snapshot.quarantine import append_quarantine
from corpus.snapshot.web_pages import first_of_each_address, moment, save_web_pages
from corpus.store import PageRow, page_row, pages_titled, save_redirects, save_rows

KEY_OF_SENTENCE = re.compile(r'[{,] ?"sentence_[0-9]+":')
ONE_OF_TWO = "The first one is kept. Delete one of the two rows; the same name in NFC and in NFD is one title."
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
    outcomes = first_of_each_address(run.corpus, _first_of_each_title(run.corpus, outcomes))
    records = Counter(_WORDS[type(outcome)] for outcome in outcomes)
    failures = [_failure(run, failed) for outcome in outcomes for failed in _failures_of(outcome)]
    why = _why(outcomes)
    with transaction.atomic():
        needs_no_linking = _needs_no_linking(run, outcomes)
        save_rows(_page(run.corpus, each) for each in outcomes if isinstance(each, Imported))
        save_web_pages(run.corpus, outcomes)
        save_rows_of(run.corpus, {each.title: each.citations for each in outcomes if isinstance(each, Imported)})
        if needs_no_linking:
            run.linked = _pages_not_linked(run).aggregate(last=Max("pk"))["last"] or run.linked
            why[ELEMENT] = Counter(sentences=sum(_sentences(each) for each in outcomes))
        save_redirects(run.corpus, (each for each in outcomes if isinstance(each, RedirectRecord)))
        ImportFailure.objects.bulk_create(failures)
        add_counts(run, {RECORD: records} | why)
        run.source, run.place, run.taken = position.source, position.place, run.taken + len(outcomes)
        run.checkpoint = asdict(position.checkpoint) if position.checkpoint else None
        run.save(update_fields=["source", "place", "checkpoint", "taken", "linked"])
    append_quarantine(run, failures)
    return records


def _needs_no_linking(run: ImportRun, outcomes: list[Outcome]) -> bool:
    """Whether the second pass has nothing to do with these pages, and nothing before them is left for it.

    Links of FEVER's rows stay as they are, and none of its pages replaces another: what it counts is known here.
    """
    pages = [each for each in outcomes if isinstance(each, Imported)]
    return bool(pages) and all(each.place and not each.web for each in pages) and not _pages_not_linked(run).exists()


def _pages_not_linked(run: ImportRun) -> QuerySet[StoredPage]:
    return StoredPage.objects.filter(corpus=run.corpus, pk__gt=run.linked).order_by()


def _sentences(outcome: Outcome) -> int:
    """Sentences of a page of FEVER, which has nothing else: keys of its JSON, in which quotes of texts are escaped."""
    return len(KEY_OF_SENTENCE.findall(outcome.data)) if isinstance(outcome, Imported) else 0


def _first_of_each_title(corpus: Corpus, outcomes: list[Outcome]) -> list[Outcome]:
    """The outcomes, with a failure for a row of FEVER whose title came before, in NFC or NFD: lines are cited by it."""
    titles = [each.title for each in outcomes if isinstance(each, Imported) and each.place and not each.web]
    if not titles:
        return outcomes
    seen, found = pages_titled(corpus, titles), list[Outcome]()
    for each in outcomes:
        if isinstance(each, Imported) and each.place and not each.web:
            if each.title in seen:
                found.append(Failed(each.title, each.place, "a page of this title came before", ONE_OF_TWO))
                continue
            seen.add(each.title)
        found.append(each)
    return found


def _failures_of(outcome: Outcome) -> Sequence[Failed]:
    if isinstance(outcome, Failed):
        return (outcome,)
    return outcome.problems if isinstance(outcome, Imported) else ()


_WORDS: dict[type[Outcome], str] = {
    Imported: "page",
    RedirectRecord: "redirect",
    Excluded: "left out",
    Failed: "failed",
}


def _why(outcomes: list[Outcome]) -> dict[str, Counter[str]]:
    left, dropped, templates, tables, untrusted = (Counter[str]() for _ in range(5))
    for outcome in outcomes:
        if isinstance(outcome, Excluded):
            left[outcome.reason] += 1
        if isinstance(outcome, Imported | Excluded):
            # Most have none of it, and to add nothing takes a counter as long as to add a little.
            if outcome.dropped:
                dropped.update({why: count for why, count in outcome.dropped.items() if not why.startswith("page ")})
            if outcome.templates:
                templates.update(outcome.templates)
            if outcome.tables:
                tables.update(outcome.tables)
        if isinstance(outcome, Imported) and outcome.layout.untrusted:
            untrusted.update(map(str, outcome.layout.untrusted.values()))
    return {LEFT: left, DROPPED: dropped, TEMPLATE: templates, TABLE: tables, UNTRUSTED: untrusted}


def _page(corpus: Corpus, outcome: Imported) -> PageRow:
    row = page_row(corpus, outcome.title, outcome.data, outcome.content_hash, outcome.layout)
    if outcome.revision is not None and 0 <= outcome.revision <= LARGEST_REVISION:
        row.revision = outcome.revision
    row.timestamp, row.came_ready = moment(outcome.timestamp), outcome.came_ready
    return row


def _failure(run: ImportRun, failed: Failed) -> ImportFailure:
    title, place, reason, remedy = map(storable, (failed.title, failed.place, failed.reason, failed.remedy))
    return ImportFailure(run=run, title=title, place=place, reason=reason, remedy=remedy)
