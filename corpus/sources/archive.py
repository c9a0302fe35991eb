"""Read archives (.tar, .tar.gz, .tar.bz2, .tar.xz, .zip) file by file, without unpacking to disk."""

from __future__ import annotations

import io
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, cast

from corpus.sources.decompression import opened
from corpus.sources.source import SourceError

_REMEDY = "The files before this place were read; download or pack the archive again to get the rest."
_LARGE = 64 << 20  # bytes: members up to here are read at once, so that none is handed out in part
_ZIP_MAGIC = b"PK\x03\x04"


def is_archive(start: bytes) -> bool:
    """Return whether (decompressed) bytes begin an archive; 512 of them are needed."""
    return start.startswith(_ZIP_MAGIC) or start[257:262] == b"ustar"


@contextmanager
def members(path: Path) -> Iterator[Iterator[tuple[str, IO[bytes]]]]:
    """The archive's files in its own order, each to be read before the next. Raises SourceError."""
    try:
        with opened(path) as file:
            yield _zip_members(path) if file.read(4) == _ZIP_MAGIC else _tar_members(path)
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error) as error:
        raise SourceError(path, "", f"the archive is damaged ({error})", _REMEDY) from error


def _tar_members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with opened(path) as file:
        watched = _Watched(file)
        with tarfile.open(fileobj=cast(IO[bytes], watched), mode="r|") as archive:
            for member in archive:
                content = archive.extractfile(member) if member.isfile() else None
                if content is not None and _is_content(member.name):
                    yield member.name, content if member.size > _LARGE else _whole(content, member.size)
        if any(watched.last):  # tarfile itself takes the end of the file for the end of the archive
            raise tarfile.ReadError("it is cut off")


@dataclass(slots=True)
class _Watched:
    """A file that remembers the last bytes read: an archive ends with blocks of zeros."""

    file: IO[bytes]
    last: bytes = b""

    def read(self, size: int) -> bytes:
        data = self.file.read(size)
        self.last = data[-512:] or self.last
        return data


def _whole(content: IO[bytes], size: int) -> IO[bytes]:
    data = content.read()
    if len(data) != size:
        raise tarfile.ReadError("it is cut off")
    return io.BytesIO(data)


def _zip_members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if not name.endswith("/") and _is_content(name):
                with archive.open(name) as content:
                    yield name, content


def _is_content(name: str) -> bool:
    """Not one of the files that macOS adds to archives."""
    return not PurePosixPath(name).name.startswith("._")
