"""The only reader and writer of stored pages.

Titles given to these functions may come from people or links: they are normalised here, redirects
are followed here, and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any

from django.db import connection, connections
from django.db.models import DateTimeField, Exists, JSONField, OuterRef, Q, QuerySet

from corpus.batching import batched
from corpus.models import Corpus, Phase, Redirect, StoredPage
from corpus.page.element_id import BadTitle, clean_title, normalise_title
from corpus.page.elements import UNKNOWN_LAYOUT, Layout, Marks, Page, RedirectRecord, Untrusted
from corpus.page.formatting import formatting_from_json, formatting_to_json
from corpus.page.page_json import page_from_json
from corpus.page.page_text import page_text, text_hash

MAX_HOPS = 10  # MediaWiki follows one redirect; imports leave a few double ones, and loops
BATCH = 500
ROWS_PER_QUERY = 50  # fourteen values each, below any database's limit
TITLES_PER_QUERY = 5_000  # below SQLite's limit of bound variables
PARSED_PAGES_KEPT = 256
_encoded = json.JSONEncoder().encode  # made once: `json.dumps` makes one anew for every call
_EMPTY: dict[type, str] = {tuple: "[]", list: "[]", dict: "{}"}


class PageNotFound(LookupError):
    """The corpus has no page of this title; `title` is its normalised form."""

    def __init__(self, title: str, reason: str = "no such page") -> None:
        super().__init__(f"{title}: {reason}")
        self.title = title


class CorpusNotChosen(LookupError):
    """No corpus was named and there is not exactly one; `slugs` are those that exist."""

    def __init__(self, slugs: list[str], wanted: str | None) -> None:
        super().__init__(f"no corpus {wanted!r}" if wanted else f"{len(slugs)} corpora, none named")
        self.slugs = slugs
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Resolved:
    """Resolved title: the page's own title, and the redirect it was reached by, if any."""

    title: str
    redirected_from: str | None
    fragment: str


@dataclass(frozen=True, slots=True)
class PageRecord:
    """A page on its way into the database."""

    page: Page
    revision: int | None = None
    timestamp: datetime | None = None
    layout: Layout = UNKNOWN_LAYOUT


@dataclass(slots=True)
class PageRow:
    """A row of `StoredPage` to be written: a tenth of the time that making a model takes. Fields as its columns."""

    corpus_id: int
    title: str
    data: str
    content_hash: str
    size: int
    paragraphs: Sequence[str]
    hatnotes: Sequence[str]
    categories: Sequence[str]
    untrusted: Mapping[str, str]
    boxed: Sequence[str]
    formatting: Mapping[str, Any]
    revision: int | None = None
    timestamp: datetime | None = None
    came_ready: bool = False


def whole_corpora() -> QuerySet[Corpus]:
    """Corpora that can be used: those with pages whose import, if they came by one, is complete."""
    pages = Exists(StoredPage.objects.filter(corpus=OuterRef("pk")))
    return Corpus.objects.filter(pages, Q(import_run__isnull=True) | Q(import_run__phase=Phase.COMPLETE))


def choose_corpus(slug: str | None = None) -> Corpus:
    """The corpus of this slug, or the only one there is; none that is being deleted. Raises CorpusNotChosen."""
    corpora = Corpus.objects.exclude(import_run__phase=Phase.DISCARDING)
    found = list(corpora.filter(slug=slug) if slug else corpora[:2])
    if len(found) != 1:
        raise CorpusNotChosen(list(corpora.values_list("slug", flat=True)), slug)
    return found[0]


def get_page(corpus: Corpus, title: str) -> Page:
    """The page a title leads to, redirects followed. Raises PageNotFound."""
    row = StoredPage.objects.only("id", "content_hash").get(corpus=corpus, title=resolve(corpus, title).title)
    return _parsed(row.content_hash, row.pk)


def stored(corpus: Corpus, title: str) -> StoredPage:
    """The row a title leads to, redirects followed; its page JSON is read when asked for. Raises PageNotFound."""
    return StoredPage.objects.defer("data").get(corpus=corpus, title=resolve(corpus, title).title)


def layout_of(row: StoredPage) -> Layout:
    """Layout of a stored page."""
    paragraphs, hatnotes, categories, boxed = map(tuple, (row.paragraphs, row.hatnotes, row.categories, row.boxed))
    formatting = formatting_from_json(row.formatting)
    fever = row.formatting.get("fever", {})
    return Layout(paragraphs, hatnotes, categories, marks_of(row.untrusted), boxed, formatting, fever)


def untrusted_marks(corpus: int, titles: Iterable[str]) -> dict[str, Marks]:
    """Title -> marks of those pages of exactly these titles that have any, of the corpus with this id."""
    rows = StoredPage.objects.filter(corpus=corpus, title__in=set(titles)).values_list("title", "untrusted")
    return {title: marks_of(stored) for title, stored in rows if stored}


