"""Elements that gold names, found again on the pages as they are imported today: by page, place and text.

Of each element a checksum of its text is known. A table that was numbered otherwise is the one with most of the texts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from baseline.scoring.measures import holder_id
from corpus.models import Corpus
from corpus.page.context import caption_id
from corpus.page.element_id import ElementKind, full_id, parse
from corpus.page.elements import List, Page, Sentence, Table
from corpus.page.links import plain_text
from corpus.store import get_page

CHECKSUM_DIGITS = 12


def checksum(text: str) -> str:
    """Of the text without links, with single spaces."""
    plain = " ".join(plain_text(text).split())
    return hashlib.sha256(plain.encode()).hexdigest()[:CHECKSUM_DIGITS]


def checksums_of(page: Page) -> dict[str, str]:
    """Full id -> checksum, of every element that can be evidence."""
    return {full_id(page.title, one): checksum(text) for one, text in _elements(page)}


def present_ids(corpus: Corpus, elements: Mapping[str, str]) -> dict[str, str]:
    """Id as written -> id today, of elements given with their checksums. What is not found again is left out."""
    pages = {page: checksums_of(get_page(corpus, page)) for page in {parse(element).page for element in elements}}
    return present_among(pages, elements)


def present_among(pages: Mapping[str, Mapping[str, str]], elements: Mapping[str, str]) -> dict[str, str]:
    """The same, of pages given as full ids with their checksums."""
    found: dict[str, str] = {}
    tables: dict[tuple[str, int], dict[str, str]] = {}
    for element, known in elements.items():
        place = parse(element)
        if pages[place.page].get(element) == known:
            found[element] = element
        if place.kind is ElementKind.SENTENCE or place.kind is ElementKind.ITEM:
            same = [one for one, other in pages[place.page].items() if other == known]
            found.setdefault(element, same[0]) if same else None
        else:
            tables.setdefault((place.page, place.numbers[0]), {})[element] = known
    for (page, _number), cells in tables.items():
        if any(element not in found for element in cells):
            for element in cells:
                found.pop(element, None)
            found |= _moved(cells, pages[page])
    return found


def _moved(cells: Mapping[str, str], texts: Mapping[str, str]) -> dict[str, str]:
    numbers = {parse(one).numbers[0] for one in texts if holder_id(one) and "_item_" not in one}
    moves = []
    for number in sorted(numbers):
        move = {}
        for element, text in cells.items():
            place = parse(element)
            there = f"{place.page}_{place.kind.value}_{'_'.join(map(str, (number, *place.numbers[1:])))}"
            if texts.get(there) == text:
                move[element] = there
        moves.append(move)
    return max(moves, key=len, default={})


def _elements(page: Page) -> Iterator[tuple[str, str]]:
    for element in page.elements:
        if isinstance(element, Sentence):
            yield element.id, element.text
        elif isinstance(element, Table):
            if element.caption is not None:
                yield caption_id(element), element.caption
            yield from ((cell.id, cell.value) for row in element.rows for cell in row)
        elif isinstance(element, List):
            yield from ((item.id, item.value) for item in element.items)
