"""The sentences right before and after a sentence: one that was split in the wrong place goes on in its neighbour."""

from __future__ import annotations

from typing import NamedTuple

from corpus.page.context import element_with
from corpus.page.element_id import full_id, parse
from corpus.page.elements import Page, Sentence


class Neighbours(NamedTuple):
    """Full ids; None where something else stands there, or nothing."""

    before: str | None
    after: str | None


NOBODY = Neighbours(None, None)


def neighbours(page: Page, element_id: str) -> Neighbours:
    """Of a sentence, by its full id; of anything else there are none. Raises BadElementId."""
    holder = element_with(page, parse(element_id))
    if not isinstance(holder, Sentence):
        return NOBODY
    at = page.elements.index(holder)
    return Neighbours(_sentence(page, at - 1), _sentence(page, at + 1))


def _sentence(page: Page, at: int) -> str | None:
    element = page.elements[at] if 0 <= at < len(page.elements) else None
    return full_id(page.title, element.id) if isinstance(element, Sentence) else None
