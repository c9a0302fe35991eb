"""A page as the blocks a reader draws: headings, paragraphs, tables and nested lists. No HTML here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from corpus.page.elements import UNKNOWN_LAYOUT, Item, Layout, List, ListKind, Page, Section, Sentence, Table
from corpus.page.links import plain_text

# A table that comes right behind an infobox and is no larger was inside it: its rows of one cell, or a table in a cell.
BOXED_COLUMNS, BOXED_ROWS = 3, 20

# A page that came ready from elsewhere has no layout. Forty sentences in one block cannot be read for eight
# hours, so its runs of sentences are cut where a paragraph of an encyclopedia would usually end.
PARAGRAPH_LENGTH = 650
SHORTEST_REST = 200
ENDING = re.compile(r"[.!?:;…。।؟]\W*$")


def boxed_tables(page: Page, layout: Layout = UNKNOWN_LAYOUT) -> frozenset[str]:
    """Ids of the tables that stand inside an infobox on the wiki: by the layout, and small ones right behind it.

    Below the first sentence that is no hatnote a table behind an infobox may as well be the article's own.
    """
    found: set[str] = set()
    is_behind_infobox = False
    for element in page.elements:
        if isinstance(element, Sentence) and element.id in layout.hatnotes:
            is_behind_infobox = False
        elif not isinstance(element, Table):
            break
        elif element.kind == "infobox":
            is_behind_infobox = True
        elif is_behind_infobox:
            is_small = len(element.rows) <= BOXED_ROWS and all(len(row) <= BOXED_COLUMNS for row in element.rows)
            if is_small:
                found.add(element.id)
            is_behind_infobox = is_small
    return frozenset(found).union(layout.boxed)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that follow one another."""

    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Hatnote:
    """A hatnote: one sentence beside the article's own text ("For other uses, see ...")."""

    sentence: Sentence


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


Block = Paragraph | Hatnote | Listing | Heading | Contents | Table

FEWEST_FOR_CONTENTS = 3


def blocks(page: Page, layout: Layout = UNKNOWN_LAYOUT) -> list[Block]:
    """The page's blocks in reading order."""
    numbered = headings(page)
    by_id = {heading.section.id: heading for heading in numbered}
    beginnings, hatnotes = frozenset(layout.paragraphs), frozenset(layout.hatnotes)
    found: list[Block] = []
    run: list[Sentence] = []
    for element in page.elements:
        if isinstance(element, Sentence):
            run.append(element)
            continue
        found += paragraphs(run, beginnings, hatnotes)
        run = []
        if isinstance(element, Section):
            if element is numbered[0].section and len(numbered) >= FEWEST_FOR_CONTENTS:
                found.append(Contents(tuple(numbered)))
            found.append(by_id[element.id])
        elif isinstance(element, List):
            found.append(Listing(element.kind, nest(element.items)))
        else:
            found.append(element)
    return found + list(paragraphs(run, beginnings, hatnotes))


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


def paragraphs(
    sentences: Sequence[Sentence], beginnings: Set[str], hatnotes: Set[str]
) -> Iterator[Paragraph | Hatnote]:
    """The run of sentences as the article sets it; where no beginnings are known, as it may have."""
    if not beginnings:
        yield from guessed_paragraphs(sentences)
        return
    piece: list[Sentence] = []
    for sentence in sentences:
        if sentence.id in beginnings and piece:
            yield _set(piece, hatnotes)
            piece = []
        piece.append(sentence)
    if piece:
        yield _set(piece, hatnotes)


def _set(piece: Sequence[Sentence], hatnotes: Set[str]) -> Paragraph | Hatnote:
    return Hatnote(piece[0]) if len(piece) == 1 and piece[0].id in hatnotes else Paragraph(tuple(piece))


def guessed_paragraphs(sentences: Sequence[Sentence]) -> Iterator[Paragraph]:
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
