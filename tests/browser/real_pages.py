"""Real articles out of the shared data, for tests that must not rest on pages of our own."""

from __future__ import annotations

import json
from pathlib import Path

from corpus.importing.outcomes import Imported, outcome_of
from corpus.page.elements import Page
from corpus.page.page_json import page_from_json
from corpus.sources import read_source


def article(shared_data: Path, title: str) -> Page:
    """Parse one article of the shared wikitext."""
    records = read_source(shared_data / "wikitext" / "articles.jsonl.xz")
    outcome = outcome_of(next(record for record in records if record.title == title))
    assert isinstance(outcome, Imported)
    return page_from_json(json.loads(outcome.data))
