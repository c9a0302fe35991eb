"""Outcome of reading one source record: a page, a redirect, an exclusion, or a failure with its remedy."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, fields, replace
from typing import Any

from corpus.building.page_builder import BuiltPage
from corpus.building.table_normalization import TooLarge, normalize_table
from corpus.characters import storable
from corpus.citations.rows import Row, rows_of
from corpus.citations.wikitext import citations_in_wikitext
from corpus.fever.names import title_of
from corpus.fever.rows import DELETE, NO_ENTITY, BadRow, read_row
from corpus.page.element_id import BadTitle, normalise_title
from corpus.page.elements import UNKNOWN_LAYOUT, Layout, Page, RedirectRecord, Table
from corpus.page.formatting import Formatting
from corpus.page.page_text import page_text, text_hash
from corpus.rules import PAPER, Rules
from corpus.site import Site
from corpus.sources import FeverRow, SourceFailure, SourcePage
from corpus.syntax.template_tree import Definitions
from corpus.web.record import WebFacts, WebRecord
from corpus.wikitext.build import build_page

TITLE_LENGTH = 512  # characters that the database keeps of a title
CORRECT = "Correct the record in the source and import it again, as a corpus of its own."
SIMPLIFY = "Leave the page out, or simplify it in the wiki."
LINK = "The page came in without this link. Write the entity behind the anchor, or take the anchor out."
REPORT = "This is a mistake in Attest's reader: report it with the page's text. Meanwhile the page is left out."
CITATIONS = (
    "The page came in without its citations. This is a mistake in Attest's reader: report it with the page's text."
)
_ID = re.compile(rb'"id"\s*:\s*"((?:[^"\\]|\\.){1,200})')
_NOTHING, _UNFORMATTED = (
    Counter[str](),
    Formatting(),
)  # shared by pages of FEVER: a batch is sent with each of them once


@dataclass(frozen=True, slots=True)
class Imported:
    """A page ready to be stored: its page JSON as text, and what its reading dropped; of a web page `web` is the rest.

    `came_ready` says that it was ready in the source: its links are as its maker left them. `place` is known of rows of
    FEVER and of web pages. `problems` are parts of it that were left out, each to be named.
    """

    title: str
    data: str
    content_hash: str
    revision: int | None = None
    timestamp: str | None = None
    layout: Layout = UNKNOWN_LAYOUT
    came_ready: bool = False
    dropped: Counter[str] = field(default_factory=Counter)
    templates: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    place: str = ""
    problems: tuple[Failed, ...] = ()
    web: WebFacts | None = None
    citations: tuple[Row, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """By its fields, as `Layout`."""
        return Imported, tuple(getattr(self, name) for name in _IMPORTED)


@dataclass(frozen=True, slots=True)
class Excluded:
    """A page that is excluded on purpose: nothing citable in it, or a redirect out of the articles.

    `moved_to`: of a web page, the address that was answered in its place.
    """

    title: str
    reason: str
    dropped: Counter[str] = field(default_factory=Counter)
    templates: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    moved_to: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """A page that could not be read: where it stands, why, and what a person can do."""

    title: str
    place: str
    reason: str
    remedy: str = REPORT


_IMPORTED = tuple(each.name for each in fields(Imported))
Outcome = Imported | RedirectRecord | Excluded | Failed


def outcome_of(
    record: SourcePage | SourceFailure | FeverRow,
    place: str = "",
    rules: Rules = PAPER,
    definitions: Definitions | None = None,
) -> Outcome:
    """Return the outcome of one record. Never raises an Exception: one bad page must not end an import.

    `definitions` are the templates of the wikis, by which infoboxes of wikitext are read.
    """
    if isinstance(record, SourceFailure):
        return Failed(record.title, record.place, record.reason, record.remedy or CORRECT)
    try:
        if isinstance(record, FeverRow):
            return _of_fever(record)
        if record.web is not None:
            return _of_web(record.web)
        if record.redirect_to is not None:
            return _redirect(record.title, record.redirect_to, record.site)
        return _built(record, rules, definitions) if record.page is None else _ready(record, record.page)
    except (BadTitle, Unreadable) as error:
        return Failed(record.title, place, str(error), CORRECT)
    except RecursionError:
        return Failed(record.title, place, "it is nested too deeply", SIMPLIFY)
    except MemoryError:
        return Failed(record.title, place, "it needs too much memory", SIMPLIFY)
    except Exception as error:  # whatever a page brings up is that page's failure, named in the quarantine
        return Failed(record.title, place, f"{type(error).__name__}: {error}")


class Unreadable(ValueError):
    """The record is at fault, not the reader; the message says how."""


def _redirect(title: str, target: str, site: Site) -> Outcome:
    if not site.is_article(target):
        return Excluded(title, "redirect out of the articles")
    source, goal = normalise_title(title), normalise_title(target)
    if source == goal:
        return Excluded(title, "redirect to itself")
    fragment = " ".join(storable(target).partition("#")[2].replace("_", " ").split())
    _check_length(source, goal, fragment)
    return RedirectRecord(source, goal, fragment)


def _built(record: SourcePage, rules: Rules, definitions: Definitions | None) -> Outcome:
    built = _read(record, rules, definitions)
    if built.page is None:
        return Excluded(record.title, built.why_no_page, built.dropped, built.templates, built.tables)
    _check_length(built.page.title)
    data = page_text(built.page)
    citations, problems = _citations(record, built.page)
    return Imported(
        title=built.page.title,
        data=data,
        content_hash=text_hash(data),
        revision=record.revision,
        timestamp=record.timestamp,
        layout=built.layout,
        dropped=built.dropped,
        templates=built.templates,
        tables=built.tables,
        problems=problems,
        citations=citations,
    )


def _citations(record: SourcePage, page: Page) -> tuple[tuple[Row, ...], tuple[Failed, ...]]:
    """The rows of a page's citations; it stays without them, and is named, where they cannot be read."""
    try:
        if record.html is None:
            return rows_of(citations_in_wikitext(record.wikitext, page)), ()
        from corpus.citations.html import citations_in_html  # an import of wikitext has no use for it

        return rows_of(citations_in_html(record.html, page)), ()
    except Exception as error:  # a mistake of ours must not cost the page
        return (), (Failed(page.title, "", f"citations: {type(error).__name__}: {error}", CITATIONS),)


