"""Split a page into passages: sentences, and whole tables and lists, each with its headings and headers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from baseline.candidates import PassageKind
from baseline.words import stems_of
from corpus.page.element_id import full_id
from corpus.page.elements import List, Page, Section, Sentence, Table
from corpus.page.links import plain_text

MOST_ROWS = 2_000  # of a table that are read; the largest of English Wikipedia have about 1,500
SHOWN = 300  # characters of a table's or list's text


@dataclass(frozen=True, slots=True)
class Passage:
    """`parts` are stems: of the sentence, or a part a row or item. `headers`: of rows of nothing but headers."""

    element: str
    page: str
    kind: PassageKind
    parts: tuple[tuple[str, ...], ...]
    title: tuple[str, ...]
    text: str
    headings: tuple[str, ...] = ()
    caption: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()

    @property
    def around(self) -> tuple[str, ...]:
        """The words of headings, caption and column headers."""
        return (*self.headings, *self.caption, *self.headers)


def passages(page: Page) -> Iterator[Passage]:
    """The passages in page order; those without a word are left out."""
    title = stems_of(page.title)
    headings: tuple[str, ...] = ()
    for element in page.elements:
        if isinstance(element, Section):
            headings = stems_of(element.value)
            continue
        caption: tuple[str, ...] = ()
        headers: tuple[str, ...] = ()
        kind: PassageKind
        if isinstance(element, Sentence):
            kind, rows = "sentence", [element.text]
        elif isinstance(element, List):
            kind, rows = "list", [item.value for item in element.items]
        elif isinstance(element, Table):
            kind, (rows, headers) = "table", _table(element)
            caption = stems_of(element.caption or "")
        parts = tuple(filter(None, map(stems_of, rows)))
        if parts:
            text = plain_text(" | ".join(rows[:20]))
            shown = text if kind == "sentence" else text[:SHOWN]
            name = full_id(page.title, element.id)
            yield Passage(name, page.title, kind, parts, title, shown, headings, caption, headers)


def _table(table: Table) -> tuple[list[str], tuple[str, ...]]:
    """The texts of its rows, and the words of those of nothing but headers."""
    rows: list[str] = []
    headers: list[str] = []
    for row in table.rows[:MOST_ROWS]:
        text = " ".join({cell.id: cell.value for cell in row}.values())
        if len(table.rows) > 1 and all(cell.is_header for cell in row):
            headers += stems_of(text)
        rows.append(text)
    return rows, tuple(headers)
