"""Passages of a source: its elements with text, and overlapping windows of its words for a citation's own page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from corpus.page.elements import List, Page, Sentence, Table
from corpus.page.links import plain_text

WORDS, STEP = 100, 50  # of a window, so that no sentence that carries the evidence is cut in each of them


@dataclass(frozen=True, slots=True)
class Passage:
    """A text, and the local ids of the elements that it is made of, in order."""

    text: str
    element_ids: tuple[str, ...]


def passages_of(page: Page) -> list[Passage]:
    """The sentences, list items and cells that have text, in page order, one element each."""
    return [Passage(text, (local,)) for local, written in _written(page) if (text := plain_text(written).strip())]


def overlapping_passages(page: Page) -> list[Passage]:
    """Windows of 100 words, a new one every 50; one for a shorter page, none for a page without words."""
    words = [(word, passage.element_ids[0]) for passage in passages_of(page) for word in passage.text.split()]
    starts = range(0, max(len(words) - WORDS + STEP, 1), STEP) if words else ()
    windows = (words[start : start + WORDS] for start in starts)
    return [
        Passage(" ".join(word for word, _ in window), tuple(dict.fromkeys(local for _, local in window)))
        for window in windows
    ]


def _written(page: Page) -> Iterator[tuple[str, str]]:
    for element in page.elements:
        if isinstance(element, Sentence):
            yield element.id, element.text
        elif isinstance(element, List):
            yield from ((item.id, item.value) for item in element.items)
        elif isinstance(element, Table):
            yield from {cell.id: cell.value for row in element.rows for cell in row}.items()
