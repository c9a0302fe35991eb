"""Horizontal bars, longest names first readable: one a row, with an interval and a value to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.figures.drawing import element, linked, picture, shortened, tick_text, ticks, with_title, words
from annotation.figures.figure import Figure, described, rounded

NAME_WIDTH, VALUE_WIDTH, BAR_WIDTH, ROW, FOOT = 190.0, 90.0, 360.0, 26.0, 26.0
LONGEST_NAME, LETTER = 28, 6.6  # characters; about as wide as one is


@dataclass(frozen=True, slots=True)
class Bar:
    """One row. `value` None: undefined, for the reason `why`. `interval` low and high; `href` the rows behind it."""

    label: str
    value: float | None
    interval: tuple[float, float] | None = None
    wanted: float | None = None
    count: int | None = None
    href: str | None = None
    why: str = ""


def bars(
    name: str,
    title: str,
    description: str,
    rows: Sequence[Bar],
    *,
    high: float | None = None,
    columns: tuple[str, str] = ("", ""),
    digits: int = 3,
    long_names: bool = False,
) -> Figure:
    """Bars from 0 (or the least value, if below) to `high` (or the most). `columns` name the label and the value.

    `long_names`: half the width is for names, instead of a third.
    """
    ends = [end for row in rows for end in (row.value, row.wanted, *(row.interval or ())) if end is not None]
    marks = ticks(min(0.0, *ends, 0.0), max(high or 0.0, *ends, 0.0) or 1.0)
    height = ROW * len(rows) + FOOT
    scale = _Scale(marks, NAME_WIDTH * 1.75 if long_names else NAME_WIDTH)
    parts = [_grid(scale, height - FOOT)]
    parts += [_row(row, at * ROW, scale, digits) for at, row in enumerate(rows)]
    width = NAME_WIDTH + BAR_WIDTH + VALUE_WIDTH
    return Figure(
        name,
        title,
        description,
        picture(name, title, description, width, height, *parts),
        (columns[0], columns[1], "low", "high", "wanted", "count"),
        [(row.label, row.value, *(row.interval or (None, None)), row.wanted, row.count) for row in rows],
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Ticks from `left` to the end of the bars."""

    marks: list[float]
    left: float

    def x(self, value: float) -> float:
        width = NAME_WIDTH + BAR_WIDTH - self.left
        return self.left + width * (value - self.marks[0]) / (self.marks[-1] - self.marks[0])


def _grid(scale: _Scale, bottom: float) -> str:
    at = [(scale.x(mark), tick_text(mark, scale.marks)) for mark in scale.marks]
    lines = [element("line", x1=x, x2=x, y1=0, y2=bottom, class_="grid") for x, _name in at]
    names = [words(name, x, bottom + 16, text_anchor="middle", class_="muted") for x, name in at]
    return element("g", *lines, *names, aria_hidden="true")


def _row(row: Bar, top: float, scale: _Scale, digits: int) -> str:
    middle, zero = top + ROW / 2, scale.x(max(0.0, scale.marks[0]))
    longest = max(LONGEST_NAME, int(scale.left / LETTER))
    parts = [words(shortened(row.label, longest), scale.left - 8, middle + 4, text_anchor="end")]
    if row.value is not None:
        at = scale.x(row.value)
        left, width = min(zero, at), max(abs(at - zero), 1.0)
        parts.append(element("rect", x=left, y=top + 5, width=width, height=ROW - 10, class_="bar"))
    if row.interval and row.value is not None:
        low, high = (scale.x(end) for end in row.interval)
        parts.append(
            element("path", d=f"M{low:.1f} {middle - 4}v8m0-4H{high:.1f}m0-4v8", class_="whisker", fill="none")
        )
    if row.wanted is not None:
        at = scale.x(row.wanted)
        parts.append(element("line", x1=at, x2=at, y1=top + 2, y2=top + ROW - 2, class_="reference"))
    shown = rounded(row.value, digits) + (f"  ({row.count:,})" if row.count is not None else "")
    parts.append(words(shown, NAME_WIDTH + BAR_WIDTH + 8, middle + 4))
    said = described(row.label, row.value, row.interval, row.wanted, row.count, row.why, digits)
    return linked(with_title(element("g", *parts), said), row.href)
