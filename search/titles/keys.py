"""Table of the keys by which titles are suggested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.db import connection, transaction

from corpus.batching import batched
from corpus.models import Corpus, Redirect
from corpus.store import leading_to, pages_titled
from search.models import CrowdedPrefix, IndexedName, TitleKey
from search.titles.key_forms import ANCHOR, LATER, WHOLE, KeyRow, key_bytes
from search.titles.prefix_collisions import CROWD, Candidate, crowded_prefixes

BATCH = 2_000
ROWS_PER_QUERY = 500
CROWDS_PER_QUERY = 100  # thirty titles each
_INSERT = (
    f"INSERT INTO {TitleKey._meta.db_table} (corpus_id, generation, key, place, title, redirect_from, rank) VALUES"
)


def write_crowded(corpus: Corpus, generation: int) -> None:
    """Write the lists of crowded prefixes, once all keys are there."""
    for place in (WHOLE, LATER):
        _write_crowded(corpus, generation, place)


def add(corpus: Corpus, generation: int, rows: Iterable[KeyRow]) -> None:
    """Write rows; they count for nothing until IndexState names their generation."""
    for batch in batched(rows, ROWS_PER_QUERY):
        values = [value for row in batch for value in (corpus.pk, generation, *row)]
        with connection.cursor() as cursor:
            cursor.execute(f"{_INSERT} {', '.join(['(%s, %s, %s, %s, %s, %s, %s)'] * len(batch))}", values)


def add_anchors(corpus: Corpus, generation: int, anchors: Iterable[tuple[str, str, int]]) -> None:
    """Write (folded anchor, title or redirect, pages that have it) as keys of the pages they lead to."""
    for batch in batched(anchors, BATCH):
        pages = leading_to(corpus, {title for _, title, _ in batch})
        with transaction.atomic():
            add(
                corpus,
                generation,
                (
                    KeyRow(key_bytes(anchor), ANCHOR, pages[title][0], anchor, count)
                    for anchor, title, count in batch
                    if title in pages
                ),
            )


def remove_others(corpus: Corpus, generation: int | None) -> None:
    """Delete the keys and manifest of every other generation, in batches."""
    for model in (TitleKey, CrowdedPrefix, IndexedName):
        others = model.objects.filter(corpus=corpus)
        if generation is not None:
            others = others.exclude(generation=generation)
        while pks := list(others.values_list("pk", flat=True)[:BATCH]):
            model.objects.filter(pk__in=pks).delete()


def candidates(rows: Iterable[tuple[bytes | memoryview, str, str | None, int]]) -> Iterator[Candidate]:
    """Convert rows (key, title, redirect_from, rank) to candidates."""
    for key, title, redirect_from, rank in rows:
        yield Candidate(bytes(key).decode("utf-8", "ignore"), title, redirect_from, rank)


def leading(corpus: Corpus, redirects: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield (name, title of the page) of those of at most BATCH redirects that lead to a page in one or two steps."""
    targets = {target for _name, target in redirects}
    pages = pages_titled(corpus, targets)
    again = Redirect.objects.filter(corpus=corpus, title__in=targets - pages).order_by()
    second = dict(again.values_list("title", "target"))
    pages |= pages_titled(corpus, set(second.values()))
    own_names = pages_titled(corpus, {name for name, _target in redirects})
    for name, target in redirects:
        leads_to = target if target in pages else second.get(target)
        if leads_to in pages and name not in own_names:
            yield name, leads_to


def _write_crowded(corpus: Corpus, generation: int, place: int) -> None:
    keys = TitleKey.objects.filter(corpus=corpus, generation=generation, place=place)
    if keys.count() <= CROWD:
        return
    rows = keys.order_by("key").values_list("key", "title", "redirect_from", "rank").iterator(chunk_size=BATCH)
    for batch in batched(crowded_prefixes(candidates(rows)), CROWDS_PER_QUERY):
        CrowdedPrefix.objects.bulk_create(
            CrowdedPrefix(
                corpus=corpus,
                generation=generation,
                place=place,
                prefix=key_bytes(beginning),
                best=[list(candidate) for candidate in best],
            )
            for beginning, best in batch
        )
