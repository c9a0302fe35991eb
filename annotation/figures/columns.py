"""Upright columns over ordered steps, such as lengths: a panel a group, one under the other on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from annotation.figures.drawing import element, picture, shortened, tick_text, ticks, with_title, words
from annotation.figures.figure import Figure, described

WIDTH, LEFT, RIGHT, HEAD, PLOT, FOOT = 640.0, 56.0, 12.0, 24.0, 128.0, 40.0
LONGEST_LABEL, LONGEST_NAME = 12, 70
LETTER, GAP = 6.5, 10.0  # about as wide as one is, and what is free between two labels


@dataclass(frozen=True, slots=True)
class Panel:
    """One group: how many are of each step. Every panel of a figure has the same steps."""

    name: str
    counts: Sequence[tuple[str, int]]

    @property
    def total(self) -> int:
        return sum(count for _step, count in self.counts)

    @property
    def shares(self) -> list[tuple[str, float, int]]:
        """Step, its share of the panel (0 to 1), and its count."""
        total = self.total or 1
        return [(step, count / total, count) for step, count in self.counts]


def columns(
    name: str, title: str, description: str, panels: Sequence[Panel], *, steps: str, heads: tuple[str, str, str]
) -> Figure:
    """`steps` stands under the columns; `heads` name group, step and share in the table."""
    most = max((share for panel in panels for _step, share, _count in panel.shares), default=0.0)
    marks = ticks(0.0, most or 1.0, 4)
    tall = HEAD + PLOT
    parts = [_panel(panel, at * tall, marks) for at, panel in enumerate(panels)]
    height = tall * len(panels) + FOOT
    if panels:
        parts.append(_labels(panels[0], height - FOOT))
    parts.append(words(steps, LEFT + (WIDTH - LEFT - RIGHT) / 2, height - 4, text_anchor="middle", class_="muted"))
    rows = [(panel.name, *column) for panel in panels for column in panel.shares]
    svg = picture(name, title, description, WIDTH, height, *parts)
    return Figure(name, title, description, svg, (*heads, "count"), rows)


def _panel(panel: Panel, top: float, marks: list[float]) -> str:
    count = panel.total
    head = f"{shortened(panel.name, LONGEST_NAME)} (n = {count:,})" if panel.name else f"n = {count:,}"
    parts = [words(head, LEFT, top + 14)]
    for mark in marks:
        y = _y(mark, top, marks)
        parts.append(element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid", aria_hidden="true"))
        label = words(tick_text(mark, marks), LEFT - 8, y + 4, text_anchor="end", class_="muted", aria_hidden="true")
        parts.append(label)
    wide = _wide(len(panel.counts))
    for at, (step, share, number) in enumerate(panel.shares):
        y = _y(share, top, marks)
        box = {"x": LEFT + at * wide + wide * 0.1, "y": y, "width": wide * 0.8, "height": top + HEAD + PLOT - 8 - y}
        said = described(f"{panel.name}, {step}" if panel.name else step, share, count=number)
        parts.append(with_title(element("rect", **box, class_="bar"), said))
    return element("g", *parts)


def _y(share: float, top: float, marks: list[float]) -> float:
    return top + HEAD + (PLOT - 8) * (1 - share / marks[-1])


def _wide(steps: int) -> float:
    return (WIDTH - LEFT - RIGHT) / max(steps, 1)


def _labels(panel: Panel, top: float) -> str:
    steps = [shortened(step, LONGEST_LABEL) for step, _count in panel.counts]
    wide = _wide(len(steps))
    longest = max(map(len, steps), default=0)
    every = max(1, ceil((longest * LETTER + GAP) / wide))  # labels are left out where they would run into one another
    made = [
        words(step, LEFT + (at + 0.5) * wide, top + 10, text_anchor="middle", class_="muted")
        for at, step in enumerate(steps)
        if at % every == 0
    ]
    return element("g", *made, aria_hidden="true")
