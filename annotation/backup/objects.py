"""Objects: the files of a backup. Each is compressed, encrypted if there is a key, and known by size and SHA-256."""

from __future__ import annotations

import hashlib
import io
import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from pyrage import DecryptError, EncryptError, decrypt_io, encrypt_io
from pyrage.x25519 import Identity

from annotation.backup.errors import BackupError
from annotation.backup.keys import Key

CHUNK = 1 << 20
LEVEL = 3  # of gzip: tables compress to a fifth at 60 MB a second
GZIP = 31  # window bits of zlib for a gzip header


@dataclass(frozen=True)
class StoredObject:
    """`name`: path in the backup, with `.gz` and `.age`. `length`: bytes before compression."""

    name: str
    size: int
    sha256: str
    length: int


class Sink(Protocol):
    def write(self, data: bytes, /) -> object: ...


class _Source(io.RawIOBase):
    """Compressed bytes of an iterator of chunks, for a reader. Keeps the exception that the iterator raised."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self.length = 0
        self.error: BaseException | None = None
        self._compressed, self._rest = self._compress(chunks), b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        while len(self._rest) < size or size < 0:
            try:
                self._rest += next(self._compressed)
            except StopIteration:
                break
            except BaseException as error:
                self.error = error
                raise
        size = len(self._rest) if size < 0 else size
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def _compress(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
        for chunk in chunks:
            self.length += len(chunk)
            if data := compressor.compress(chunk):
                yield data
        yield compressor.flush()


class _Target:
    """A file with the hash of what was written. Keeps the exception of a write: pyrage passes not all of them on."""

    def __init__(self, file: BinaryIO) -> None:
        self.size, self.digest = 0, hashlib.sha256()
        self.error: OSError | None = None
        self._file = file

    def write(self, data: bytes) -> int:
        if self.error is not None:
            raise self.error
        try:
            self._file.write(data)
        except OSError as error:
            self.error = error
            raise
        self.size += len(data)
        self.digest.update(data)
        return len(data)

    def flush(self) -> None:
        """The file is flushed when it is closed."""


def write_object(folder: Path, name: str, chunks: Iterable[bytes], key: Key | None) -> StoredObject:
    """Write chunks as an object; atomic. Raises OSError, and whatever the chunks raise."""
    name = f"{name}.gz" + (".age" if key else "")
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.partial")
    source = _Source(chunks)
    try:
        with partial.open("wb") as file:
            target = _Target(file)
            if key is None:
                while data := source.read(CHUNK):
                    target.write(data)
            else:
                _encrypt(source, target, key)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return StoredObject(name, target.size, target.digest.hexdigest(), source.length)


def _encrypt(source: _Source, target: _Target, key: Key) -> None:
    try:
        encrypt_io(source, cast(BinaryIO, target), [key.recipient])
    except EncryptError as error:
        raise source.error or target.error or error from None
    if target.error is not None:
        raise target.error


def read_object(folder: Path, name: str, identity: Identity | None, sink: Sink) -> None:
    """Write an object's content into the sink, piece by piece. Raises BackupError `damaged`, and what `sink` raises."""
    unpacked = _Unpacked(sink, name)
    with (folder / name).open("rb") as file:
        if identity is None or not name.endswith(".age"):
            while data := file.read(CHUNK):
                unpacked.write(data)
        else:
            try:
                decrypt_io(file, cast(BinaryIO, unpacked), [identity])
            except DecryptError as error:
                raise unpacked.error or damaged(name) from error
    if unpacked.error is not None:
        raise unpacked.error
    unpacked.end()


class _Unpacked:
    def __init__(self, sink: Sink, name: str) -> None:
        self.error: BaseException | None = None
        self._sink, self._name = sink, name
        self._decompressor = zlib.decompressobj(GZIP)

    def write(self, data: bytes) -> int:
        if self.error is not None:
            raise self.error
        try:
            rest: bytes = data
            while rest:
                self._sink.write(self._decompressor.decompress(rest, CHUNK))
                rest = self._decompressor.unconsumed_tail
        except zlib.error as error:
            self.error = damaged(self._name)
            raise self.error from error
        except BaseException as error:
            self.error = error
            raise
        return len(data)

    def flush(self) -> None:
        """Nothing is kept back."""

    def end(self) -> None:
        if not self._decompressor.eof:
            raise damaged(self._name)


def damaged(name: str) -> BackupError:
    return BackupError("damaged", f"{name} is damaged.", "Take another backup, or another copy of this one.")


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def chunks_of(file: BinaryIO) -> Iterator[bytes]:
    while data := file.read(CHUNK):
        yield data


__all__ = ["StoredObject", "chunks_of", "damaged", "read_object", "sha256_of", "write_object"]
