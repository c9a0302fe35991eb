"""Real pages out of the shared data, for tests that must not rest on pages of our own."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from corpus.importing.outcomes import Imported, outcome_of
from corpus.page.element_id import normalise_title
from corpus.page.elements import Page
from corpus.page.page_json import page_from_json
from corpus.sources import SourcePage, read_source
from corpus.store import PageRecord

SOURCES = (("wikitext", "articles.jsonl.xz"), ("html", "wikipages_400.tar.xz"))


def article(shared_data: Path, title: str) -> Page:
    """Parse one page, of the shared wikitext or else of the shared HTML."""
    return real_page(shared_data, title).page


@cache
def real_page(shared_data: Path, title: str) -> PageRecord:
    """A page as it is imported: with paragraphs, bold words, colours and what is not to be trusted."""
    outcome = outcome_of(_sources(shared_data)[title])
    assert isinstance(outcome, Imported)
    return PageRecord(page_from_json(json.loads(outcome.data)), revision=outcome.revision, layout=outcome.layout)


@cache
def _sources(shared_data: Path) -> dict[str, SourcePage]:
    found: dict[str, SourcePage] = {}
    for parts in SOURCES:
        for record in read_source(shared_data.joinpath(*parts)):
            if isinstance(record, SourcePage):
                found.setdefault(normalise_title(record.title), record)
    return found
