"""Cache of compressed page fragments. A page of a corpus never changes, so its HTML is rendered once.

Each process keeps its own, the most recently asked for, up to a size.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

MOST_BYTES = 32 * 1024 * 1024  # 500 pages of 500 KB of HTML
LEVEL = 3  # of 6 the bytes are a seventh fewer, and whoever asks first waits twice as long for them


class KeptFragments:
    """Compressed fragments by key, those longest not asked for dropped first. May be used by several threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, key: str, make: Callable[[], str]) -> bytes:
        """The fragment of this key, gzip; `make` writes it when it is not kept. Two threads may both make it."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        packed = gzip.compress(make().encode(), LEVEL, mtime=0)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = packed
                self._size += len(packed)
                while self._size > self._most and len(self._kept) > 1:
                    _key, dropped = self._kept.popitem(last=False)
                    self._size -= len(dropped)
        return packed
