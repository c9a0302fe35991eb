"""Which pages a page links to."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.page.elements import Element, List, Page, Section, Sentence
from corpus.page.links import split_links


def link_titles(page: Page) -> set[str]:
    """The titles the page links to; they need not exist."""
    texts = (text for element in page.elements for text in _texts(element) if "[[" in text)
    return {target for text in texts for _anchor, target in split_links(text) if target is not None}


def _texts(element: Element) -> Iterator[str]:
    if isinstance(element, Sentence):
        yield element.text
    elif isinstance(element, Section):
        yield element.value
    elif isinstance(element, List):
        yield from (item.value for item in element.items)
    else:
        yield element.caption or ""
        yield from (cell.value for row in element.rows for cell in row)
