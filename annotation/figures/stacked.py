"""Shares that make up a whole, one row a person or group, so that habits can be read beside one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.figures.drawing import element, linked, picture, shortened, with_title, words
from annotation.figures.figure import Figure, described

NAME_WIDTH, COUNT_WIDTH, BAR_WIDTH, ROW, HEAD = 190.0, 90.0, 440.0, 26.0, 28.0
LONGEST_NAME = 28
NARROWEST = 34.0  # a narrower part has no words in it
LETTER = 7.5  # about as wide as one is


@dataclass(frozen=True, slots=True)
class Series:
    """One part of the whole. `style`: its class in `figures.css`, beside "series"."""

    name: str
    style: str


@dataclass(frozen=True, slots=True)
class Stack:
    """One row. `parts`: of each series how many, and the address of the rows behind it. `is_whole`: all together."""

    label: str
    parts: Sequence[tuple[int, str | None]]
    is_whole: bool = False

    @property
    def total(self) -> int:
        return sum(count for count, _href in self.parts)


def stacked(
    name: str, title: str, description: str, series: Sequence[Series], rows: Sequence[Stack], *, column: str
) -> Figure:
    """The rows in their order, each as wide as the others; `column` names what a row is."""
    parts = [_legend(series), *(_row(row, HEAD + at * ROW, series) for at, row in enumerate(rows))]
    width, height = NAME_WIDTH + BAR_WIDTH + COUNT_WIDTH, HEAD + ROW * len(rows) + 4
    values = [
        (row.label, *(count / row.total if row.total else None for count, _h in row.parts), row.total) for row in rows
    ]
    svg = picture(name, title, description, width, height, *parts)
    return Figure(name, title, description, svg, (column, *(one.name for one in series), "count"), values)


def _legend(series: Sequence[Series]) -> str:
    """Above the bars, and further to the left where the names need more room."""
    wide = [34 + LETTER * len(one.name) for one in series]
    made, x = [], max(0.0, min(NAME_WIDTH, NAME_WIDTH + BAR_WIDTH + COUNT_WIDTH - sum(wide)))
    for one, width in zip(series, wide, strict=True):
        made.append(element("rect", x=x, y=6, width=12, height=12, class_=f"series {one.style}"))
        made.append(words(one.name, x + 18, 16))
        x += width
    return element("g", *made, aria_hidden="true")


def _row(row: Stack, top: float, series: Sequence[Series]) -> str:
    made, x, total = [], NAME_WIDTH, row.total
    label = words(
        shortened(row.label, LONGEST_NAME),
        NAME_WIDTH - 8,
        top + 17,
        text_anchor="end",
        **_weight(row),
        aria_hidden="true",
    )
    for one, (count, href) in zip(series, row.parts, strict=True):
        if not count:
            continue
        share, wide = count / total, BAR_WIDTH * count / total
        box = element("rect", x=x, y=top + 3, width=max(wide - 1, 0.5), height=ROW - 6, class_=f"series {one.style}")
        if wide >= NARROWEST:
            box += words(f"{100 * share:.0f} %", x + wide / 2, top + 17, text_anchor="middle")
        said = described(f"{row.label}, {one.name}", share, count=count, digits=2)
        made.append(linked(with_title(element("g", box), said), href))
        x += wide
    shown = words(f"n = {total:,}", NAME_WIDTH + BAR_WIDTH + 8, top + 17, class_="muted", aria_hidden="true")
    return element("g", label, *made, shown)


def _weight(row: Stack) -> dict[str, str | float]:
    return {"font_weight": "600"} if row.is_whole else {}
