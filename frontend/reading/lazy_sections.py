"""Sections of a long article that the browser may render lazily.

A part is shut off from what stands before it (`content-visibility`), so text in it cannot flow around an infobox from
above: what stands beside an infobox, and what is seen first, is in no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, log2

from corpus.page.elements import Table
from frontend.reading.blocks import Block, Contents, Entry, Heading, Listing, Paragraph

# In CSS pixels, as the reader sets them at 1440 pixels; what is left aside needs a rough height for the scroll bar.
LINE, LETTERS_A_LINE = 25, 105
ROW = 28
INFOBOX_LETTERS = 38
LEAD = 2_400  # two windows
SHORTEST = 6_000  # an article that is not longer than this is not parted
PART = 1_500  # a part ends at the next heading after so much
LONGEST_PART = 5_000  # or here, if no heading comes
SMALLEST, SIZES = 200, 9  # part-1 is up to 400 pixels, part-9 102,400


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks that are laid out together; `size` n: about SMALLEST * 2 ** n pixels high."""

    blocks: tuple[Block, ...]
    size: int


def parts(blocks: Sequence[Block]) -> tuple[Sequence[Block], list[Part]]:
    """The blocks that are always there, and the parts after them."""
    heights = [height(block) for block in blocks]
    if sum(heights) <= SHORTEST:
        return blocks, []
    start = _lead_end(blocks, heights)
    found: list[Part] = []
    begin, sofar = start, 0
    for at in range(start, len(blocks)):
        if at > begin and (sofar >= LONGEST_PART or (sofar >= PART and isinstance(blocks[at], Heading))):
            found.append(_part(blocks[begin:at], sofar))
            begin, sofar = at, 0
        sofar += heights[at]
    if begin < len(blocks):
        found.append(_part(blocks[begin:], sofar))
    return blocks[:start], found


def _part(blocks: Sequence[Block], pixels: int) -> Part:
    return Part(tuple(blocks), min(max(ceil(log2(max(pixels, 1) / SMALLEST)), 1), SIZES))


def _lead_end(blocks: Sequence[Block], heights: Sequence[int]) -> int:
    """The number of the first block that neither begins on the first screens nor beside an infobox."""
    sofar, reached = 0, LEAD
    for at, block in enumerate(blocks):
        if sofar >= reached:
            return at
        if isinstance(block, Table) and block.kind == "infobox":
            reached = max(reached, sofar + 2 * _infobox_height(block))  # beside it, lines are shorter
            continue
        sofar += heights[at]
    return len(blocks)


def height(block: Block) -> int:
    """About how high a block is, in pixels; an infobox has none, since the text stands beside it."""
    if isinstance(block, Heading):
        return 2 * LINE
    if isinstance(block, Paragraph):
        return _lines(sum(len(sentence.text) for sentence in block.sentences)) + LINE // 2
    if isinstance(block, Contents):
        return LINE * len(block.headings)
    if isinstance(block, Listing):
        return sum(_entry_height(entry) for entry in block.entries)
    if isinstance(block, Table):
        return 0 if block.kind == "infobox" else sum(_row_height(len(row), row) for row in block.rows) + ROW
    return LINE


def _lines(letters: int) -> int:
    return LINE * max(1, ceil(letters / LETTERS_A_LINE))


def _entry_height(entry: Entry) -> int:
    return _lines(len(entry.item.value)) + sum(_entry_height(below) for below in entry.below)


def _row_height(columns: int, row: Iterable[object]) -> int:
    letters = max((len(getattr(cell, "value", "")) for cell in row), default=0)
    return ROW * max(1, min(8, ceil(letters * max(columns, 1) / (3 * LETTERS_A_LINE))))


def _infobox_height(table: Table) -> int:
    return sum(ROW * max(1, ceil(max(len(cell.value) for cell in row) / INFOBOX_LETTERS)) for row in table.rows if row)
