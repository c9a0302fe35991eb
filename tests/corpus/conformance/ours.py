"""Our page, reduced to its shape or its characters; and wikitext whose tables our rules do not leave out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.building.page_builder import BuiltPage
from corpus.page.elements import List, Page, Section, Sentence, Table, lists, tables
from corpus.page.grid import grid
from corpus.page.links import plain_text
from corpus.rules import Rules
from corpus.wikitext.build import build_page
from tests.corpus.conformance.shape import ListShape, PageShape, TableShape, essence

_WIKI_TABLE = re.compile(r"^([ \t:;*#]*\{\|)(.*)$", re.MULTILINE)
_HTML_TABLE = re.compile(r"<table\b([^>]*)>", re.IGNORECASE)
_CLASS = re.compile(r"\bclass\s*=\s*(?:\"[^\"]*\"|'[^']*'|\S+)", re.IGNORECASE)


def page_of(wikitext: str) -> Page | None:
    """The page of a case, every table marked as one that holds data."""
    return _built(wikitext).page


def characters_of(wikitext: str) -> list[tuple[str, int]]:
    """Every character of the page but white space, in order, with its style (`corpus.page.formatting.Style`)."""
    built = _built(wikitext)
    return [pair for local, text in _texts(built.page) for pair in _styled(built, local, plain_text(text))]


def _built(wikitext: str) -> BuiltPage:
    text = _WIKI_TABLE.sub(lambda m: f'{m[1]} class="wikitable" {_CLASS.sub("", m[2])}', wikitext)
    text = _HTML_TABLE.sub(lambda m: f'<table class="wikitable" {_CLASS.sub("", m[1])}>', text)
    return build_page("Parser test", text, rules=Rules(keep_flagged=True))


def _texts(page: Page | None) -> Iterator[tuple[str, str]]:
    for element in page.elements if page else ():
        match element:
            case Sentence(local, text) | Section(local, text):
                yield local, text
            case List():
                yield from ((item.id, item.value) for item in element.items)
            case Table():
                yield from ((cell.id, cell.value) for row in element.rows for cell in row)


def _styled(built: BuiltPage, local: str, text: str) -> Iterator[tuple[str, int]]:
    runs = built.layout.formatting.runs.get(local, ())
    for place, character in enumerate(text):
        if not character.isspace():
            yield character, next((int(style) for start, end, style in runs if start <= place < end), 0)


def shape_of(page: Page | None) -> PageShape:
    """What the page says of its tables and lists."""
    if page is None:
        return PageShape((), ())
    return PageShape(tuple(map(_table, tables(page))), tuple(map(_list, lists(page))))


def _table(table: Table) -> TableShape:
    squares = tuple(tuple((essence(plain_text(cell.value)), cell.is_header) for cell in row) for row in grid(table))
    return TableShape(squares, essence(plain_text(table.caption or "")))


def _list(each: List) -> ListShape:
    return ListShape(
        each.kind, tuple((item.level, essence(plain_text(item.value)), item.nested or "") for item in each.items)
    )
