"""A web page as its source has it, and what is stored of it beside its text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

TEXT_VERSION = "2"  # of what is made of a page's HTML; raised with every change of passages
MAX_BODY = 20 << 20  # bytes of one page without its pictures: real ones stay below 5 MB


@dataclass(frozen=True, slots=True)
class WebRecord:
    """One web page of a source: its HTML as bytes, or the sentences that somebody took from it.

    `place` names file and record or row. `published` is a date as written there, `retrieved` an ISO time; both may be
    "". `collection` is the key of the claim whose documents it belongs to. `why_not` says that it is no page, and
    `moved_to` which address stood in its place.
    """

    url: str
    place: str
    body: bytes = b""
    sentences: tuple[str, ...] = ()
    charset: str = ""
    title: str = ""
    published: str = ""
    publisher: str = ""
    country: str = ""
    retrieved: str = ""
    collection: str = ""
    why_not: str = ""
    moved_to: str = ""


@dataclass(frozen=True, slots=True)
class WebFacts:
    """What is stored of a web page beside its text.

    `address` is the canonical one, `key` stands for address and collection in 16 hexadecimal digits. `published` is
    "", "2017", "2017-02" or "2017-02-13". `html`: the original as UTF-8, compressed with zlib; empty if there is none.
    """

    url: str
    address: str
    key: str
    domain: str
    country: str
    name: str
    published: str
    publisher: str
    retrieved: str
    language: str
    collection: str
    html: bytes = b""

    def __reduce__(self) -> tuple[Any, ...]:
        """By its fields, as `Layout`."""
        return WebFacts, tuple(getattr(self, name) for name in _FACTS)


_FACTS = tuple(each.name for each in fields(WebFacts))


@dataclass(frozen=True, slots=True)
class Extracted:
    """The text of a page: blocks in order, a heading as its level and words, other text with level 0.

    `dropped` counts what was left out, by reason.
    """

    title: str
    blocks: tuple[tuple[int, str], ...]
    published: str = ""
    publisher: str = ""
    language: str = ""
    dropped: Mapping[str, int] = field(default_factory=dict)
