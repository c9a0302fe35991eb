"""Sources to built pages, on one process or several. Knows nothing of the database."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from corpus.build import build_page
from corpus.characters import storable
from corpus.element_id import BadTitle, normalise_title
from corpus.elements import UNKNOWN_LAYOUT, Layout, Page, Table
from corpus.site import Prefix, Site
from corpus.sources import SourceFailure, SourcePage
from corpus.tiling import TooLarge, retile

BATCH_PER_WORKER = 64


@dataclass(frozen=True, slots=True)
class Imported:
    """A page ready to be stored, with what its reading dropped."""

    page: Page
    revision: int | None
    timestamp: str | None
    layout: Layout = UNKNOWN_LAYOUT
    dropped: Counter[str] = field(default_factory=Counter)
    templates: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class ImportedRedirect:
    """A redirect between two normalised titles."""

    title: str
    target: str
    fragment: str


@dataclass(frozen=True, slots=True)
class Left:
    """A page that is left out on purpose: nothing citable in it, or a redirect out of the articles."""

    title: str
    reason: str
    dropped: Counter[str] = field(default_factory=Counter)
    templates: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Failed:
    """A page that could not be read."""

    title: str
    place: str
    reason: str


Outcome = Imported | ImportedRedirect | Left | Failed


def import_pages(records: Iterable[SourcePage | SourceFailure], workers: int = 1) -> Iterator[Outcome]:
    """The outcome of every record, in order. With several workers pages are built in batches beside each other."""
    if workers <= 1:
        yield from map(outcome_of, records)
        return
    source = iter(records)
    # Not forked: the caller may hold database connections and threads.
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        while batch := list(islice(source, BATCH_PER_WORKER * workers)):
            yield from pool.map(outcome_of, batch, chunksize=8)


def outcome_of(record: SourcePage | SourceFailure) -> Outcome:
    """What becomes of one record. Never raises: one bad page must not end an import."""
    if isinstance(record, SourceFailure):
        return Failed(record.title, record.place, record.reason)
    try:
        if record.redirect_to is not None:
            return _redirect(record.title, record.redirect_to, record.site)
        return _built(record) if record.page is None else _ready(record, record.page)
    except BadTitle as error:
        return Failed(record.title, "", str(error))
    except Exception as error:  # whatever a page brings up is that page's failure, named in the quarantine
        return Failed(record.title, "", f"{type(error).__name__}: {error}")


def _redirect(title: str, target: str, site: Site) -> Outcome:
    prefix, colon, _ = target.partition(":")
    if colon and site.prefix(prefix) is not Prefix.ARTICLE:
        return Left(title, "redirect out of the articles")
    source, goal = normalise_title(title), normalise_title(target)
    if source == goal:
        return Left(title, "redirect to itself")
    fragment = storable(target).partition("#")[2].replace("_", " ")
    return ImportedRedirect(source, goal, " ".join(fragment.split()))


def _built(record: SourcePage) -> Outcome:
    built = build_page(record.title, record.wikitext, record.site)
    if built.page is None:
        return Left(record.title, "page without content", built.dropped, built.templates)
    return Imported(built.page, record.revision, record.timestamp, built.layout, built.dropped, built.templates)


def _ready(record: SourcePage, page: Page) -> Outcome:
    """A page from elsewhere, its ids as they are; tables that official code would drop are repaired."""
    try:
        elements = tuple(retile(each) if isinstance(each, Table) else each for each in page.elements)
    except TooLarge as error:
        return Failed(page.title, "", f"a table is too large ({error})")
    if not elements:
        return Left(page.title, "page without content")
    return Imported(replace(page, elements=elements), record.revision, record.timestamp)
