"""Split a MediaWiki dump into its pages as bytes, before any XML is parsed.

Cutting is a search for two tags, a hundred times faster than parsing, so one process can feed many that parse; and
XML that is broken in one page stays that page's misfortune. It is safe because `<` inside a page's text is always
written `&lt;`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

BLOCK = 1 << 20
LARGEST = 64 << 20  # bytes of one <page>: above what any wiki exports, below what a machine holds
_START, _END, _LAST = b"<page>", b"</page>", b"</mediawiki>"


class Readable(Protocol):
    """What pages are cut from."""

    def read1(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""


@dataclass(slots=True)
class Cutter:
    """`header` is what stands before the first page; `is_whole` whether the dump ended as dumps end.

    `behind` is how many pages begin before the byte `offset` of the file, at which none is open but one that is too
    long and was handed out as far as it is read.
    """

    file: Readable
    left_out: int = 0  # bytes of the file that are passed over before its first page
    header: bytes = b""
    is_whole: bool = False
    behind: int = 0
    offset: int = 0
    _buffer: bytes = b""

    def is_dump(self) -> bool:
        """Return whether the file begins as a MediaWiki export; to be asked first."""
        while len(self._buffer) < 4096 and self._read():
            pass
        return b"<mediawiki" in self._buffer[:4096]

    def read_header(self) -> bytes:
        """Everything up to the first page (or the end), once, before `pages`."""
        while (start := self._buffer.find(_START)) < 0 and len(self._buffer) < 16 * BLOCK and self._read():
            pass
        self.header, self._buffer = (self._buffer[:start], self._buffer[start:]) if start >= 0 else (self._buffer, b"")
        self.is_whole = start < 0 and _LAST in self.header
        self.offset = len(self.header)
        return self.header

    def pages(self) -> Iterator[bytes]:
        """Each `<page>...</page>`. One that never closes is cut where the next begins, and will not parse."""
        self._pass_over()
        place = searched = count = 0
        while True:
            end = self._buffer.find(_END, searched)
            if end >= 0:
                piece = self._buffer[place : end + len(_END)]
                for page in _apart(piece):
                    count += 1
                    yield page
                place = searched = end + len(_END)
                self.behind, self.offset = count, self.offset + len(piece)
                continue
            rest = self._buffer[place:]
            if len(rest) > LARGEST:
                for page in _apart(rest):  # only its beginning has the tag: what follows is dropped without a word
                    count += 1
                    yield page[:BLOCK]  # its title is in there
                self.behind, self.offset = count, self.offset + len(rest) - len(_END)
                rest = rest[-len(_END) :]
            self._buffer, place, searched = rest, 0, max(len(rest) - len(_END), 0)
            if not self._read():
                break
        self.is_whole = self.is_whole or _LAST in self._buffer
        start = self._buffer.find(_START)
        if start >= 0:
            yield from _apart(self._buffer)

    def _pass_over(self) -> None:
        left = self.left_out
        while left and (block := self.file.read1(left)):
            left -= len(block)
        self.offset += self.left_out
        self.left_out = 0

    def _read(self) -> bool:
        block = self.file.read1(BLOCK)  # what comes before a place that cannot be read is not lost, as by `read`
        self._buffer += block
        return bool(block)


def _apart(page: bytes) -> Iterator[bytes]:
    """The pages in a piece that ends with one end tag: one, and more when an end tag is missing."""
    start = page.find(_START)
    if start < 0:
        return  # an end tag without its beginning, after a broken page
    while (following := page.find(_START, start + 1)) >= 0:
        yield page[start:following]
        start = following
    yield page[start:]