def _read(record: SourcePage, rules: Rules, definitions: Definitions | None) -> BuiltPage:
    if record.html is None:
        return build_page(record.title, record.wikitext, record.site, rules, definitions)
    from corpus.html.build import BadHtml, build_page_from_html  # an import of wikitext has no use for it

    try:
        return build_page_from_html(record.title, record.html, record.site, rules)
    except BadHtml as error:
        raise Unreadable(str(error)) from error


def _ready(record: SourcePage, page: Page) -> Outcome:
    """A page from elsewhere, its ids as they are; tables that official code would drop are repaired."""
    try:
        elements = tuple(normalize_table(each) if isinstance(each, Table) else each for each in page.elements)
    except TooLarge as error:
        return Failed(page.title, "", f"a table is too large ({error})", CORRECT)
    if not elements:
        return Excluded(page.title, "page without content")
    _check_length(page.title)
    data = page_text(replace(page, elements=elements))
    return Imported(page.title, data, text_hash(data), record.revision, record.timestamp, came_ready=True)


def _of_fever(record: FeverRow) -> Outcome:
    """A row of FEVER's pages. Its links are names as FEVER wrote them, and stay."""
    try:
        read = read_row(record.raw.decode().removesuffix("\n"))
        if read is None:
            return Excluded("", "page without content", _NOTHING, _NOTHING, _NOTHING)
        _check_length(read.title)
    except (BadRow, Unreadable, UnicodeDecodeError) as error:
        title = _name_in(record.raw)[:TITLE_LENGTH]
        return Failed(title or record.place, record.place, str(error), DELETE)
    origin = read.origin
    origin["file"] = record.place.rpartition(":")[0]
    if record.before:
        origin["before"] = [raw.decode() for raw in record.before]
    if record.after:
        origin["after"] = [raw.decode() for raw in record.after]
    if not record.raw.endswith(b"\n"):
        origin["unended"] = True
    lacking = [
        Failed(read.title, record.place, f"lines: line {number}: {NO_ENTITY}", LINK) for number in read.without_entity
    ]
    return Imported(
        title=read.title,
        data=read.data,
        content_hash=text_hash(read.data),
        layout=Layout(read.paragraphs, formatting=_UNFORMATTED, fever=origin),
        came_ready=True,
        dropped=Counter({NO_ENTITY: len(lacking)}) if lacking else _NOTHING,
        templates=_NOTHING,
        tables=_NOTHING,
        place=record.place,
        problems=tuple(lacking),
    )


def _of_web(record: WebRecord) -> Outcome:
    """A web page. It has no links of a wiki, so that nothing is to be resolved in it."""
    if record.why_not:
        return Excluded(record.url, record.why_not, moved_to=record.moved_to)
    from corpus.web.build import UnreadablePage, build_web_page  # an import of wikitext has no use for its libraries

    try:
        built = build_web_page(record)
    except UnreadablePage as error:
        return Failed(record.url or record.place, record.place, str(error), error.remedy)
    if built is None:
        return Excluded(record.url, "page without content")
    data = page_text(built.page)
    problems = (Failed(built.page.title, record.place, what, remedy) for what, remedy in built.problems)
    return Imported(
        title=built.page.title,
        data=data,
        content_hash=text_hash(data),
        timestamp=built.facts.retrieved or None,
        layout=built.layout,
        came_ready=True,
        dropped=built.dropped,
        place=record.place,
        problems=tuple(problems),
        web=built.facts,
    )


def _name_in(raw: bytes) -> str:
    """The title of a row that cannot be read, as far as it can be told."""
    found = _ID.search(raw)
    return title_of(found[1].decode("utf-8", "replace")) if found else ""


def _check_length(*names: str) -> None:
    if max(map(len, names)) > TITLE_LENGTH:
        raise Unreadable(f"the title is longer than {TITLE_LENGTH} characters")
