"""A page as its elements, in page order (contract (a), paper section 7.1).

Plain frozen values: no behaviour beyond looking things up. Ids in here are local ("cell_0_3_1").
Text is NFD and stripped, with hyperlinks as `[[Target_title|anchor]]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Literal

from corpus.page.formatting import Formatting

TableKind = Literal["infobox", "general"]
ListKind = Literal["unordered_list", "ordered_list", "description_list"]


class UnknownElement(KeyError):
    """The page has no element of this id."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else "unknown element"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of running text; hatnotes are sentences too."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading. `level` is the number of equals signs: 2 for `==`."""

    id: str
    value: str
    level: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as written. Never spans rows and columns at once: such a cell is written
    `column_span` times side by side under one id (contract (a), "How WikiTable normalises")."""

    id: str
    value: str
    is_header: bool
    row_span: int
    column_span: int


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of written cells; `corpus.page.grid` gives the squares they cover."""

    id: str
    kind: TableKind
    rows: tuple[tuple[Cell, ...], ...]
    caption: str | None


@dataclass(frozen=True, slots=True)
class Item:
    """A list item. `level` counts from 0; `nested` is the kind of the list that starts right below it."""

    id: str
    value: str
    level: int
    nested: ListKind | None


@dataclass(frozen=True, slots=True)
class List:
    """A list with its nested lists flattened into items of growing level."""

    id: str
    kind: ListKind
    items: tuple[Item, ...]


Element = Sentence | Section | Table | List


@dataclass(frozen=True, slots=True)
class Page:
    """A page title (NFD, no underscore) and its elements in page order."""

    title: str
    elements: tuple[Element, ...]


class Untrusted(StrEnum):
    """Why what an element says may not be what Wikipedia shows. Stored with pages and named in manifests."""

    TEMPLATE_CELLS = "template_cells"  # a template that the reader does not know writes cells of the table
    MISSING_TEXT = "missing_text"  # a template that the reader does not know writes words of it


Marks = dict[str, Untrusted]  # by local id


@dataclass(frozen=True, slots=True)
class Layout:
    """What page JSON leaves out of an article: paragraphs, categories, untrusted elements, bold words, colours.

    Empty for a page that came ready from elsewhere: then nobody knows. `untrusted` maps local ids of elements to
    reasons; the mark of a table holds for all of its cells (`corpus.page.trust`). `boxed` are the tables that stand
    inside an infobox on the wiki, where that is known. `fever` is the `corpus.fever.rows.Origin` of a page of FEVER,
    whose text is tokenised, and empty for all others.
    """

    paragraphs: tuple[str, ...] = ()  # the first sentence of each; every hatnote is one of its own
    hatnotes: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()  # normalised names without their namespace
    untrusted: Mapping[str, Untrusted] = field(default_factory=dict)
    boxed: tuple[str, ...] = ()
    formatting: Formatting = field(default_factory=Formatting)
    fever: Mapping[str, Any] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        """By its fields: pickling a frozen dataclass with slots otherwise takes three times as long."""
        return Layout, tuple(getattr(self, name) for name in _LAYOUT)


_LAYOUT = tuple(each.name for each in fields(Layout))
UNKNOWN_LAYOUT = Layout()


@dataclass(frozen=True, slots=True)
class RedirectRecord:
    """A redirect between two normalised titles, on its way into the database."""

    title: str
    target: str
    fragment: str = ""


def tables(page: Page) -> Iterator[Table]:
    """The page's tables, infoboxes included, in page order."""
    return (element for element in page.elements if isinstance(element, Table))


def lists(page: Page) -> Iterator[List]:
    """The page's lists in page order."""
    return (element for element in page.elements if isinstance(element, List))


def sentences(page: Page) -> Iterator[Sentence]:
    """The page's sentences in page order."""
    return (element for element in page.elements if isinstance(element, Sentence))
