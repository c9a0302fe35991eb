"""Reliability diagram: what was predicted against how often it came true, with the diagonal where both are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.figures.drawing import element, picture, tick_text, with_title, words
from annotation.figures.figure import Cell, Figure, described

SIZE, LEFT, TOP, BOTTOM, RIGHT = 320.0, 56.0, 24.0, 48.0, 16.0
MARKS = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
SMALLEST, LARGEST = 4.0, 9.0  # radius


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions of about one size: their mean, the share that came true with its interval, and how many."""

    predicted: float
    observed: float
    interval: tuple[float, float] | None
    count: int


def reliability(
    name: str, title: str, description: str, bins: Sequence[Bin], *, across: str, up: str
) -> Figure:  # fmt: skip
    """A dot a bin, larger for more predictions; `across` and `up` are the words of the axes and of the table."""
    most = max((one.count for one in bins), default=1) or 1
    parts = [_axes(across, up), _line(0.0, 0.0, 1.0, 1.0, "reference")]
    for one in bins:
        said = described(f"{across} {one.predicted:.3f}", one.observed, one.interval, count=one.count)
        marks = [] if one.interval is None else [_line(one.predicted, one.interval[0], one.predicted, one.interval[1])]
        radius = SMALLEST + (LARGEST - SMALLEST) * (one.count / most) ** 0.5
        dot = element("circle", cx=_x(one.predicted), cy=_y(one.observed), r=radius, class_="dot")
        parts.append(with_title(element("g", *marks, dot), said))
    rows: list[tuple[Cell, ...]] = [
        (one.predicted, one.observed, *(one.interval or (None, None)), one.count) for one in bins
    ]
    svg = picture(name, title, description, LEFT + SIZE + RIGHT, TOP + SIZE + BOTTOM, *parts)
    return Figure(name, title, description, svg, (across, up, "low", "high", "count"), rows)


def _x(value: float) -> float:
    return LEFT + SIZE * value


def _y(value: float) -> float:
    return TOP + SIZE * (1 - value)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str = "whisker") -> str:
    return element("line", x1=_x(x1), y1=_y(y1), x2=_x(x2), y2=_y(y2), class_=kind)


def _axes(across: str, up: str) -> str:
    parts = []
    for mark in MARKS:
        parts += [_line(mark, 0.0, mark, 1.0, "grid"), _line(0.0, mark, 1.0, mark, "grid")]
        label = tick_text(mark, MARKS)
        parts.append(words(label, LEFT - 8, _y(mark) + 4, text_anchor="end", class_="muted"))
        parts.append(words(label, _x(mark), TOP + SIZE + 16, text_anchor="middle", class_="muted"))
    parts.append(words(across, LEFT + SIZE / 2, TOP + SIZE + 38, text_anchor="middle", class_="muted"))
    parts.append(words(up, 0, 12, class_="muted"))
    return element("g", *parts, aria_hidden="true")
