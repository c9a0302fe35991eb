"""Citations of a page from marks whose place in it is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.citations.record import Citation, Source, Tag
from corpus.citations.words import PageWords, Place


@dataclass(frozen=True, slots=True)
class Placed:
    """A mark with its place, its sources and its tags."""

    place: Place
    sources: Sequence[Source | None]
    group: str
    name: str
    tags: tuple[Tag, ...]


def citations_of(page: PageWords, marks: Sequence[Placed]) -> tuple[Citation, ...]:
    """One citation for every source of every mark, numbered in page order."""
    found: list[Citation] = []
    for mark in sorted(marks, key=lambda mark: (mark.place.element, mark.place.offset)):
        at, offset, path = mark.place.element, mark.place.offset, mark.place.section.path
        for source in mark.sources:
            values = page.texts[at], path, source, mark.group, mark.name, mark.tags
            found.append(Citation(len(found), page.ids[at], offset, *values))
    return tuple(found)
