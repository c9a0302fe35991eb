"""Open files by their content: plain, gzip, bzip2 or xz."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from typing import IO, cast

from corpus.sources.bzip2_blocks import BlockReader
from corpus.sources.source import SourceError

_REMEDY = "Download the file again, or compare its checksum with the publisher's."

_BZIP2 = b"BZh"

_being_read: list[tuple[IO[bytes], int]] = []  # as they lie on the disk, the last opened last; bytes before them


@contextmanager
def opened(path: Path, before: int = 0) -> Iterator[IO[bytes]]:
    """The file's decompressed bytes. Raises SourceError when it cannot be opened or breaks off.

    `before`: the bytes of the files of its folder that were read before it.
    """
    with _reported(path), path.open("rb") as raw, _counted(raw, before), _decompressed(raw) as file:
        yield file


@contextmanager
def opened_raw(path: Path) -> Iterator[IO[bytes]]:
    """The file's bytes as they are, for formats that are compressed record by record. Raises SourceError."""
    with _reported(path), path.open("rb") as raw, _counted(raw):
        yield raw


@contextmanager
def opened_by_blocks(path: Path, start: int = 0) -> Iterator[BufferedIOBase | BlockReader]:
    """As `opened`, and with bzip2 from the block on that begins at bit `start`; other formats have no such places."""
    with _reported(path), path.open("rb") as raw, _counted(raw):
        if raw.read(len(_BZIP2)) == _BZIP2:
            yield BlockReader(raw, start)
            return
        raw.seek(0)
        with _decompressed(raw) as file:
            yield cast(BufferedIOBase, file)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turn what the libraries raise into SourceError."""
    try:
        yield
    except EOFError as error:
        raise SourceError(path, "at its end", "the compressed file is cut off", _REMEDY) from error
    except (lzma.LZMAError, zlib.error, gzip.BadGzipFile) as error:
        raise SourceError(path, "", f"the compressed data is damaged ({error})", _REMEDY) from error
    except OSError as error:  # bz2 says "Invalid data stream" this way
        raise SourceError(path, "", f"cannot be read ({error})", _REMEDY) from error


def beginning(path: Path, size: int) -> bytes:
    """The first decompressed bytes, so many if there are as many before the file breaks off. Raises SourceError."""
    start = b""
    with opened(path) as file:
        try:
            while len(start) < size and (more := file.read1(size - len(start))):  # type: ignore[attr-defined]
                start += more
        except (EOFError, OSError, lzma.LZMAError, zlib.error):
            if not start:
                raise
    return start


def bytes_read() -> int | None:
    """Position in the file or folder that is being read, in (compressed) bytes; None when none is open.

    For the progress line: sources hand out articles and not places.
    """
    if not _being_read:
        return None
    file, before = _being_read[-1]
    return before + file.tell()


@contextmanager
def _counted(raw: IO[bytes], before: int = 0) -> Iterator[None]:
    _being_read.append((raw, before))
    try:
        yield
    finally:
        _being_read.remove((raw, before))


def _decompressed(raw: IO[bytes]) -> IO[bytes]:
    magic = raw.read(6)
    raw.seek(0)
    if magic.startswith(_BZIP2):
        return cast(IO[bytes], bz2.open(raw))
    if magic.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], gzip.open(raw))
    if magic.startswith(b"\xfd7zXZ"):
        return cast(IO[bytes], lzma.open(raw))
    return raw
