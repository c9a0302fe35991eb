"""A value over steps of a ratio, as dots with intervals, above bars of the share that each step is; on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.figures.drawing import element, picture, shortened, tick_text, ticks, with_title, words
from annotation.figures.figure import Figure, described

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 720.0, 300.0, 52.0, 32.0, 56.0, 16.0
LONGEST_LABEL = 9


@dataclass(frozen=True, slots=True)
class Step:
    """`count`: how many are of this step. `value` None: undefined, for the reason `why`. `interval` low and high."""

    label: str
    count: int
    value: float | None = None
    interval: tuple[float, float] | None = None
    why: str = ""


def shares(
    name: str,
    title: str,
    description: str,
    steps: Sequence[Step],
    *,
    axis: str,
    columns: tuple[str, str, str],
    overall: float | None = None,
) -> Figure:
    """`axis` stands under the steps; `columns` name the step, the value and what is counted; `overall` is dashed."""
    total = sum(step.count for step in steps) or 1
    ends = [end for step in steps for end in (step.value, *(step.interval or ())) if end is not None]
    marks = ticks(min([0.0, *ends, *([] if overall is None else [overall])]), 1.0)
    wide = (WIDTH - LEFT - RIGHT) / max(len(steps), 1)
    placed = [(LEFT + (at + 0.5) * wide, step) for at, step in enumerate(steps)]
    parts = [_axes(marks, placed, axis), *(_bar(x, wide, step, step.count / total, marks) for x, step in placed)]
    if overall is not None:
        y = _y(overall, marks)
        parts.append(element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="reference"))
    parts += [*_line(placed, marks), *(_dot(x, step, marks) for x, step in placed if step.value is not None)]
    parts.append(_legend(columns))
    rows = [
        (step.label, step.value, *(step.interval or (None, None)), overall, step.count / total, step.count)
        for step in steps
    ]
    svg = picture(name, title, description, WIDTH, HEIGHT, *parts)
    heads = (columns[0], columns[1], "low", "high", "wanted", "share", "count")
    return Figure(name, title, description, svg, heads, rows)


def _y(value: float, marks: list[float]) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - marks[0]) / (marks[-1] - marks[0]))


def _axes(marks: list[float], placed: list[tuple[float, Step]], axis: str) -> str:
    parts = []
    for mark in marks:
        y = _y(mark, marks)
        parts.append(element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid" if mark else "axis"))
        parts.append(words(tick_text(mark, marks), LEFT - 8, y + 4, text_anchor="end", class_="muted"))
    for x, step in placed:
        label = shortened(step.label, LONGEST_LABEL)
        parts.append(words(label, x, HEIGHT - BOTTOM + 18, text_anchor="middle", class_="muted"))
    middle = LEFT + (WIDTH - LEFT - RIGHT) / 2
    parts.append(words(axis, middle, HEIGHT - 8, text_anchor="middle", class_="muted"))
    return element("g", *parts, aria_hidden="true")


def _bar(x: float, wide: float, step: Step, share: float, marks: list[float]) -> str:
    top = _y(share, marks)
    box = {"x": x - wide * 0.38, "y": top, "width": wide * 0.76, "height": _y(0.0, marks) - top}
    said = described(f"{step.label}, share", share, count=step.count)
    return with_title(element("rect", **box, class_="bar other"), said)


def _line(placed: list[tuple[float, Step]], marks: list[float]) -> list[str]:
    """Through all values; a step without one is passed over, as the steps beside it are near."""
    at = [f"{x:.1f} {_y(step.value, marks):.1f}" for x, step in placed if step.value is not None]
    return [element("path", d=f"M{'L'.join(at)}", class_="line")] if len(at) > 1 else []


def _dot(x: float, step: Step, marks: list[float]) -> str:
    assert step.value is not None
    parts = [element("circle", cx=x, cy=_y(step.value, marks), r=4.5, class_="dot")]
    if step.interval:
        low, high = (_y(end, marks) for end in step.interval)
        parts.append(
            element("path", d=f"M{x - 4:.1f} {low:.1f}h8m-4 0V{high:.1f}m-4 0h8", class_="whisker", fill="none")
        )
    return with_title(element("g", *parts), described(step.label, step.value, step.interval, why=step.why))


def _legend(columns: tuple[str, str, str]) -> str:
    _step, value, counted = columns
    return element(
        "g",
        element("circle", cx=LEFT + 6, cy=12, r=4.5, class_="dot"),
        words(value, LEFT + 18, 16),
        element("rect", x=LEFT + 110, y=6, width=12, height=12, class_="bar other"),
        words(counted, LEFT + 128, 16),
        aria_hidden="true",
    )
