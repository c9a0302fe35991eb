"""A confusion matrix: one box for every pair of values, with how many there are and their share of the row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from annotation.figures.drawing import element, linked, picture, shade, shortened, with_title, words
from annotation.figures.figure import Figure, described

WIDE, TALL, NAMES, HEAD, LONGEST_NAME = 104.0, 48.0, 168.0, 60.0, 24
LONGEST_LINE = 15  # characters in one of the two lines above a column


@dataclass(frozen=True, slots=True)
class Tally:
    """How many have one pair of values; `href`: the rows behind it."""

    count: int
    href: str | None = None


def confusion(
    name: str,
    title: str,
    description: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[int, int], Tally],
    *,
    axes: tuple[str, str],
) -> Figure:
    """Draw tallies by (row, column), from 0; what is not in `cells` is 0. `axes` name what rows and columns are."""
    parts, values = [_heads(rows, columns, axes)], []
    for row, row_name in enumerate(rows):
        total = sum(cells.get((row, column), Tally(0)).count for column in range(len(columns)))
        for column, column_name in enumerate(columns):
            tally = cells.get((row, column), Tally(0))
            share = tally.count / total if total else None
            said = described(f"{row_name} – {column_name}", share, count=tally.count, digits=2)
            parts.append(_box(row, column, tally, share, said, is_same=row_name == column_name))
            values.append((row_name, column_name, tally.count, share))
    width, height = NAMES + WIDE * len(columns) + 4, HEAD + TALL * len(rows) + 4
    svg = picture(name, title, description, width, height, *parts)
    return Figure(name, title, description, svg, (*axes, "count", "share"), values)


def _heads(rows: Sequence[str], columns: Sequence[str], axes: tuple[str, str]) -> str:
    made = [words(f"{axes[1]} →", NAMES, 14, class_="muted"), words(f"{axes[0]} ↓", 0, HEAD - 10, class_="muted")]
    for at, label in enumerate(columns):
        lines = wrap(label, LONGEST_LINE, max_lines=2, placeholder="…") or [label]
        for number, line in enumerate(reversed(lines)):
            made.append(words(line, NAMES + WIDE * (at + 0.5), HEAD - 10 - 15 * number, text_anchor="middle"))
    for at, label in enumerate(rows):
        text, middle = shortened(label, LONGEST_NAME), HEAD + TALL * (at + 0.5) + 4
        made.append(words(text, NAMES - 8, middle, text_anchor="end"))
    return element("g", *made, aria_hidden="true")


def _box(row: int, column: int, tally: Tally, share: float | None, said: str, *, is_same: bool) -> str:
    x, y = NAMES + WIDE * column, HEAD + TALL * row
    box = {"x": x + 1, "y": y + 1, "width": WIDE - 2, "height": TALL - 2}
    if not tally.count or share is None:
        mark = element("rect", **box, class_="none")
        return with_title(element("g", mark, words("0", x + WIDE / 2, y + 28, text_anchor="middle")), said)
    opacity, looks = shade(share)
    inside = element("rect", **box, class_="cell", fill_opacity=opacity)
    inside += element("rect", **box, class_="frame same" if is_same else "frame")
    inside += words(f"{tally.count:,}", x + WIDE / 2, y + 22, text_anchor="middle", **looks)
    inside += words(f"{100 * share:.0f} %", x + WIDE / 2, y + 38, text_anchor="middle", **looks)
    return linked(with_title(element("g", inside), said), tally.href)
