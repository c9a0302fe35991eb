"""Compare evidence between two versions of its page. No database access.

Evidence pins a hash of its own words (`corpus.page.content_hash`), which decides. What it was read as, and the words
around it, are known where the page that it was chosen on is still as it was; else contexts are compared by their ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from corpus.page.content_hash import element_words, hash_of, is_pinned
from corpus.page.context import all_contexts
from corpus.page.element_id import BadElementId, ElementId, ElementKind, parse
from corpus.page.elements import Page


class Status(StrEnum):
    """Status of a piece of evidence in the other version."""

    UNCHANGED = "unchanged"
    MOVED = "moved"  # its words stand under another id of the page, or under several
    CHANGED = "changed"  # its id is there with other words, and its own words are nowhere on the page
    VANISHED = "vanished"  # neither its id nor its words are on the page
    CONTEXT_CHANGED = "context changed"  # its words are as they were, those of headings or headers around it are not
    PAGE_RENAMED = "page renamed"  # its page's title leads to another one: `now` and `new_words` say what is there
    PAGE_GONE = "page gone"
    NEVER_FOUND = "never found"  # it was imported, and the corpus it was imported for did not have it


@dataclass(frozen=True, slots=True)
class Pin:
    """Evidence as it was stored; `context` as `corpus.page.context.context_ids` gave it then, title first.

    `content_hash` is empty where evidence was imported that the corpus did not have.
    """

    element_id: str
    page_title: str
    context: tuple[str, ...]
    content_hash: str


@dataclass(frozen=True, slots=True)
class Around:
    """A heading or header; `words` are None where nobody knows any more how it read."""

    id: str
    words: str | None


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one piece of evidence.

    `now`: the ids its words have, more than one where the words alone cannot tell them apart. `old_words`: what it was
    read as, if known. `new_words`: what its id holds instead, if anything. `page`: the title its page has now.
    `lost` and `gained`: headings and headers that no longer or newly stand around it.
    """

    element_id: str
    status: Status
    now: tuple[str, ...] = ()
    old_words: str | None = None
    new_words: str | None = None
    page: str | None = None
    lost: tuple[Around, ...] = ()
    gained: tuple[Around, ...] = ()


class KnownPage:
    """A page, the words of its elements, and what stands around them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.words = element_words(page)

    @cached_property
    def _contexts(self) -> dict[str, list[str]]:
        return all_contexts(self.page)

    def holds(self, element_id: str, pin: str) -> bool:
        """Whether this element has the words of the pin."""
        found = self.words.get(element_id)
        return found is not None and (hash_of(*found) == pin or is_pinned(self.page, element_id, pin))

    def around(self, element_id: str) -> list[Around]:
        """What stands around the element now, without the title."""
        return [Around(each, self.words[each][1]) for each in self._contexts.get(element_id, [])[1:]]


def check(pin: Pin, now: KnownPage | None, chosen_on: KnownPage | None) -> Finding:
    """What became of the evidence on the page that its title leads to now.

    `chosen_on` is its page in the corpus it was chosen in, None when that is gone or not to be looked at.
    """
    read = chosen_on if chosen_on is not None and chosen_on.holds(pin.element_id, pin.content_hash) else None
    old_words = read.words[pin.element_id][1] if read else None
    if not pin.content_hash:
        return _never_found(pin, now)
    if now is None:
        return Finding(pin.element_id, Status.PAGE_GONE, old_words=old_words)
    try:
        element = parse(pin.element_id)
    except BadElementId:
        return Finding(pin.element_id, Status.VANISHED, page=now.page.title)
    finding = _on_page(pin, element, now, read)
    if now.page.title != pin.page_title:
        finding = replace(finding, status=Status.PAGE_RENAMED)
    return replace(finding, old_words=old_words, page=now.page.title)


def _never_found(pin: Pin, now: KnownPage | None) -> Finding:
    """Nobody here knows how it read; `new_words` is what its id holds, if anything does by now."""
    found = None if now is None else now.words.get(pin.element_id)
    page = None if now is None else now.page.title
    return Finding(pin.element_id, Status.NEVER_FOUND, new_words=found[1] if found else None, page=page)


def _on_page(pin: Pin, element: ElementId, now: KnownPage, read: KnownPage | None) -> Finding:
    same_id = str(replace(element, page=now.page.title))
    stayed = _stayed(pin, same_id, now, read) if now.holds(same_id, pin.content_hash) else None
    if stayed is not None and stayed.status is Status.UNCHANGED:
        return stayed
    places = _places(pin, element, now, read)
    if stayed is not None and (len(places) != 1 or places[0] == same_id):
        return stayed
    new_words = now.words[same_id][1] if same_id in now.words else None
    if len(places) == 1:  # maybe beside its old id: a new row above it may hold the same number
        lost, gained = _around_changed(pin, places[0], now, read)
        return Finding(pin.element_id, Status.MOVED, tuple(places), new_words=new_words, lost=lost, gained=gained)
    status = Status.MOVED if places else Status.VANISHED if new_words is None else Status.CHANGED
    return Finding(pin.element_id, status, tuple(places), new_words=new_words)


def _stayed(pin: Pin, same_id: str, now: KnownPage, read: KnownPage | None) -> Finding:
    lost, gained = _around_changed(pin, same_id, now, read)
    status = Status.CONTEXT_CHANGED if lost or gained else Status.UNCHANGED
    return Finding(pin.element_id, status, (same_id,), lost=lost, gained=gained)


def _places(pin: Pin, element: ElementId, now: KnownPage, read: KnownPage | None) -> list[str]:
    """Ids that the words stand under now; of several, those with the same context if there are any."""
    found = [
        each
        for each, (kind, words) in now.words.items()
        if words and _alike(kind, element.kind) and hash_of(element.kind, words) == pin.content_hash
    ]
    if read is not None and len(found) > 1:
        wanted = Counter(_words(read.around(pin.element_id)))
        alike = [each for each in found if Counter(_words(now.around(each))) == wanted]
        return alike or found
    return found


def _alike(one: ElementKind, other: ElementKind) -> bool:
    """A cell that has become a header cell is the same cell; a sentence that has become a heading is no evidence."""
    cells = {ElementKind.CELL, ElementKind.HEADER_CELL}
    return one == other or {one, other} == cells


def _around_changed(
    pin: Pin, element_id: str, now: KnownPage, read: KnownPage | None
) -> tuple[tuple[Around, ...], tuple[Around, ...]]:
    """Headings and headers that were around it and are not, and the other way round."""
    after = now.around(element_id)
    if read is not None:
        before = read.around(pin.element_id)
        return _without(before, _words(after)), _without(after, _words(before))
    if element_id != pin.element_id:
        return (), ()  # ids of the new place say nothing about the old one
    ids = list(pin.context[1:])
    lost = tuple(Around(each, None) for each in ids if each not in {each.id for each in after})
    return lost, tuple(each for each in after if each.id not in ids)


def _without(some: Sequence[Around], words: Iterable[str | None]) -> tuple[Around, ...]:
    """Those whose words are not among the given ones, each of which stands for one."""
    left, missing = Counter(words), []
    for each in some:
        left[each.words] -= 1
        if left[each.words] < 0:
            missing.append(each)
    return tuple(missing)


def _words(some: Iterable[Around]) -> list[str | None]:
    return [each.words for each in some]
