"""Records of a WARC file as bytes, one after another, whatever some of them are like.

`warcio` reads a record; where one ends and the next begins is found here, because it gives up a file at the first
record that is broken. After such a record reading goes on at the next that begins.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

GZIP = b"\x1f\x8b\x08"
BEGINNING = b"WARC/"
LARGEST = 24 << 20  # bytes of a record that is handed out; the rest of a longer one is passed over
MOST_UNPACKED = 1 << 30  # bytes that one compressed record may unpack to before it is given up
CUT_OFF = "the record is cut off"
DAMAGED = "the compressed data is damaged"
NO_RECORD = "no record begins here"
_BLOCK = 1 << 18
_LONGEST_HEADER = 1 << 16
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,15})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_NEXT = re.compile(rb"(?:^|(?<=\n))WARC/\d\.\d\r?\n")


@dataclass(frozen=True, slots=True)
class RawRecord:
    """A record that begins at byte `offset`: its bytes, as far as LARGEST, or what is wrong with it.

    `problem` is "" for a whole one. Of one that is too long or cut off `data` has the beginning.
    """

    offset: int
    data: bytes
    problem: str = ""


def raw_records(file: IO[bytes]) -> Iterator[RawRecord]:
    """The records of a seekable file, compressed record by record, as a whole, or not at all."""
    file.seek(0)
    start = file.read(len(GZIP))
    if not start.startswith(GZIP):
        yield from _plain(file)
    elif _holds_one_record(file):
        yield from _compressed(file)
    else:
        yield from _plain(_Unpacked(file))


def is_warc(start: bytes) -> bool:
    """Return whether decompressed bytes begin a WARC file."""
    return start.lstrip(b"\r\n").startswith(BEGINNING)


# --- One compressed member a record ----------------------------------------------------------------------------------


def _compressed(file: IO[bytes]) -> Iterator[RawRecord]:
    offset: int | None = 0
    while offset is not None:
        record, end = _member(file, offset)
        if record.data or record.problem:
            yield record
        offset = end if not record.problem or record.problem.startswith("it ") else _next_member(file, offset + 1)


def _member(file: IO[bytes], offset: int, most: int = LARGEST) -> tuple[RawRecord, int | None]:
    """The member at this byte, and where the next begins (None: it is the last)."""
    file.seek(offset)
    unpacker = zlib.decompressobj(wbits=31)
    kept: list[bytes] = []
    size, read = 0, 0
    while not unpacker.eof:
        block = unpacker.unconsumed_tail or file.read(_BLOCK)
        read += 0 if unpacker.unconsumed_tail else len(block)
        if not block:
            return RawRecord(offset, b"".join(kept), CUT_OFF if read else ""), None
        try:
            piece = unpacker.decompress(block, _BLOCK)
        except zlib.error:
            return RawRecord(offset, b"".join(kept), DAMAGED), None
        if size < most:
            kept.append(piece[: most - size])
        size += len(piece)
        if size > MOST_UNPACKED:
            return RawRecord(offset, b"".join(kept), f"it unpacks to more than {MOST_UNPACKED:,} bytes"), (
                _next_member(file, offset + 1)
            )
    end = offset + read - len(unpacker.unused_data)
    problem = f"it is larger than {most:,} bytes" if size > most else ""
    return RawRecord(offset, b"".join(kept), problem), end if _has_more(file, end) else None


def _next_member(file: IO[bytes], start: int) -> int | None:
    """The next place where a member with a record begins."""
    file.seek(start)
    at, held = start, b""
    while block := file.read(_BLOCK):
        held += block
        place = -1
        while (place := held.find(GZIP, place + 1)) >= 0:
            if _begins_record(file, at + place):
                return at + place
        cut = max(len(held) - len(GZIP) + 1, 0)
        at, held = at + cut, held[cut:]
        file.seek(at + len(held))
    return None


def _begins_record(file: IO[bytes], offset: int) -> bool:
    file.seek(offset)
    try:
        return zlib.decompressobj(wbits=31).decompress(file.read(4_096), 64).startswith(BEGINNING)
    except zlib.error:
        return False


def _has_more(file: IO[bytes], offset: int) -> bool:
    file.seek(offset)
    return bool(file.read(1))


def _holds_one_record(file: IO[bytes]) -> bool:
    """Whether the first member ends where its first record ends."""
    record, _ = _member(file, 0)
    header, _, body = record.data.partition(b"\r\n\r\n")
    length = _LENGTH.search(header)
    return length is None or len(body) <= int(length[1]) + 4 or bool(record.problem and not _NEXT.search(body))


class _Unpacked:
    """A file that is compressed as a whole, read forwards; going back costs reading it anew."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek(0)

    def seek(self, offset: int) -> int:
        """Only forwards, but for the beginning."""
        if offset == 0:
            self._file.seek(0)
            self._unpacker, self._held, self._at = zlib.decompressobj(wbits=31), b"", 0
        while self._at < offset and self.read(min(_BLOCK, offset - self._at)):
            pass
        return self._at

    def tell(self) -> int:
        return self._at

    def read(self, size: int) -> bytes:
        while len(self._held) < size:
            block = self._unpacker.unconsumed_tail or self._file.read(_BLOCK)
            if self._unpacker.eof:
                rest = self._unpacker.unused_data + block
                if not rest:
                    break
                self._unpacker, block = zlib.decompressobj(wbits=31), rest
            if not block:
                break
            try:
                self._held += self._unpacker.decompress(block, _BLOCK)
            except zlib.error:
                break
        found, self._held = self._held[:size], self._held[size:]
        self._at += len(found)
        return found