def tokenised(corpus: int, titles: Iterable[str]) -> set[str]:
    """Filter titles, as stored, to those of pages of FEVER, whose text is shown by `corpus.fever.readable`."""
    found = set[str]()
    for chunk in batched(titles, TITLES_PER_QUERY):
        rows = StoredPage.objects.filter(corpus=corpus, title__in=chunk, formatting__has_key="fever").order_by()
        found.update(rows.values_list("title", flat=True))
    return found


def marks_of(stored: dict[str, str]) -> Marks:
    """The marks of a page, as `StoredPage.untrusted` holds them."""
    return {local: Untrusted(reason) for local, reason in stored.items()}


def resolve(corpus: Corpus, title: str) -> Resolved:
    """The page title that a title, link target or redirect leads to. Raises PageNotFound."""
    try:
        wanted = name = normalise_title(title)
    except BadTitle as error:
        raise PageNotFound(title.strip(), "not a page title") from error
    spelled = clean_title(title)
    if spelled != wanted and StoredPage.objects.filter(corpus=corpus, title=spelled).exists():
        name = spelled  # only a page that came ready from elsewhere begins with a small letter
    fragment = title.partition("#")[2].strip()
    seen: set[str] = set()
    while not StoredPage.objects.filter(corpus=corpus, title=name).exists():
        redirect = Redirect.objects.filter(corpus=corpus, title=name).first()
        seen.add(name)
        if redirect is None:
            raise PageNotFound(wanted)
        if redirect.target in seen or len(seen) >= MAX_HOPS:
            raise PageNotFound(wanted, "its redirects go round in a circle")
        name, fragment = redirect.target, redirect.fragment or fragment
    return Resolved(name, wanted if seen else None, fragment)


def existing_titles(corpus: Corpus, titles: Iterable[str]) -> set[str]:
    """Filter titles to those that lead to a page, directly or over at most two redirects.

    Titles are compared in their normalised form and returned as given. One query per 5,000 titles.
    """
    given: dict[str, list[str]] = {}
    for title in titles:
        try:
            for name in {normalise_title(title), clean_title(title)}:
                given.setdefault(name, []).append(title)
        except BadTitle:
            continue
    found: set[str] = set()
    for chunk in batched(given, TITLES_PER_QUERY):
        for name in _leading_somewhere(corpus, chunk):
            found.update(given[name])
    return found


def pages_titled(corpus: Corpus, titles: Iterable[str]) -> set[str]:
    """Filter titles, as stored, to those of pages. One query per 5,000 titles."""
    found = set[str]()
    for chunk in batched(titles, TITLES_PER_QUERY):
        found.update(title for (title,) in _titled(StoredPage, ("title",), corpus, chunk))
    return found


def _titled(
    model: type[StoredPage | Redirect],
    columns: Collection[str],
    corpus: Corpus,
    titles: Sequence[str],
    field: str = "title",
) -> list[tuple[str, ...]]:
    """Columns of the rows of these titles. As SQL: Django prepares 5,000 values in three times the query's time."""
    marks = ", ".join(["%s"] * len(titles))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {', '.join(columns)} FROM {model._meta.db_table} WHERE corpus_id = %s AND {field} IN ({marks})",  # nosec B608 # our own names
            [corpus.pk, *titles],
        )
        return list(cursor.fetchall())


def redirects_to(corpus: Corpus, titles: Iterable[str]) -> list[tuple[str, str]]:
    """(target, name) of every redirect to one of these titles, as stored. One query per 5,000 titles."""
    found: list[tuple[str, str]] = []
    for chunk in batched(titles, TITLES_PER_QUERY):
        found += [(target, name) for target, name in _titled(Redirect, ("target", "title"), corpus, chunk, "target")]
    return found


