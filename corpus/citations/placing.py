"""Places of marks in a built page, and the citations that come of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.citations.record import Citation, Source, Tag
from corpus.citations.words import Before, Heading, PageWords, Place


@dataclass(frozen=True, slots=True)
class Placed:
    """A mark with its place, its sources and its tags."""

    place: Place
    sources: Sequence[Source | None]
    group: str
    name: str
    tags: tuple[Tag, ...]


class Placing:
    """Finds the places of a page's marks, asked for in their order."""

    def __init__(self, page: PageWords) -> None:
        self._page = page
        self._cursor = 0

    def place(self, before: Before, section: Heading, argument: str | None = None) -> Place | None:
        """The place of a mark in a section; `argument` names that of the infobox which it stands in.

        None where the page has nothing that it could stand in.
        """
        page = self._page
        end = None if argument is None else page.end_in_box(before, argument, section)
        if end is not None:
            return page.place(end, before, section)
        self._cursor = max(self._cursor, section.start)
        end = page.end_of(before, self._cursor, section)
        if end is None:
            start = page.start_of_next(before, self._cursor, section)
            return None if start is None else Place(page.element_at(start + 1), 0, section)
        self._cursor = end
        return page.place(end, before, section)


def sections_of(page: PageWords, written: Iterable[tuple[int, str]]) -> list[Heading | None]:
    """The section of the page for each heading of the article (level and words), the first for what stands above all.

    None for those that the page left out.
    """
    places: dict[tuple[int, str], list[int]] = {}
    found: list[Heading | None] = []
    for number, heading in enumerate(written):
        places.setdefault(heading, []).append(number)
        found.append(None)
    at = 0
    for section in page.sections:
        same = places.get((section.level, section.words), ())
        next_one = bisect_left(same, at)
        if next_one < len(same):
            at = same[next_one]
            found[at] = section
    return found


def citations_of(page: PageWords, marks: Sequence[Placed]) -> tuple[Citation, ...]:
    """One citation for every source of every mark, numbered in page order."""
    found: list[Citation] = []
    for mark in sorted(marks, key=lambda mark: (mark.place.element, mark.place.offset)):
        at, offset, path = mark.place.element, mark.place.offset, mark.place.section.path
        for source in mark.sources:
            values = page.texts[at], path, source, mark.group, mark.name, mark.tags
            found.append(Citation(len(found), page.ids[at], offset, *values))
    return tuple(found)
