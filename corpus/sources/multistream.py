"""Multistream dumps: many bzip2 streams in one file, a hundred pages each, so that several processes can unpack it.

Streams are found by the index that is published beside the dump (`...-multistream-index.txt.bz2`) as far as it is
right, and by the ten bytes every stream begins with. A damaged stream loses its own pages only.
"""

from __future__ import annotations

import bz2
import html
import io
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from corpus.site import Site
from corpus.sources.dump import CUT_OFF, read_header
from corpus.sources.dump_splitter import BLOCK, Cutter
from corpus.sources.source import SourceError, SourceFailure

MAGIC = b"BZh91AY&SY"  # block size 9, then the 48 bits a bzip2 block begins with
_REMEDY = "The other streams were read. Compare the dump's checksum with the publisher's and download it again."
_MOST_PREFIXES = 100_000  # that are remembered; many titles of articles have a colon


@dataclass(frozen=True, slots=True)
class Stream:
    """The bytes from `offset` to before `end` of a multistream dump: one stream, some pages."""

    path: Path
    offset: int
    end: int


def multistream_site(path: Path) -> Site | None:
    """The wiki a multistream dump is of; None for any other file, whatever its name.

    Its first stream holds the header alone and the second begins with a page. Programs that pack in parallel write
    several streams as well, but theirs end anywhere. Raises SourceError when the header is broken.
    """
    if not path.is_file():
        return None
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            return None
    starts = scanned(path, 1)
    second = next(starts, None)
    if second is None:
        return None
    header, _ = unpacked(Stream(path, 0, second))
    pages, _ = unpacked(Stream(path, second, next(starts, second + BLOCK)))
    is_apart = header.lstrip().startswith(b"<mediawiki") and b"<page>" not in header
    return read_header(header, path) if is_apart and pages.lstrip().startswith(b"<page>") else None


def streams(path: Path, place: int = 0) -> Iterator[Stream]:
    """The streams after the header, from the one at byte `place` on."""
    before: int | None = None
    for start in chain(_starts(path, max(place, 1)), [path.stat().st_size]):
        if before is not None:
            yield Stream(path, before, start)
        before = start


def check_end(path: Path) -> None:
    """Raises SourceError when the dump does not end as dumps end."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - 16 * BLOCK))
        tail = file.read()
    last = Stream(path, size - len(tail) + tail.rfind(MAGIC), size)
    if b"</mediawiki>" not in unpacked(last)[0]:
        raise SourceError(path, place_of(last), "the dump is cut off", CUT_OFF)


def stream_pages(stream: Stream) -> Iterator[bytes | SourceFailure]:
    """The XML of the stream's pages; a failure where it breaks off."""
    data, problem = unpacked(stream)
    cutter = Cutter(io.BytesIO(data))
    cutter.read_header()
    yield from cutter.pages()
    if problem:
        yield SourceFailure("", place_of(stream), problem, _REMEDY)


def place_of(stream: Stream) -> str:
    return f"stream at byte {stream.offset:,}"


def unpacked(stream: Stream) -> tuple[bytes, str]:
    """Unpacked bytes of the stream, as far as they can be read, and what is wrong with it or ""."""
    with stream.path.open("rb") as file:
        file.seek(stream.offset)
        packed = file.read(stream.end - stream.offset)
    parts: list[bytes] = []
    while packed:
        unpacker = bz2.BZ2Decompressor()
        try:
            parts.append(unpacker.decompress(packed))
        except OSError as error:
            return b"".join(parts), f"the compressed data is damaged ({error})"
        if not unpacker.eof:
            return b"".join(parts), "the compressed file is cut off"
        packed = unpacker.unused_data
    return b"".join(parts), ""


def scanned(path: Path, place: int) -> Iterator[int]:
    """Offsets of streams from byte `place` on, found in the file itself."""
    with path.open("rb") as file:
        file.seek(place)
        start, data = place, file.read(BLOCK)
        while len(data) >= len(MAGIC):
            found = data.find(MAGIC)
            while found >= 0:
                yield start + found
                found = data.find(MAGIC, found + 1)
            kept = len(MAGIC) - 1
            start, data = start + len(data) - kept, data[-kept:] + file.read(BLOCK)


def _starts(path: Path, place: int) -> Iterator[int]:
    """Offsets of streams: by the index while it is right, then by the file."""
    with path.open("rb") as file:
        for offset in _indexed(path):
            if offset < place:
                continue
            file.seek(offset)
            if file.read(len(MAGIC)) != MAGIC:
                break  # another dump's index
            yield offset
            place = offset + 1
    yield from scanned(path, place)


def streams_without(path: Path, is_wanted: Callable[[str], bool]) -> set[int]:
    """Offsets of the streams that by the index beside the dump hold no page with a wanted prefix before a colon.

    Not the last that it tells of, which may go on behind its end; and none where it has no such page at all, since
    then the prefix may be another one.
    """
    known: dict[bytes, bool] = {}
    without = set[int]()
    has_wanted = is_any = False
    last = 0
    for offset, title in _lines(path):
        if offset != last:
            if last and not has_wanted:
                without.add(last)
            last, has_wanted = offset, False
        prefix, colon, _ = title.partition(b":")
        if colon and not has_wanted:
            if prefix not in known:
                known[prefix] = is_wanted(html.unescape(prefix.decode("utf-8", "replace")))
            has_wanted = known[prefix]
            is_any = is_any or has_wanted
        if len(known) > _MOST_PREFIXES:
            known.clear()
    return without if is_any else set()


def _indexed(path: Path) -> Iterator[int]:
    """The offsets in the index beside the dump, if there is one, ascending."""
    last = 0
    for offset, _ in _lines(path):
        if offset > last:
            yield offset
            last = offset


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Offset and title of every page in the index beside the dump, if there is one: lines `offset:page id:title`."""
    index = path.with_name(path.name.replace("-multistream.xml.bz2", "-multistream-index.txt.bz2"))
    if index == path or not index.is_file():
        return
    with suppress(EOFError, OSError, ValueError), bz2.open(index) as lines:  # what is missing is scanned
        for line in lines:
            offset, _, rest = line.partition(b":")
            yield int(offset), rest.partition(b":")[2]
