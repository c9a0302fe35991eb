"""Tables and lists reduced to what must agree between two renderings of one page."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


def essence(text: str) -> str:
    """Letters and figures alone, as one composition: white space, quotes and separators may differ.

    "·" stands for a text that has other signs only, which is not the same as no text.
    """
    words = "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())
    return words or ("·" if text.strip() else "")


@dataclass(frozen=True, slots=True)
class TableShape:
    """Every square's text, and whether a header covers it: rows of equal width, spans expanded."""

    squares: tuple[tuple[tuple[str, bool], ...], ...]
    caption: str


@dataclass(frozen=True, slots=True)
class ListShape:
    """The outer kind and, item by item, level, text and the kind of the list that starts below it ("" for none)."""

    kind: str
    items: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class PageShape:
    """A page's tables and lists, each in page order."""

    tables: tuple[TableShape, ...]
    lists: tuple[ListShape, ...]
