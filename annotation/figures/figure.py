"""Figure: a drawing, and a table below it with the same values."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.figures.drawing import STYLE

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with its table.

    `name` is a slug for file names and ids; `svg` is one `<svg>` element that takes its colours from the page's style
    sheet (`figures.css`); `columns` and `rows` are the numbers it was drawn from, None where a value is undefined.
    """

    name: str
    title: str
    description: str
    svg: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]

    def csv(self) -> str:
        """The table as RFC 4180 text with a header line; numbers unrounded, an undefined value empty."""
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(self.columns)
        writer.writerows(["" if cell is None else unarmed(cell) for cell in row] for row in self.rows)
        return out.getvalue()

    def standalone(self) -> str:
        """The drawing as a file of its own: with its colours, which follow the viewer's light or dark scheme."""
        head, rest = self.svg.split(">", 1)
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}><style>{STYLE}</style>{rest}\n'


FORMULA = frozenset("=+-@\t")  # what a formula begins with


def unarmed(cell: str | int | float) -> str | int | float:
    """A name that a spreadsheet would run as a formula is kept a text (OWASP, CSV injection)."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in FORMULA else cell


def rounded(value: Cell, digits: int = 3) -> str:
    """A cell for people: "0.653", "12", "–" where it is undefined."""
    if value is None:
        return "–"
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)


def described(
    label: str,
    value: float | None,
    interval: tuple[float, float] | None = None,
    wanted: float | None = None,
    count: int | None = None,
    why: str = "",
    digits: int = 3,
) -> str:
    """One mark of a figure in words: "Type I: 0.653 [0.611, 0.702], n = 120"."""
    said = f"{label}: {rounded(value, digits)}"
    if interval:
        said += f" [{rounded(interval[0], digits)}, {rounded(interval[1], digits)}]"
    if wanted is not None:
        said += f"; {rounded(wanted, digits)} wanted"
    return said + (f", n = {count:,}" if count is not None else "") + (f". {why}" if why else "")