# --- Not compressed --------------------------------------------------------------------------------------------------


def _plain(file: IO[bytes] | _Unpacked) -> Iterator[RawRecord]:
    file.seek(0)
    held, at = b"", 0  # what has been read and not handed out, and where it begins
    while True:
        held, at = _without_blank_lines(file, held, at)
        if not held:
            return
        held += file.read(max(_LONGEST_HEADER - len(held), 0))
        header, mark, _ = held[:_LONGEST_HEADER].partition(b"\r\n\r\n")
        length = _LENGTH.search(header) if mark and header.startswith(BEGINNING) else None
        if length is None:
            yield RawRecord(at, b"", NO_RECORD)
            held, at = _at_next(file, held, at, 1)
            continue
        start, wanted = len(header) + len(mark), int(length[1])
        if start + wanted > LARGEST:
            yield RawRecord(at, held[:LARGEST], f"it is larger than {LARGEST:,} bytes")
            held, at = _at_next(file, held, at, start)
            continue
        held += file.read(max(start + wanted + 4 - len(held), 0))
        record, behind = held[: start + wanted], held[start + wanted : start + wanted + 4]
        if len(record) < start + wanted:
            yield RawRecord(at, record, CUT_OFF)
            held, at = _at_next(file, held, at, start)
        elif behind.strip(b"\r\n"):
            yield RawRecord(at, record, "its Content-Length is not the length of its content")
            held, at = _at_next(file, held, at, start)
        else:
            yield RawRecord(at, record)
            held, at = held[start + wanted :], at + start + wanted


def _without_blank_lines(file: IO[bytes] | _Unpacked, held: bytes, at: int) -> tuple[bytes, int]:
    while True:
        rest = held.lstrip(b"\r\n")
        at += len(held) - len(rest)
        if rest:
            return rest, at
        held = file.read(_BLOCK)
        if not held:
            return b"", at


def _at_next(file: IO[bytes] | _Unpacked, held: bytes, at: int, skipped: int) -> tuple[bytes, int]:
    """From the next line on that begins a record, behind the first `skipped` bytes of what is held."""
    held, at = held[skipped:], at + skipped
    while True:
        if (found := _NEXT.search(held)) and (found.start() or not skipped):
            return held[found.start() :], at + found.start()
        block = file.read(_BLOCK)
        if not block:
            return b"", at + len(held)
        cut = max(len(held) - 16, 0)
        held, at, skipped = held[cut:] + block, at + cut, 0
