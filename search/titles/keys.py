"""Keys by which titles are suggested, and their table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from corpus.batching import batched
from corpus.models import Corpus, Redirect, StoredPage
from corpus.store import pages_titled
from search.folding import fold
from search.models import CrowdedPrefix, IndexedName, TitleKey
from search.query.ast import STOP_WORDS
from search.titles.prefix_collisions import CROWD, Candidate, crowded

LONGEST_KEY = 240  # bytes: what a B-tree entry holds anywhere, and more than anybody types
LATER_WORDS = 5  # words after the first that a title can be found by
BATCH = 2_000
_ARTICLES = frozenset({"the", "a", "an"})


def key_bytes(folded: str) -> bytes:
    """Encode a key or key prefix as it is stored."""
    return folded.encode()[:LONGEST_KEY]


def folded_title(text: str) -> str:
    """Fold a title; keep the characters of one without letters ("!!!")."""
    return fold(text) or " ".join(unicodedata.normalize("NFKD", text).casefold().split())


def keys_of(title: str) -> Iterator[tuple[str, int]]:
    """Yield (key, place) for the title, for the title without its article, and for its later words to the end."""
    whole = folded_title(title)
    yield whole, TitleKey.WHOLE
    words = whole.split()
    start = 1
    if len(words) > 1 and words[0] in _ARTICLES:
        yield " ".join(words[1:]), TitleKey.WHOLE
        start = 2
    for i in range(start, min(len(words), start + LATER_WORDS)):
        if len(words[i]) > 1 and words[i] not in STOP_WORDS:
            yield " ".join(words[i:]), TitleKey.LATER


def write(corpus: Corpus, generation: int, links: Mapping[str, int]) -> None:
    """Write the keys of every page and redirect, and the lists of crowded prefixes.

    `links` counts the pages that link to a name. Rows go in batch by batch, so that nobody who writes
    at the same moment waits for long; they count for nothing until IndexState names their generation.
    """
    for batch in batched(_keys(corpus, links), BATCH):
        add(corpus, generation, batch)
    for place in (TitleKey.WHOLE, TitleKey.LATER):
        _write_crowded(corpus, generation, place)


def add(corpus: Corpus, generation: int, keys: Iterable[tuple[Candidate, int]]) -> None:
    """Write (candidate, place) rows."""
    TitleKey.objects.bulk_create(
        TitleKey(
            corpus=corpus,
            generation=generation,
            key=key_bytes(candidate.key),
            place=place,
            title=candidate.title,
            redirect_from=candidate.redirect_from,
            rank=candidate.rank,
        )
        for candidate, place in keys
    )


def page_keys(title: str, rank: int) -> Iterator[tuple[Candidate, int]]:
    """Return every key of a page's own title."""
    for key, place in keys_of(title):
        yield Candidate(key, title, None, rank), place


def redirect_keys(name: str, title: str, rank: int) -> Iterator[tuple[Candidate, int]]:
    """Return the key of a redirect; none for "Reykjavik", which the page "Reykjavík" has already."""
    key = folded_title(name)
    if key != folded_title(title):
        yield Candidate(key, title, name, rank), TitleKey.WHOLE


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


def _keys(corpus: Corpus, links: Mapping[str, int]) -> Iterator[tuple[Candidate, int]]:
    """Yield every key. A page ranks by the links to it and its redirects, a redirect by its own."""
    # First the redirects: they say how often their targets are linked to by another name.
    through: dict[str, int] = {}
    for name, target in _leading_redirects(corpus):
        rank = links.get(name, 0)
        if rank:
            through[target] = through.get(target, 0) + rank
        yield from redirect_keys(name, target, rank)
    for (title,) in _in_batches_of_rows(StoredPage, corpus, "title"):
        yield from page_keys(title, links.get(title, 0) + through.get(title, 0))


def _leading_redirects(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield (name, title of the page) of every redirect that leads to a page."""
    for batch in batched(_in_batches_of_rows(Redirect, corpus, "title", "target"), BATCH):
        yield from leading(corpus, [(name, target) for name, target in batch])


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


def _in_batches_of_rows(
    model: type[StoredPage] | type[Redirect], corpus: Corpus, *fields: str
) -> Iterator[tuple[str, ...]]:
    """Yield the fields of every row by primary key: no cursor stays open while the same connection writes."""
    last = 0
    while rows := list(
        model._default_manager.filter(corpus=corpus, pk__gt=last).order_by("pk").values_list("pk", *fields)[:BATCH]
    ):
        for row in rows:
            yield row[1:]
        last = rows[-1][0]


def _write_crowded(corpus: Corpus, generation: int, place: int) -> None:
    keys = TitleKey.objects.filter(corpus=corpus, generation=generation, place=place)
    if keys.count() <= CROWD:
        return
    rows = keys.order_by("key").values_list("key", "title", "redirect_from", "rank").iterator(chunk_size=BATCH)
    found = [
        CrowdedPrefix(
            corpus=corpus,
            generation=generation,
            place=place,
            prefix=key_bytes(beginning),
            best=[list(candidate) for candidate in best],
        )
        for beginning, best in crowded(candidates(rows))
    ]
    CrowdedPrefix.objects.bulk_create(found, batch_size=BATCH)
