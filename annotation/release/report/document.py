"""Document model of a report: sections of text, tables and figures, independent of the output format."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.figures.bars import Bar
from annotation.figures.figure import Figure, unarmed
from annotation.quality.agreement.result import Result, ends_of, value_of, why


@dataclass(frozen=True, slots=True)
class Share:
    """A count with what it is of: "41,835 (59 %)"."""

    count: int
    of: int


WANTED = "wanted"  # what figures call the column of the dashed line


@dataclass(frozen=True, slots=True)
class Rounded:
    """A number of which people are shown one decimal: seconds, hours."""

    value: float


Cell = str | int | float | Share | Rounded | None


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph of plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """A row of a table that names the rows below it."""

    name: str


Rows = Sequence[Sequence[Cell] | Group]


@dataclass(frozen=True, slots=True)
class Table:
    """Numbers with what they mean. `name`: a slug for anchor and file."""

    name: str
    title: str
    definition: str
    columns: Sequence[str]
    rows: Rows

    def csv(self) -> str:
        """RFC 4180, numbers unrounded: a share as its count; the name of a group in a column of its own, if any."""
        grouped = any(isinstance(row, Group) for row in self.rows)
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["group", *self.columns] if grouped else self.columns)
        group = ""
        for row in self.rows:
            if isinstance(row, Group):
                group = row.name
            else:
                writer.writerow([*([unarmed(group)] if grouped else []), *map(_plain, row)])
        return out.getvalue()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure; its description and its table stand under it."""

    figure: Figure
    line: str = ""  # what the dashed line is, where there is one
    heads: tuple[str, ...] = ()  # of its table, where the figure has words for any figure of its kind

    @property
    def columns(self) -> tuple[str, ...]:
        """The head of its table, without columns that are empty."""
        heads = self.heads or tuple(self.line if head == WANTED else head for head in self.figure.columns)
        return tuple(heads[at] for at in self._filled())

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Rows of the table, without empty columns."""
        filled = self._filled()
        return tuple(tuple(row[at] for at in filled) for row in self.figure.rows)

    def _filled(self) -> list[int]:
        rows = self.figure.rows
        return [at for at in range(len(self.figure.columns)) if any(row[at] not in (None, "") for row in rows)]


@dataclass(frozen=True, slots=True)
class Number:
    """A headline: the value as people read it, its interval or why there is none, and the section it is of."""

    label: str
    value: str
    beside: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Terms:
    """Words that the report uses, each with its definition."""

    terms: tuple[tuple[str, str], ...]


Block = Words | Table | Drawn | Terms


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter."""

    anchor: str
    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Document:
    """The whole report. `about`: what it is of, a name and a value each."""

    title: str
    about: tuple[tuple[str, str], ...]
    numbers: tuple[Number, ...]
    sections: tuple[Section, ...]

    @property
    def drawn(self) -> list[Drawn]:
        return [block for section in self.sections for block in section.blocks if isinstance(block, Drawn)]

    @property
    def tables(self) -> list[Table]:
        return [block for section in self.sections for block in section.blocks if isinstance(block, Table)]


def shown(cell: Cell, digits: int = 3) -> str:
    """A cell for people: "87,026", "0.653", "41,835 (59 %)", "–" where there is none."""
    if cell is None:
        return "–"
    if isinstance(cell, Share):
        return f"{cell.count:,} ({cell.count / cell.of:.0%})".replace("%)", " %)") if cell.of else f"{cell.count:,}"
    if isinstance(cell, Rounded):
        return f"{cell.value:,.1f}"
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:,.{digits}f}" if isinstance(cell, float) else cell


def result_bar(label: str, result: Result, count: int | None, wanted: float | None = None) -> Bar:
    """A result with its interval as one bar of a figure."""
    return Bar(label, value_of(result), ends_of(result), wanted, count, why=why(result))


def result_cells(result: Result) -> tuple[float | None, float | None, float | None]:
    """Value, low and high."""
    return value_of(result), *(ends_of(result) or (None, None))


def is_numeric(rows: Rows, at: int) -> bool:
    """Whether the column of this index has numbers."""
    cells = [row[at] for row in rows if not isinstance(row, Group)]
    return any(cell is not None and not isinstance(cell, str) for cell in cells)


def _plain(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    if isinstance(cell, Share):
        return cell.count
    return cell.value if isinstance(cell, Rounded) else unarmed(cell)
