"""Count incoming links, the prior of the ranking, in bounded memory.

Names are counted by a hash of 64 bits. Beyond a million links the hashes go into files by their first byte, which are
counted one after the other; the counts are read from a file as well, where they are sorted by hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corpus.page.links import linked_title, links_in_json, target_of

MOST_HELD = 1_000_000  # hashes, eight bytes each
_PARTS = 256
_HASH, _COUNT = np.dtype("<u8"), np.dtype("<u4")

Hashes = NDArray[np.uint64]


def link_hashes(pages: Iterable[tuple[str, str]]) -> bytes:
    """Hashes of the names that pages (title, JSON text) link to, each once a page, without links to themselves."""
    return hashes_of(page_links(title, data) for title, data in pages)


def hashes_of(pages: Iterable[set[tuple[str, str]]]) -> bytes:
    """The same of `page_links`, page by page."""
    return b"".join(name_hash(name) for links in pages for name in {name for name, _ in links})


def linked_names(title: str, data: str) -> set[str]:
    """Normalised names that a page links to, its own left out; takes its JSON text unparsed."""
    return {name for name, _ in page_links(title, data)}


def page_links(title: str, data: str) -> set[tuple[str, str]]:
    """(normalised name, anchor as in JSON text or "") of the links of a page, those to itself left out."""
    links: set[tuple[str, str]] = set()
    for written, anchor in links_in_json(data):
        target, _ = target_of(written)
        name = linked_title(target) if target else None
        if name and name != title:
            links.add((name, anchor))
    return links


def name_hash(name: str) -> bytes:
    """The eight bytes by which a name is counted."""
    return blake2b(name.encode(), digest_size=8).digest()


class LinkCounts:
    """Number of other pages that link to a normalised name (of a page or redirect).

    `folder` is an empty one of the caller's, who removes it. First all hashes are added, then `finish`, then questions.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: list[Hashes] = []
        self._size = 0
        self._is_spilled = False
        self._hashes: Hashes = np.empty(0, _HASH)
        self._counts: NDArray[np.uint32] = np.empty(0, _COUNT)

    def add(self, hashes: bytes) -> None:
        """Add some `link_hashes`."""
        self._held.append(np.frombuffer(hashes, _HASH))
        self._size += len(self._held[-1])
        if self._size >= MOST_HELD:
            self._spill()

    def finish(self) -> None:
        """Count what was added."""
        if not self._is_spilled:
            self._hashes, counts = np.unique(self._taken(), return_counts=True)
            self._counts = counts.astype(_COUNT)
            return
        self._spill()
        with self._file("hashes").open("wb") as hashes, self._file("counts").open("wb") as counted:
            for part in range(_PARTS):
                path = self._file(f"part-{part}")
                if path.exists():
                    found, counts = np.unique(np.fromfile(path, _HASH), return_counts=True)
                    found.tofile(hashes)
                    counts.astype(_COUNT).tofile(counted)
                    path.unlink()
        self._hashes = np.memmap(self._file("hashes"), _HASH, "r")
        self._counts = np.memmap(self._file("counts"), _COUNT, "r")

    def of(self, names: Sequence[str]) -> list[int]:
        """Return the links to each of these names."""
        if not len(self._hashes) or not names:
            return [0] * len(names)
        wanted = np.frombuffer(b"".join(map(name_hash, names)), _HASH)
        places = np.minimum(np.searchsorted(self._hashes, wanted), len(self._hashes) - 1)
        found: list[int] = np.where(self._hashes[places] == wanted, self._counts[places], 0).tolist()
        return found

    def _taken(self) -> Hashes:
        """The hashes that are held in memory, which is empty afterwards."""
        taken = np.concatenate(self._held) if self._held else np.empty(0, _HASH)
        self._held, self._size = [], 0
        return taken

    def _spill(self) -> None:
        self._is_spilled = True
        hashes = np.sort(self._taken())
        ends = np.searchsorted(hashes, np.arange(1, _PARTS, dtype=_HASH) << np.uint64(56))
        for number, part in enumerate(np.split(hashes, ends)):
            if len(part):
                with self._file(f"part-{number}").open("ab") as file:
                    part.tofile(file)

    def _file(self, name: str) -> Path:
        return self._folder / name
