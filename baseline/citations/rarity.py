"""How rare a stem is: its idf over about 800 Wikipedia pages, a table that is part of the project."""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path

from search.bm25 import idf

TABLE = Path(__file__).with_name("words.tsv.xz")


class Rarity:
    """The idf of stems; one that the table lacks counts as on one page."""

    def __init__(self, pages: int, having: dict[str, int]) -> None:
        self.pages, self.having = pages, having

    def idf(self, stem: str) -> float:
        """See `search.bm25.idf`."""
        return idf(self.pages, self.having.get(stem, 1))


@cache
def rarity() -> Rarity:
    """The table, read once in a process; about 2 MB."""
    with lzma.open(TABLE, "rt", encoding="utf-8") as lines:
        pages = int(next(lines).split("\t")[1])
        return Rarity(pages, {word: int(count) for word, count in (line.rstrip("\n").split("\t") for line in lines)})
