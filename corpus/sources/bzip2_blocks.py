"""Read a bzip2 file block by block, from any block on: the format has no index, but every block begins with 48 bits.

Each block (up to 900 kB of data) is unpacked as a stream of its own, which checks it as well. Blocks begin at any bit.
"""

from __future__ import annotations

import bz2
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import SEEK_END
from typing import IO

_BLOCK, _END = 0x314159265359, 0x177245385090  # what a block begins with, and what follows the last one
_FIRST = 32  # the bit after the header of a file
_WINDOW = 1 << 18  # bytes searched at once
_LONGEST = 3 << 20  # packed bytes of a block, at most: 900 kB that cannot be packed, and their tables
_DAMAGED, _CUT_OFF = "Invalid data stream", "Compressed file ended before the end-of-stream marker was reached"


def _needles(magic: int) -> list[tuple[int, bytes]]:
    """For every bit of a byte that a mark can begin at, the five whole bytes it then has from the second one on."""
    return [(shift, (magic << (8 - shift)).to_bytes(7, "big")[1:6]) for shift in range(8)]


_NEEDLES = [(magic, shift, needle) for magic in (_BLOCK, _END) for shift, needle in _needles(magic)]


@dataclass(slots=True)
class BlockReader:
    """The unpacked bytes of a file, from the block that begins at bit `start` on (0: all of it).

    Raises what `bz2.open` does: EOFError where the file is cut off, OSError where it is damaged.
    """

    file: IO[bytes]
    start: int = 0
    _begun: deque[tuple[int, int]] = field(default_factory=deque)  # unpacked offset and bit of blocks, the oldest first
    _offset: int = 0
    _held: bytes = b""
    _blocks: Iterator[bytes] | None = None

    def read1(self, size: int) -> bytes:
        """At most so many bytes; none at the end."""
        if self._blocks is None:
            self._blocks = self._unpacked()
        while not self._held:
            block = next(self._blocks, None)
            if block is None:
                return b""
            self._held = block
        given, self._held = self._held[:size], self._held[size:]
        return given

    def block_of(self, offset: int) -> tuple[int, int]:
        """The bit at which the block of an unpacked byte begins, and how far into the block the byte is.

        Offsets count from `start`. They must not become smaller from call to call: blocks before them are forgotten.
        """
        while len(self._begun) > 1 and self._begun[1][0] <= offset:
            self._begun.popleft()
        begun, bit = self._begun[0]
        return bit, offset - begun

    def _unpacked(self) -> Iterator[bytes]:
        marks = _marks(self.file, self.start)
        first = next(marks, None)
        if self.start == 0 and (first is None or first[0] != _FIRST):
            raise EOFError(_CUT_OFF) if self.file.seek(0, SEEK_END) * 8 < _FIRST + 48 else OSError(_DAMAGED)
        while first is not None:
            begin, is_block = first
            if not is_block:  # the end of a stream: another may follow
                first = next(marks, None)
                continue
            block, first = self._block(begin, marks)
            self._begun.append((self._offset, begin))
            self._offset += len(block)
            yield block

    def _block(self, begin: int, marks: Iterator[tuple[int, bool]]) -> tuple[bytes, tuple[int, bool] | None]:
        """The block from one mark to the next. By chance (once in 250 terabytes) a mark stands within a block."""
        problem = _CUT_OFF
        for mark in marks:
            if mark[0] - begin > 8 * _LONGEST:
                break
            try:
                return _unpack(_bits(self.file, begin, mark[0])), mark
            except OSError:
                problem = _DAMAGED
        if problem is _CUT_OFF:
            raise EOFError(problem)
        raise OSError(problem)


def _marks(file: IO[bytes], bit: int) -> Iterator[tuple[int, bool]]:
    """Bits at which a block begins (True) or a stream ends (False), from a bit on, in order."""
    place = bit // 8
    while True:
        file.seek(place)
        window = file.read(_WINDOW)
        found: list[tuple[int, bool]] = []
        for magic, shift, needle in _NEEDLES:
            at = window.find(needle, 1)
            while at >= 0:
                whole = int.from_bytes(window[at - 1 : at + 6], "big") >> (8 - shift)
                begin = 8 * (place + at - 1) + shift
                if at + 6 <= len(window) and whole & ((1 << 48) - 1) == magic and begin >= bit:
                    found.append((begin, magic == _BLOCK))
                at = window.find(needle, at + 1)
        for each in sorted(found):
            if each[0] >= bit:
                yield each
                bit = each[0] + 1
        if len(window) < _WINDOW:
            return
        place += len(window) - 7


def _bits(file: IO[bytes], begin: int, end: int) -> int:
    """The bits from `begin` to before `end` as a number, with a 1 before them so that none is lost."""
    file.seek(begin // 8)
    data = int.from_bytes(file.read(-(-end // 8) - begin // 8), "big") >> (-end % 8)
    size = end - begin
    return data & ((1 << size) - 1) | 1 << size


def _unpack(block: int) -> bytes:
    """Unpack a block as the only one of a stream, whose checksum is the block's. Raises OSError."""
    size = block.bit_length() - 1
    if size < 80:
        raise OSError(_DAMAGED)
    checksum = block >> (size - 80) & 0xFFFFFFFF
    bits = (((block ^ 1 << size) << 48 | _END) << 32) | checksum
    size += 80
    unpacker = bz2.BZ2Decompressor()
    data = unpacker.decompress(b"BZh9" + (bits << (-size % 8)).to_bytes((size + 7) // 8, "big"))
    if not unpacker.eof:
        raise OSError(_DAMAGED)
    return data
