"""Where on the web a source stands: what `StoredCitation` keeps of its address beside the address itself."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from corpus.citations.record import Source
from corpus.web import addresses


class Place(NamedTuple):
    """`page_key`, registrable domain and number of elements of the path; "", "" and -1 without an address."""

    key: str = ""
    domain: str = ""
    depth: int = -1


NOWHERE = Place()


def place_of(source: Source | None) -> Place:
    """The place of a source's address, or of what its archived copy shows where there is no other."""
    address = "" if source is None else source.url or source.archive_url
    return _place(address) if address else NOWHERE


@lru_cache(maxsize=4_096)  # a page cites the same source again and again
def _place(address: str) -> Place:
    key, domain, depth = addresses.place_of(address)
    return Place(key, domain[:255], depth)
