"""Folders of embedded index generations, and their atomic activation.

    index/<corpus>/1763700000/      a finished index
    index/<corpus>/1763700000/attest.json   what made it, and the size of each of its files
    index/<corpus>/current          the number of the one in use

Readers look at `current` before every search. It is replaced, never rewritten, so they see the old
number or the new one. The generation before it stays, since somebody may just be opening it.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from search.backend import IndexMissing

META = "attest.json"
POINTER = "current"


@dataclass(frozen=True, slots=True)
class Meta:
    """Versions that built an index."""

    engine: str
    engine_version: str
    schema_version: int
    documents: int


def folder(root: Path, generation: int) -> Path:
    """Return the folder of a generation."""
    return root / str(generation)


def current(root: Path) -> int | None:
    """Return the active generation, None before the first. Raises IndexMissing."""
    try:
        return int((root / POINTER).read_text(encoding="ascii"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise IndexMissing(root.name, f"{root / POINTER} cannot be read.") from error


def seal(target: Path, meta: Meta) -> None:
    """Write the metadata of a finished generation; unused until `use`."""
    files = (path for path in sorted(target.rglob("*")) if _is_data(path))
    sizes = {path.relative_to(target).as_posix(): path.stat().st_size for path in files}
    contents = {**{name: getattr(meta, name) for name in Meta.__slots__}, "files": sizes}
    _write(target / META, json.dumps(contents, indent=1))


def use(root: Path, generation: int) -> None:
    """Activate a sealed generation."""
    _write(root / POINTER, str(generation))


def copy(old: Path, target: Path) -> None:
    """Copy the engine's files of a generation for an update, without its metadata and dictionary.

    tantivy never changes a segment's file, so the copies are links where the file system has them.
    """
    target.mkdir(parents=True)
    for path in old.iterdir():
        if not _is_data(path) or path.name == META:
            continue
        if path.suffix == ".json":  # these it replaces
            shutil.copyfile(path, target / path.name)
            continue
        try:
            os.link(path, target / path.name)
        except OSError:
            shutil.copyfile(path, target / path.name)


def read_meta(root: Path, generation: int) -> Meta:
    """Read the metadata of a generation and check that it is complete. Raises IndexMissing."""
    target = folder(root, generation)
    try:
        contents: dict[str, Any] = json.loads((target / META).read_text(encoding="utf-8"))
        meta = Meta(**{name: contents[name] for name in Meta.__slots__})
        sizes: dict[str, int] = dict(contents["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise IndexMissing(root.name, "The search index has no readable description.") from error
    for name, size in sizes.items():
        # a mapped file that is shorter than expected would take the process down
        path = target / name
        if not path.is_file() or path.stat().st_size != size:
            raise IndexMissing(root.name, f"The search index is damaged: {name} is not what was written.")
    return meta


def remove_old(root: Path) -> None:
    """Delete all but the active generation and the one before, leftovers of interrupted builds included."""
    in_use = current(root)
    if in_use is None:
        return
    numbers = sorted(int(path.name) for path in root.iterdir() if path.is_dir() and path.name.isdecimal())
    before = [number for number in numbers if number < in_use and (folder(root, number) / META).exists()]
    for number in set(numbers) - {in_use, *before[-1:]}:
        shutil.rmtree(folder(root, number), ignore_errors=True)


def _is_data(path: Path) -> bool:
    return path.is_file() and not path.name.endswith(".lock")


def _write(path: Path, text: str) -> None:
    """Replace a file atomically: after a power cut, either the old or the new one is complete."""
    beside = path.with_name(f"{path.name}.new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
