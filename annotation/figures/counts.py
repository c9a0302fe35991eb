"""Upright columns of counts over days or weeks, with a line for the usual count and the band of its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from annotation.figures.drawing import element, linked, picture, tick_text, ticks, with_title, words
from annotation.figures.figure import Figure

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 640.0, 220.0, 52.0, 12.0, 32.0, 12.0
LETTER, GAP = 6.5, 12.0  # about as wide as one is, and what is free between two labels


@dataclass(frozen=True, slots=True)
class Step:
    """One day or week and its count. `href`: the rows behind it."""

    label: str
    count: int
    href: str | None = None


@dataclass(frozen=True, slots=True)
class Usual:
    """The usual count of a step, with the ends of its interval, and what it is called."""

    label: str
    value: float
    low: float
    high: float


def counts(
    name: str,
    title: str,
    description: str,
    steps: Sequence[Step],
    *,
    heads: tuple[str, str],
    usual: Usual | None = None,
) -> Figure:
    """One column a step, from left to right. `heads` name step and count in the table."""
    most = max((step.count for step in steps), default=0)
    marks = ticks(0.0, max(float(most), usual.high if usual else 0.0) or 1.0, 4)
    parts = [_grid(marks)]
    if usual is not None:
        parts.append(_band(usual, marks))
    wide = (WIDTH - LEFT - RIGHT) / max(len(steps), 1)
    parts += [_column(step, LEFT + at * wide, wide, marks) for at, step in enumerate(steps)]
    if usual is not None:
        parts.append(_line(usual, marks))
    parts.append(_labels(steps, wide))
    svg = picture(name, title, description, WIDTH, HEIGHT, *parts)
    return Figure(name, title, description, svg, heads, [(step.label, step.count) for step in steps])


def _y(value: float, marks: list[float]) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / marks[-1])


def _grid(marks: list[float]) -> str:
    parts = []
    for mark in marks:
        y = _y(mark, marks)
        parts.append(element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid"))
        parts.append(words(tick_text(mark, marks), LEFT - 8, y + 4, text_anchor="end", class_="muted"))
    return element("g", *parts, aria_hidden="true")


def _band(usual: Usual, marks: list[float]) -> str:
    top, bottom = _y(usual.high, marks), _y(usual.low, marks)
    return element("rect", x=LEFT, y=top, width=WIDTH - LEFT - RIGHT, height=max(bottom - top, 1.0), class_="band")


def _line(usual: Usual, marks: list[float]) -> str:
    y = _y(usual.value, marks)
    line = element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="reference")
    return with_title(line, f"{usual.label}: {usual.value:,.4g} [{usual.low:,.4g}, {usual.high:,.4g}]")


def _column(step: Step, x: float, wide: float, marks: list[float]) -> str:
    y = _y(step.count, marks)
    box = {"x": x + wide * 0.1, "y": y, "width": wide * 0.8, "height": HEIGHT - BOTTOM - y}
    return linked(with_title(element("rect", **box, class_="bar"), f"{step.label}: {step.count:,}"), step.href)


def _labels(steps: Sequence[Step], wide: float) -> str:
    longest = max((len(step.label) for step in steps), default=0)
    every = max(1, ceil((longest * LETTER + GAP) / wide))  # labels are left out where they would run into one another
    made = []
    for at in range(0, len(steps), every):
        x = LEFT + (at + 0.5) * wide
        x = min(x, WIDTH - len(steps[at].label) * LETTER / 2)  # the last one within the drawing
        made.append(words(steps[at].label, x, HEIGHT - BOTTOM + 18, text_anchor="middle", class_="muted"))
    return element("g", *made, aria_hidden="true")
