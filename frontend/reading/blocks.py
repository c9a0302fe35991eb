"""A page as the blocks a reader draws: headings, paragraphs, tables and nested lists. No HTML here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.elements import Item, List, ListKind, Page, Section, Sentence, Table
from corpus.links import plain_text

# Page JSON keeps no paragraph breaks. Forty sentences in one block cannot be read for eight hours, so a
# run of sentences is cut where a paragraph of an encyclopedia would usually end.
PARAGRAPH_LENGTH = 650
SHORTEST_REST = 200
ENDING = re.compile(r"[.!?:;…。।؟]\W*$")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that follow one another."""

    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A list item with the list that stands below it."""

    item: Item
    kind: ListKind | None
    below: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A list with its nesting restored."""

    kind: ListKind
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A section heading with its number in the contents list ("2.1")."""

    section: Section
    number: str


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents list; it stands before the first heading."""

    headings: tuple[Heading, ...]


Block = Paragraph | Listing | Heading | Contents | Table

FEWEST_FOR_CONTENTS = 3


def blocks(page: Page) -> list[Block]:
    """The page's blocks in reading order."""
    numbered = headings(page)
    by_id = {heading.section.id: heading for heading in numbered}
    found: list[Block] = []
    run: list[Sentence] = []
    for element in page.elements:
        if isinstance(element, Sentence):
            run.append(element)
            continue
        found += paragraphs(run)
        run = []
        if isinstance(element, Section):
            if element is numbered[0].section and len(numbered) >= FEWEST_FOR_CONTENTS:
                found.append(Contents(tuple(numbered)))
            found.append(by_id[element.id])
        elif isinstance(element, List):
            found.append(Listing(element.kind, nest(element.items)))
        else:
            found.append(element)
    return found + list(paragraphs(run))


def headings(page: Page) -> list[Heading]:
    """Every heading with its number: 1, 1.1, 1.2, 2 ..."""
    path: list[tuple[int, int]] = []  # (level, count) of the open headings, outermost first
    found = []
    for section in page.elements:
        if not isinstance(section, Section):
            continue
        before = 0  # the count of the sibling before this one, if there is one
        while path and path[-1][0] >= section.level:
            before = path.pop()[1]
        path.append((section.level, before + 1))
        found.append(Heading(section, ".".join(str(count) for _, count in path)))
    return found


def paragraphs(sentences: Sequence[Sentence]) -> Iterator[Paragraph]:
    """The run of sentences, cut into pieces of a readable length; a line that is no sentence stands alone."""
    rest = sum(_length(sentence) for sentence in sentences)
    piece: list[Sentence] = []
    for sentence in sentences:
        alone = not ENDING.search(plain_text(sentence.text))  # "Main article: Geography of Alabama"
        if alone and piece:
            yield Paragraph(tuple(piece))
            piece = []
        piece.append(sentence)
        rest -= _length(sentence)
        if alone or (sum(map(_length, piece)) >= PARAGRAPH_LENGTH and rest >= SHORTEST_REST):
            yield Paragraph(tuple(piece))
            piece = []
    if piece:
        yield Paragraph(tuple(piece))


def _length(sentence: Sentence) -> int:
    return len(plain_text(sentence.text))


def nest(items: Sequence[Item]) -> tuple[Entry, ...]:
    """Items of growing level as a tree. An item's `nested` names the kind of the list below it."""
    entries = []
    start = 0
    while start < len(items):
        item, stop = items[start], start + 1
        while stop < len(items) and items[stop].level > item.level:
            stop += 1
        entries.append(Entry(item, item.nested, nest(items[start + 1 : stop])))
        start = stop
    return tuple(entries)
