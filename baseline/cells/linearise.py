"""A table as the words a token classifier reads, cut into windows of whole rows.

As in the paper (section 4): the claim, `</s>`, then the cells row by row, `|` between cells and `</s>` after a row. The
paper cuts off what does not fit; here a table becomes several windows, each with the claim and the header rows, so that
every cell is read once. A row that alone is too long is cut between cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from baseline.cells.lexical import ScoredCell
from corpus.page.elements import List, Table
from corpus.page.links import plain_text

Length = Callable[[str], int]  # tokens of a text
CELL, ROW = "|", "</s>"


@dataclass(frozen=True, slots=True)
class Window:
    """Words for the tokenizer, each with the local id of its cell, None for the claim and separators."""

    words: tuple[str, ...]
    cells: tuple[str | None, ...]


def rows_of(holder: Table | List) -> list[list[ScoredCell]]:
    """The cells row by row, each once, in words; a list is a table of one column. The score is 0, or 1 for headers."""
    if isinstance(holder, List):
        return [[ScoredCell(item.id, 0.0, plain_text(item.value))] for item in holder.items]
    return [
        [ScoredCell(cell.id, float(cell.is_header), plain_text(cell.value)) for cell in {c.id: c for c in row}.values()]
        for row in holder.rows
    ]


def windows(claim: str, rows: Sequence[Sequence[ScoredCell]], room: int, length: Length) -> Iterator[Window]:
    """The rows in windows of at most `room` tokens, special tokens not counted. Long cells and claims are cut."""
    claim_words = _cut(claim, room // 3, length)
    free = room - length(claim_words) - 1
    heading, body = _heading(rows, free // 3, length)
    space = free - sum(_size(row, length) for row in heading)
    current: list[Sequence[ScoredCell]] = []
    used = 0
    for row in (piece for whole in body for piece in _pieces(whole, space, length)):
        size = _size(row, length)
        if current and used + size > space:
            yield _window(claim_words, [*heading, *current])
            current, used = [], 0
        current.append(row)
        used += size
    if current or heading:
        yield _window(claim_words, [*heading, *current])


def _heading(
    rows: Sequence[Sequence[ScoredCell]], room: int, length: Length
) -> tuple[list[Sequence[ScoredCell]], list[Sequence[ScoredCell]]]:
    """Split the header rows at the top, as far as they leave room, from the rest."""
    count = used = 0
    for row in rows:
        used += _size(row, length)
        if used > room or not all(cell.score for cell in row):
            break
        count += 1
    return list(rows[:count]), list(rows[count:])


def _pieces(row: Sequence[ScoredCell], room: int, length: Length) -> Iterator[list[ScoredCell]]:
    piece: list[ScoredCell] = []
    for cell in row:
        short = ScoredCell(cell.id, cell.score, _cut(cell.text, room - 2, length))
        if piece and _size([*piece, short], length) > room:
            yield piece
            piece = []
        piece.append(short)
    if piece:
        yield piece


def _size(row: Sequence[ScoredCell], length: Length) -> int:
    return sum(length(cell.text or "-") + 1 for cell in row) + 1


def _cut(text: str, room: int, length: Length) -> str:
    """Truncate a text to the words that fit."""
    words = text.split()
    while words and length(" ".join(words)) > max(room, 1):
        words = words[: max(len(words) * 3 // 4, 0)] if len(words) > 1 else []
    return " ".join(words)


def _window(claim: str, rows: Sequence[Sequence[ScoredCell]]) -> Window:
    words: list[str] = [claim, ROW]
    cells: list[str | None] = [None, None]
    for row in rows:
        for place, cell in enumerate(row):
            if place:
                words.append(CELL)
                cells.append(None)
            words.append(cell.text or "-")
            cells.append(cell.id)
        words.append(ROW)
        cells.append(None)
    return Window(tuple(words), tuple(cells))
