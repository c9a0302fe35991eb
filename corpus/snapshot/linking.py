"""Resolve links in a second pass: to pages of the corpus through redirects; all others become plain text.

It can run once every title is known. It goes through the pages by primary key, a batch a transaction, on the JSON
text alone: element ids never change by it. Pages that came ready keep their links. This process asks the database
where links lead and writes; the text is worked on in others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import connection, transaction

from corpus.models import Corpus, ImportRun, StoredPage
from corpus.page.links import target_of, targets_in_json, written_target
from corpus.parallel import in_order
from corpus.snapshot.counts import ELEMENT, LINK, add_counts
from corpus.snapshot.relinking import LinkedPages, Row, UnlinkedPages, link_pages
from corpus.store import leading_to

MOST_PAGES, MOST_TEXT = 500, 1_000_000  # of a batch, in characters
GOALS_KEPT = 60_000  # per generation, about 250 bytes each


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


def link_batches(run: ImportRun, workers: int = 1) -> Iterator[int]:
    """Resolve the links of the pages that are left; hands over after every batch how many pages it had."""
    for linked in in_order(link_pages, _unlinked(run), workers):
        _save(run, linked)
        yield linked.number


def _unlinked(run: ImportRun) -> Iterator[UnlinkedPages]:
    """Yield the pages whose links are not resolved yet, ahead of those that are being saved."""
    goals, last = LinkTargets(run.corpus), run.linked
    while rows := list(_next_rows(run, last)):
        targets = (targets_in_json(data) for _, data, came_ready in rows if not came_ready)
        yield UnlinkedPages(rows, goals.of(set().union(*targets)))
        last = rows[-1][0]


@transaction.atomic
def _save(run: ImportRun, linked: LinkedPages) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE corpus_storedpage SET data = %s, content_hash = %s, size = %s WHERE id = %s", linked.changed
        )
    add_counts(run, {LINK: linked.links, ELEMENT: linked.elements})
    run.linked = linked.last
    run.save(update_fields=["linked"])


def _next_rows(run: ImportRun, last: int) -> Iterator[Row]:
    pages = StoredPage.objects.filter(corpus=run.corpus, pk__gt=last).order_by("pk")
    size = 0
    for row in pages.values_list("pk", "data", "came_ready")[:MOST_PAGES].iterator(chunk_size=20):
        yield row
        size += len(row[1])
        if size >= MOST_TEXT:
            return
