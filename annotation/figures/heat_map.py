"""A matrix: one square for every pair of row and column, its value written in it, so that colour is never alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation.figures.drawing import element, linked, picture, shade, shortened, with_title, words
from annotation.figures.figure import Figure, described, rounded

SQUARE, NAMES, HEAD, LONGEST_NAME = 46.0, 144.0, 104.0, 20


@dataclass(frozen=True, slots=True)
class Square:
    """One pair's value from 0 to 1; None: undefined, for the reason `why`. `is_few`: of so little that it is grey."""

    value: float | None
    count: int | None = None
    href: str | None = None
    why: str = ""
    is_few: bool = False


def heat_map(
    name: str,
    title: str,
    description: str,
    labels: Sequence[str],
    squares: Mapping[tuple[int, int], Square],
) -> Figure:
    """Draw squares by (row, column), from 0; `labels` name rows and columns."""
    parts, rows = [_heads(labels), _names(labels)], []
    for (row, column), square in sorted(squares.items()):
        parts.append(_square(labels[row], labels[column], row, column, square))
        rows.append((labels[row], labels[column], square.value, square.count))
    width, height = NAMES + SQUARE * len(labels) + 64, HEAD + SQUARE * len(labels) + 8
    svg = picture(name, title, description, width, height, *parts)
    return Figure(name, title, description, svg, ("row", "column", "value", "count"), rows)


def _heads(labels: Sequence[str]) -> str:
    made = []
    for at, label in enumerate(labels):
        x, y = NAMES + SQUARE * (at + 0.5), HEAD - 8
        made.append(words(shortened(label, LONGEST_NAME), x, y, transform=f"rotate(-40 {x:.1f} {y:.1f})"))
    return element("g", *made, aria_hidden="true")


def _names(labels: Sequence[str]) -> str:
    made = [
        words(shortened(label, LONGEST_NAME), NAMES - 8, HEAD + SQUARE * (at + 0.5) + 4, text_anchor="end")
        for at, label in enumerate(labels)
    ]
    return element("g", *made, aria_hidden="true")


def _square(row_name: str, column_name: str, row: int, column: int, square: Square) -> str:
    x, y = NAMES + SQUARE * column, HEAD + SQUARE * row
    box = {"x": x + 1, "y": y + 1, "width": SQUARE - 2, "height": SQUARE - 2}
    text = rounded(square.value, 2)
    looks: dict[str, str | float] = {"class_": "muted"} if square.is_few else {}
    if square.value is None:
        mark = element("rect", **box, class_="none")
    elif square.is_few:
        mark = element("rect", **box, class_="few")
    else:
        opacity, looks = shade(square.value)
        mark = element("rect", **box, class_="cell", fill_opacity=opacity) + element("rect", **box, class_="frame")
    label = words(text, x + SQUARE / 2, y + SQUARE / 2 + 4, text_anchor="middle", **looks)
    said = described(f"{row_name} – {column_name}", square.value, count=square.count, why=square.why, digits=2)
    return linked(with_title(element("g", mark, label), said), square.href)
