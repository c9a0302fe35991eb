"""Import outcomes into the database, in batches, so that an interrupted import keeps what it had."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice

from django.db import transaction

from corpus.importing import Failed, Imported, ImportedRedirect, Outcome
from corpus.models import TITLE_LENGTH, Corpus
from corpus.store import PageRecord, RedirectRecord, save_pages, save_redirects

BATCH = 200
LARGEST_REVISION = 2**63 - 1  # what the column holds


def save_outcomes(corpus: Corpus, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Save what can be saved and hand every outcome on; a title the database cannot hold becomes a failure."""
    source = map(_storable, outcomes)
    while batch := list(islice(source, BATCH)):
        pages = [_page_record(outcome) for outcome in batch if isinstance(outcome, Imported)]
        redirects = [_redirect_record(outcome) for outcome in batch if isinstance(outcome, ImportedRedirect)]
        with transaction.atomic():
            save_pages(corpus, pages)
            save_redirects(corpus, redirects)
        yield from batch


def _storable(outcome: Outcome) -> Outcome:
    if isinstance(outcome, Imported) and len(outcome.page.title) > TITLE_LENGTH:
        return Failed(outcome.page.title, "", f"the title is longer than {TITLE_LENGTH} characters")
    if isinstance(outcome, ImportedRedirect):
        longest = max(len(text) for text in (outcome.title, outcome.target, outcome.fragment))
        if longest > TITLE_LENGTH:
            return Failed(outcome.title, "", f"a redirect with more than {TITLE_LENGTH} characters")
    return outcome


def _page_record(outcome: Imported) -> PageRecord:
    revision = outcome.revision
    fits = revision is not None and 0 <= revision <= LARGEST_REVISION
    return PageRecord(outcome.page, revision if fits else None, _moment(outcome.timestamp), outcome.layout)


def _redirect_record(outcome: ImportedRedirect) -> RedirectRecord:
    return RedirectRecord(outcome.title, outcome.target, outcome.fragment)


def _moment(timestamp: str | None) -> datetime | None:
    """An ISO time with its zone; anything else is no time."""
    try:
        moment = datetime.fromisoformat(timestamp) if timestamp else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None
