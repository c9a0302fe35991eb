"""Resolve links in a second pass: to pages of the corpus through redirects; all others become plain text.

It can run once every title is known. It goes through the pages by primary key, a batch a transaction, on the JSON
text alone: element ids never change by it. Pages that came ready keep their links.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from django.db import connection, transaction

from corpus.models import Corpus, ImportRun, StoredPage
from corpus.page.links import relinked, target_of, targets_in_json, written_target
from corpus.page.page_text import text_hash
from corpus.snapshot.counts import ELEMENT, LINK, add_counts
from corpus.store import leading_to

MOST_PAGES, MOST_TEXT = 500, 4_000_000  # of a batch, in characters
GOALS_KEPT = 150_000  # per generation, about 150 bytes each

_ORDER = re.compile(r'"order": \[([^\]]*)\]')
_WRITTEN = {"cells": '{"id": "cell_', "header cells": '{"id": "header_cell_', "items": '{"id": "item_'}
_NAMED = {"sentences": '"sentence_', "sections": '"section_', "tables": '"table_', "lists": '"list_'}

Row = tuple[int, str, bool]  # primary key, page JSON text, came ready


class LinkTargets:
    """Resolve link targets in one corpus; frequent ones are cached."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._young: dict[str, str | None] = {}
        self._old: dict[str, str | None] = {}

    def of(self, written: Iterable[str]) -> dict[str, str | None]:
        """For each target, as written in page JSON text, the one to write instead; None where no page is."""
        goals: dict[str, str | None] = {}
        asked: dict[str, tuple[str, str]] = {}
        for target in written:
            if target in self._young:
                goals[target] = self._young[target]
            elif target in self._old:
                goals[target] = self._young[target] = self._old[target]
            else:
                title, fragment = target_of(target)
                goals[target] = None
                if title is not None:
                    asked[target] = (title, fragment)
        found = leading_to(self._corpus, {title for title, _ in asked.values()})
        for target, (title, fragment) in asked.items():
            if title in found:
                page, section = found[title]
                goals[target] = target if page == title else written_target(page, fragment or section)
            self._young[target] = goals[target]
        if len(self._young) > GOALS_KEPT:
            self._young, self._old = {}, self._young
        return goals


def link_batches(run: ImportRun) -> Iterator[int]:
    """Resolve the links of the pages that are left; hands over after every batch how many pages it had."""
    goals = LinkTargets(run.corpus)
    while count := _link_batch(run, goals):
        yield count


@transaction.atomic
def _link_batch(run: ImportRun, goals: LinkTargets) -> int:
    rows = list(_next_rows(run))
    if not rows:
        return 0
    found = goals.of(set().union(*(targets_in_json(data) for _, data, came_ready in rows if not came_ready)))
    links, elements = Counter[str](), Counter[str]()
    changed: list[tuple[str, str, int, int]] = []
    for key, data, came_ready in rows:
        elements.update(elements_in(data))
        text = data if came_ready else relinked(data, found, links)
        if text != data:
            changed.append((text, text_hash(text), len(text), key))
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE corpus_storedpage SET data = %s, content_hash = %s, size = %s WHERE id = %s", changed
        )
    add_counts(run, {LINK: links, ELEMENT: elements})
    run.linked = rows[-1][0]
    run.save(update_fields=["linked"])
    return len(rows)


def _next_rows(run: ImportRun) -> Iterator[Row]:
    pages = StoredPage.objects.filter(corpus=run.corpus, pk__gt=run.linked).order_by("pk")
    size = 0
    for row in pages.values_list("pk", "data", "came_ready")[:MOST_PAGES].iterator(chunk_size=20):
        yield row
        size += len(row[1])
        if size >= MOST_TEXT:
            return


def elements_in(data: str) -> Counter[str]:
    """Count the elements of page JSON text by kind, without parsing it: keys stand nowhere else unescaped."""
    order = _ORDER.search(data)
    names = order[1] if order else ""
    found = Counter({kind: names.count(start) for kind, start in _NAMED.items()})
    found.update({kind: data.count(start) for kind, start in _WRITTEN.items()})
    found["captions"] = data.count('], "caption": "')
    return found