def leading_to(corpus: Corpus, names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """For those of the normalised titles that lead to a page: its title, and the section a redirect names or "".

    As `resolve`, for many at once: at most MAX_HOPS rounds of queries, 5,000 titles each.
    """
    found: dict[str, tuple[str, str]] = {}
    at = {name: (name, "") for name in names}
    for _ in range(MAX_HOPS):
        places = {name for name, _ in at.values()}
        pages = pages_titled(corpus, places)
        hops = dict[str, tuple[str, str]]()
        for chunk in batched(places - pages, TITLES_PER_QUERY):
            rows = _titled(Redirect, ("title", "target", "fragment"), corpus, chunk)
            hops.update({title: (target, fragment) for title, target, fragment in rows})
        found.update({start: place for start, place in at.items() if place[0] in pages})
        at = {start: (hops[name][0], hops[name][1] or section) for start, (name, section) in at.items() if name in hops}
        if not at:
            break
    return found


def iter_pages(corpus: Corpus) -> Iterator[Page]:
    """Every page of the corpus by title, without holding them all in memory."""
    for _, data in iter_page_json(corpus):
        yield page_from_json(json.loads(data))


def iter_page_json(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """(title, page JSON text) of every page by title; export copies them without parsing."""
    rows = StoredPage.objects.filter(corpus=corpus).order_by("title").values_list("title", "data")
    yield from rows.iterator(chunk_size=BATCH)


def iter_imported(corpus: Corpus) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(title, page JSON text, `formatting` as stored) of every page in the order in which they came."""
    rows = StoredPage.objects.filter(corpus=corpus).order_by("pk").values_list("title", "data", "formatting")
    yield from rows.iterator(chunk_size=BATCH)


def iter_redirects(corpus: Corpus) -> Iterator[RedirectRecord]:
    """Every redirect in the order in which they came."""
    rows = Redirect.objects.filter(corpus=corpus).order_by("pk").values_list("title", "target", "fragment")
    yield from (RedirectRecord(*row) for row in rows.iterator(chunk_size=BATCH))


def page_json_of(corpus: Corpus, titles: Iterable[str]) -> dict[str, str]:
    """Title -> page JSON text of those pages of exactly these titles. One query per 5,000 titles."""
    found: dict[str, str] = {}
    for chunk in batched(titles, TITLES_PER_QUERY):
        found.update(StoredPage.objects.filter(corpus=corpus, title__in=chunk).values_list("title", "data"))
    return found


def save_pages(corpus: Corpus, records: Iterable[PageRecord]) -> int:
    """Write pages, replacing those of the same title; doing it twice changes nothing. Returns how many."""
    return save_rows(_row(corpus, record) for record in records)


def save_rows(rows: Iterable[PageRow]) -> int:
    """`save_pages` for pages that are JSON text already."""
    count = 0
    for batch in batched(rows, ROWS_PER_QUERY):
        latest = {row.title: row for row in batch}  # the last of a title wins
        _upsert(StoredPage, latest.values())
        count += len(latest)
    return count


def save_redirects(corpus: Corpus, records: Iterable[RedirectRecord]) -> int:
    """Write redirects, replacing those of the same title. Titles must be normalised. Returns how many."""
    count = 0
    for batch in batched(records, ROWS_PER_QUERY):
        latest = {
            record.title: Redirect(corpus=corpus, title=record.title, target=record.target, fragment=record.fragment)
            for record in batch
        }
        _upsert(Redirect, latest.values())
        count += len(latest)
    return count


def _upsert(model: type[StoredPage | Redirect], rows: Collection[PageRow | Redirect]) -> None:
    """Insert rows, replacing those of the same title: `bulk_create` in a third of its time, which an import feels."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = [str(field.column) for field in fields]
    database = connections[connection.alias]  # itself: the proxy looks it up for every value
    values_of = attrgetter(*(field.attname for field in fields))
    of_json = [at for at, field in enumerate(fields) if isinstance(field, JSONField)]
    of_times = [(at, field) for at, field in enumerate(fields) if isinstance(field, DateTimeField)]
    values: list[Any] = []
    for row in rows:
        found = list(values_of(row))
        for at in of_json:
            found[at] = _json_text(found[at])
        for at, field in of_times:
            if found[at] is not None:
                found[at] = field.get_db_prep_save(found[at], database)
        values += found
    replaced = ", ".join(f"{each} = excluded.{each}" for each in columns if each not in ("corpus_id", "title"))
    placeholders = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES {placeholders} "  # nosec B608 # our own names
            f"ON CONFLICT (corpus_id, title) DO UPDATE SET {replaced}",
            values,
        )


def _json_text(value: Any) -> str | None:
    """JSON text, which either database takes as a `JSONField` writes it. Most is empty: that is not encoded anew."""
    return _encoded(value) if value else _EMPTY[type(value)] if value is not None else None


def _row(corpus: Corpus, record: PageRecord) -> PageRow:
    data = page_text(record.page)
    row = page_row(corpus, record.page.title, data, text_hash(data), record.layout)
    row.revision, row.timestamp = record.revision, record.timestamp
    return row


def page_row(corpus: Corpus, title: str, data: str, content_hash: str, layout: Layout) -> PageRow:
    """A page for `save_rows`, from its page JSON text (`corpus.page.page_text`)."""
    formatting = formatting_to_json(layout.formatting)
    if layout.fever:
        formatting["fever"] = layout.fever
    return PageRow(
        corpus.pk,
        title,
        data,
        content_hash,
        len(data),
        layout.paragraphs,
        layout.hatnotes,
        layout.categories,
        dict(layout.untrusted),
        layout.boxed,
        formatting,
    )


@lru_cache(maxsize=PARSED_PAGES_KEPT)
def _parsed(content_hash: str, pk: int) -> Page:
    """The parsed page. The hash in the key makes a replaced page a different entry."""
    return page_from_json(json.loads(StoredPage.objects.values_list("data", flat=True).get(pk=pk)))


def _leading_somewhere(corpus: Corpus, names: list[str]) -> Iterable[str]:
    target_page = StoredPage.objects.filter(corpus=corpus, title=OuterRef("target"))
    second_hop = Redirect.objects.filter(Exists(target_page), corpus=corpus, title=OuterRef("target"))
    pages = StoredPage.objects.filter(corpus=corpus, title__in=names).order_by()
    redirects = Redirect.objects.filter(Q(Exists(target_page)) | Q(Exists(second_hop)), corpus=corpus, title__in=names)
    return pages.values_list("title", flat=True).union(redirects.order_by().values_list("title", flat=True))
