"""Read pages of the corpus as rows to index, by ranges of the primary key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corpus.batching import batched
from corpus.models import Corpus, CorpusKind, StoredPage, WebPage
from corpus.parallel import in_order
from corpus.store import pages_titled, redirects_to, tokenised
from search.indexing.anchors import AnchorCounts, links_and_anchors
from search.indexing.entries import PageRow, WebRow
from search.indexing.popularity import LinkCounts

BATCH = 200
MOST_TEXT = 500_000  # characters of a batch
HOPS = 2  # redirects that are followed to a page

Stored = tuple[str, str, list[str]]  # title, page JSON text, categories


def count_links(corpus: Corpus, counts: LinkCounts, anchors: AnchorCounts, workers: int = 1) -> None:
    """Count the links of every page and their anchors: a first pass over the text, an eighth of the work of a build."""
    pages = ([(title, data) for title, data, _ in batch] for batch in stored_batches(corpus))
    for hashes, parts in in_order(links_and_anchors, pages, workers):
        counts.add(hashes)
        anchors.add(parts)
    counts.finish()


def rows_to_index(corpus: Corpus, counts: LinkCounts) -> Iterator[list[PageRow]]:
    """Yield all pages in batches, with their redirects and the number of links to them."""
    for batch in stored_batches(corpus):
        yield _rows(corpus, batch, counts)


def stored_batches(corpus: Corpus) -> Iterator[list[Stored]]:
    """Yield all pages in batches by primary key, which is the order they lie in."""
    pages = StoredPage.objects.filter(corpus=corpus).order_by("pk").values_list("pk", "title", "data", "categories")
    last = 0
    while True:
        batch: list[Stored] = []
        size = 0
        for pk, *stored in pages.filter(pk__gt=last)[:BATCH].iterator(chunk_size=20):
            last = pk
            batch.append((stored[0], stored[1], stored[2]))
            size += len(stored[1])
            if size >= MOST_TEXT:
                break
        if not batch:
            return
        yield batch


def pages_of(corpus: Corpus, titles: Iterable[str]) -> Iterator[tuple[Stored, list[str]]]:
    """Yield the pages of these titles, each with the names that redirect to it."""
    pages = StoredPage.objects.filter(corpus=corpus).order_by("title").values_list("title", "data", "categories")
    for chunk in batched(titles, BATCH):
        stored = list(pages.filter(title__in=chunk))
        redirects = _redirects(corpus, [title for title, _, _ in stored])
        for row in stored:
            yield row, redirects.get(row[0], [])


def web_rows(corpus: Corpus, titles: Iterable[str]) -> dict[str, WebRow]:
    """Title -> what is known of web pages of these titles; nothing for a corpus of a wiki."""
    if corpus.kind != CorpusKind.WEB:
        return {}
    found: dict[str, WebRow] = {}
    for chunk in batched(titles, BATCH):
        # By the pages' keys: asked for titles and corpus at once, SQLite reads all web pages of the corpus.
        keys = dict(StoredPage.objects.filter(corpus=corpus, title__in=chunk).order_by().values_list("pk", "title"))
        rows = WebPage.objects.filter(pk__in=list(keys)).values_list("pk", *WebRow._fields)
        found.update((keys[pk], WebRow(*row)) for pk, *row in rows)
    return found


def _rows(corpus: Corpus, batch: list[Stored], counts: LinkCounts) -> list[PageRow]:
    titles = [title for title, _, _ in batch]
    first, leading = _leading(corpus, titles)
    names = [*titles, *{name for each in leading.values() for name in each}]
    links = dict(zip(names, counts.of(names), strict=True))
    tokens, web = tokenised(corpus.pk, titles), web_rows(corpus, titles)
    rows = []
    for title, data, categories in batch:
        keyed = [(name, links[name]) for name in leading.get(title, ())]
        total = links[title] + sum(count for _, count in keyed)
        rows.append(
            PageRow(title, data, categories, first.get(title, []), keyed, total, title in tokens, web.get(title))
        )
    return rows


def _leading(corpus: Corpus, titles: list[str]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Map titles to the names that redirect to them, and to those that lead there, over at most HOPS redirects.

    A name that is a page's own leads nowhere else.
    """
    first = _redirects(corpus, titles)
    found: dict[str, list[str]] = {}
    newest = first
    for _hop in range(HOPS):
        own = pages_titled(corpus, {name for names in newest.values() for name in names})
        reached = {title: [name for name in names if name not in own] for title, names in newest.items()}
        for title, names in reached.items():
            found.setdefault(title, []).extend(names)
        again = _redirects(corpus, [name for names in reached.values() for name in names])
        newest = {
            title: [further for name in names for further in again.get(name, ())] for title, names in reached.items()
        }
        if not again:
            break
    return first, found


def _redirects(corpus: Corpus, titles: list[str]) -> dict[str, list[str]]:
    """Map title to the names that redirect to it, in alphabetical order."""
    names: dict[str, list[str]] = {}
    for target, name in sorted(redirects_to(corpus, titles)):
        names.setdefault(target, []).append(name)
    return names
