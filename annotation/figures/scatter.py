"""Two values of each person or thing against each other; a larger dot rests on more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from annotation.figures.drawing import element, linked, picture, shortened, tick_text, ticks, with_title, words
from annotation.figures.figure import Cell, Figure, rounded

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 720.0, 340.0, 56.0, 24.0, 48.0, 24.0
SMALLEST, LARGEST = 4.0, 10.0  # radius
LETTER, LINE, LONGEST_NAME = 6.6, 14.0, 22

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Spot:
    """One dot. `count`: how much it rests on; `href`: its rows."""

    label: str
    x: float
    y: float
    count: int
    href: str | None = None


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale: its words under or above it, a value to compare with (dashed), and what the scale takes in besides."""

    words: str
    middle: float | None = None
    low: float | None = None
    high: float | None = None
    digits: int = 2

    def marks(self, values: Sequence[float]) -> list[float]:
        """The ticks over these values."""
        ends = [*values, *(end for end in (self.middle, self.low, self.high) if end is not None)]
        return ticks(min(ends, default=0.0), max(ends, default=1.0))


def scatter(
    name: str, title: str, description: str, spots: Sequence[Spot], *, across: Axis, up: Axis, column: str
) -> Figure:
    """`column` names what a dot is. A name is written beside its dot where there is room for it."""
    plot = _Plot(across.marks([spot.x for spot in spots]), up.marks([spot.y for spot in spots]))
    most = max((spot.count for spot in spots), default=1) or 1
    parts = [_axes(plot, across, up)]
    taken: list[Box] = [_around(plot, spot, _radius(spot, most)) for spot in spots]
    for spot in sorted(spots, key=lambda one: -one.count):  # the small ones above the large ones
        x, y, radius = plot.x(spot.x), plot.y(spot.y), _radius(spot, most)
        said = f"{spot.label}: {rounded(spot.x, across.digits)}, {rounded(spot.y, up.digits)}, n = {spot.count:,}"
        parts.append(linked(with_title(element("circle", cx=x, cy=y, r=radius, class_="dot spot"), said), spot.href))
        parts += _name(spot, x, y, radius, taken)
    rows: list[tuple[Cell, ...]] = [(spot.label, spot.x, spot.y, spot.count) for spot in spots]
    svg = picture(name, title, description, WIDTH, HEIGHT, *parts)
    return Figure(name, title, description, svg, (column, across.words, up.words, "count"), rows)


@dataclass(frozen=True, slots=True)
class _Plot:
    """Where a value is drawn."""

    across: list[float]
    up: list[float]

    def x(self, value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - self.across[0]) / (self.across[-1] - self.across[0])

    def y(self, value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - self.up[0]) / (self.up[-1] - self.up[0]))


def _radius(spot: Spot, most: int) -> float:
    return SMALLEST + (LARGEST - SMALLEST) * sqrt(spot.count / most)


def _around(plot: _Plot, spot: Spot, radius: float) -> Box:
    x, y = plot.x(spot.x), plot.y(spot.y)
    return x - radius, y - radius, x + radius, y + radius


def _name(spot: Spot, x: float, y: float, radius: float, taken: list[Box]) -> list[str]:
    """The name to the right or left of the dot, where it covers no dot and no other name."""
    text = shortened(spot.label, LONGEST_NAME)
    wide = LETTER * len(text)
    for left, anchor in ((x + radius + 4, "start"), (x - radius - 4 - wide, "end")):
        box = (left, y - LINE / 2, left + wide, y + LINE / 2)
        if box[0] < LEFT or box[2] > WIDTH or any(_overlap(box, other) for other in taken):
            continue
        taken.append(box)
        at = left if anchor == "start" else left + wide
        return [words(text, at, y + 4, text_anchor=anchor, aria_hidden="true")]
    return []


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _axes(plot: _Plot, across: Axis, up: Axis) -> str:
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = []
    for mark in plot.up:
        y = plot.y(mark)
        parts.append(element("line", x1=LEFT, x2=right, y1=y, y2=y, class_="grid"))
        parts.append(words(tick_text(mark, plot.up), LEFT - 8, y + 4, text_anchor="end", class_="muted"))
    for mark in plot.across:
        x = plot.x(mark)
        parts.append(element("line", x1=x, x2=x, y1=TOP, y2=bottom, class_="grid"))
        parts.append(words(tick_text(mark, plot.across), x, bottom + 16, text_anchor="middle", class_="muted"))
    if across.middle is not None:
        x = plot.x(across.middle)
        parts.append(element("line", x1=x, x2=x, y1=TOP, y2=bottom, class_="reference"))
    if up.middle is not None:
        y = plot.y(up.middle)
        parts.append(element("line", x1=LEFT, x2=right, y1=y, y2=y, class_="reference"))
    parts.append(words(across.words, (LEFT + right) / 2, HEIGHT - 8, text_anchor="middle", class_="muted"))
    parts.append(words(up.words, 0, 12, class_="muted"))
    return element("g", *parts, aria_hidden="true")
