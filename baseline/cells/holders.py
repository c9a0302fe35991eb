"""Tables and lists as stage 3 reads them: words, the text around them, headers, and the links of their cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from baseline.cells.table_words import TableWords, table_words
from baseline.words import STOP_STEMS, stems_of
from corpus.page.context import caption_id, section_chain
from corpus.page.element_id import full_id
from corpus.page.elements import List, Page, Table
from corpus.page.links import split_links


@dataclass(frozen=True, slots=True)
class Holder:
    """A table or list of a page. Stems are without stop words.

    `around`: stems of its headings and caption. `heads`: column -> stems of its header rows, which are `header_rows`.
    `caption`: its local id, "" without one. `links`: cell id -> titles that the cell links to.
    """

    page: str
    source: Table | List
    words: TableWords
    title: frozenset[str]
    around: frozenset[str]
    heads: Mapping[int, frozenset[str]]
    header_rows: frozenset[int]
    caption: str
    caption_text: str
    links: Mapping[str, frozenset[str]]

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return isinstance(self.source, List)


class Holders(Mapping[str, Holder]):
    """The tables and lists of a page by their full id, each read when it is first asked for."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._sources = {full_id(page.title, one.id): one for one in page.elements if isinstance(one, Table | List)}
        self._read: dict[str, Holder] = {}

    def __getitem__(self, element: str) -> Holder:
        if element not in self._read:
            self._read[element] = _holder(self._page, self._sources[element])
        return self._read[element]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)


def _holder(page: Page, source: Table | List) -> Holder:
    words = table_words(source)
    caption = (source.caption or "") if isinstance(source, Table) else ""
    header_rows = _header_rows(words)
    headings = " ".join(section.value for section in section_chain(page, source))
    return Holder(
        page=page.title,
        source=source,
        words=words,
        title=_telling(page.title),
        around=_telling(f"{headings} {caption}"),
        heads=_heads(words, header_rows),
        header_rows=header_rows,
        caption=caption_id(source) if isinstance(source, Table) and caption else "",
        caption_text=caption,
        links={id_: titles for id_, value in _values(source) if (titles := _linked(value))},
    )


def _header_rows(words: TableWords) -> frozenset[int]:
    """Rows of nothing but header cells, unless the table has no others."""
    rows = {row[0].row for row in words.rows if all(square.is_header for square in row)}
    return frozenset(rows) if len(rows) < len(words.rows) else frozenset()


def _heads(words: TableWords, header_rows: frozenset[int]) -> dict[int, frozenset[str]]:
    heads: dict[int, frozenset[str]] = {}
    for row in words.rows:
        for square in row:
            if square.row in header_rows:
                heads[square.column] = heads.get(square.column, frozenset()) | frozenset(square.stems)
    return heads


def _values(source: Table | List) -> Iterator[tuple[str, str]]:
    if isinstance(source, List):
        yield from ((item.id, item.value) for item in source.items)
    else:
        yield from ((cell.id, cell.value) for row in source.rows for cell in row)


def _linked(value: str) -> frozenset[str]:
    if "[[" not in value:
        return frozenset()
    return frozenset(title for _, title in split_links(value) if title is not None)


def _telling(text: str) -> frozenset[str]:
    return frozenset(stems_of(text)) - STOP_STEMS
