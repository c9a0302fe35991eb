"""Count the anchors of links in bounded memory: the names by which other pages call a page become its aliases.

Lines "anchor<tab>title" are counted by parts of the anchors, so that all titles of an anchor are in one part. Beyond
`MOST_HELD` bytes they go into files. Imports no Django: worker processes do a part of this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from zlib import crc32

from corpus.page.links import unescaped
from search.folding import fold
from search.indexing.popularity import hashes_of, page_links

MOST_HELD = 8_000_000  # bytes
LONGEST = 8  # words of an anchor
MANY_PAGES = 20_000  # in a corpus; from there on an anchor of a single page is no alias
LEAST_PAGES = 2
MOST_TITLES = 5  # of an anchor
LEAST_SHARE = 0.05  # of the pages that have the anchor
_PARTS = 128


def links_and_anchors(pages: Iterable[tuple[str, str]]) -> tuple[bytes, list[bytes]]:
    """`popularity.link_hashes` of pages (title, JSON text), and their anchors for `AnchorCounts.add`."""
    links = [page_links(title, data) for title, data in pages]
    parts: list[list[str]] = [[] for _ in range(_PARTS)]
    for of_page in links:
        for anchor, name in {(_folded(unescaped(anchor)), name) for name, anchor in of_page if anchor}:
            if _is_alias(anchor, name):
                parts[crc32(anchor.encode()) % _PARTS].append(f"{anchor}\t{name}\n")
    return hashes_of(links), ["".join(lines).encode() for lines in parts]


def _is_alias(anchor: str, name: str) -> bool:
    """Whether a folded anchor is another name than the title, and has a letter."""
    is_name = bool(anchor) and not anchor.replace(" ", "").isdecimal()
    return is_name and anchor != _folded(name) and anchor.count(" ") < LONGEST


@lru_cache(maxsize=50_000)  # the same links stand on many pages
def _folded(text: str) -> str:
    return fold(text)


class AnchorCounts:
    """Number of pages that link to a title with an anchor. `folder` is an empty one of the caller's, who removes it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: list[list[bytes]] = [[] for _ in range(_PARTS)]
        self._size = 0

    def add(self, parts: Sequence[bytes]) -> None:
        """Add what `links_and_anchors` found."""
        for held, lines in zip(self._held, parts, strict=True):
            if lines:
                held.append(lines)
                self._size += len(lines)
        if self._size > MOST_HELD:
            self._spill()

    def found(self, pages: int) -> Iterator[tuple[str, str, int]]:
        """Yield (anchor, title, pages that have it) of a corpus of so many pages: for each anchor the commonest."""
        least = LEAST_PAGES if pages >= MANY_PAGES else 1
        for number, held in enumerate(self._held):
            path = self._file(number)
            text = (path.read_bytes() if path.exists() else b"") + b"".join(held)
            totals = Counter[str]()
            titles: dict[str, list[tuple[int, str]]] = {}
            for line, count in sorted(Counter(text.decode().splitlines()).items()):
                anchor, _, title = line.partition("\t")
                totals[anchor] += count
                if count >= least:
                    titles.setdefault(anchor, []).append((-count, title))
            for anchor, counts in titles.items():
                for count, title in sorted(counts)[:MOST_TITLES]:
                    if -count >= LEAST_SHARE * totals[anchor]:
                        yield anchor, title, -count

    def _spill(self) -> None:
        for number, held in enumerate(self._held):
            with self._file(number).open("ab") as file:
                file.writelines(held)
            held.clear()
        self._size = 0

    def _file(self, number: int) -> Path:
        return self._folder / f"anchors-{number}"
