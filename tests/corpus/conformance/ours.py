"""Our page, reduced to its shape; and wikitext whose tables our rules do not leave out."""

from __future__ import annotations

import re

from corpus.page.elements import List, Page, Table, lists, tables
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
    text = _WIKI_TABLE.sub(lambda m: f'{m[1]} class="wikitable" {_CLASS.sub("", m[2])}', wikitext)
    text = _HTML_TABLE.sub(lambda m: f'<table class="wikitable" {_CLASS.sub("", m[1])}>', text)
    return build_page("Parser test", text, rules=Rules(keep_flagged=True)).page


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
