"""One value over ordered steps, such as weeks, with the band of its interval. An undefined step leaves a gap.

A target is a dashed line; how much each step rests on stands as columns below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.figures.drawing import element, linked, picture, shortened, tick_text, ticks, with_title, words
from annotation.figures.figure import Cell, Figure, described

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 640.0, 240.0, 52.0, 12.0, 40.0, 16.0
VOLUME = 56.0  # height of the columns


@dataclass(frozen=True, slots=True)
class Point:
    """One step. `value` None: undefined, for the reason `why`. `interval` low and high; `href` the rows behind it."""

    label: str
    value: float | None
    interval: tuple[float, float] | None = None
    count: int | None = None
    href: str | None = None
    why: str = ""


def lines(
    name: str,
    title: str,
    description: str,
    points: Sequence[Point],
    *,
    low: float | None = None,
    high: float | None = None,
    columns: tuple[str, str] = ("", ""),
    target: float | None = None,
    volume: bool = False,
) -> Figure:
    """The points from left to right at equal distances; the scale takes in `low` and `high` where they are given.

    `target`: a value to compare with, dashed. `volume`: the counts of the points as columns below.
    """
    ends = [end for p in points for end in (p.value, *(p.interval or ())) if end is not None]
    ends += [end for end in (low, high, target) if end is not None]
    marks = ticks(min(ends, default=0.0), max(ends, default=1.0))
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * (at + 0.5) / max(len(points), 1) for at in range(len(points))]
    placed = list(zip(xs, points, strict=True))
    parts = [_axes(marks, placed)]
    if target is not None:
        y = _y(target, marks)
        parts.append(element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="reference"))
    for run in _runs(placed):
        parts += _run(run, marks)
    parts += [_dot(x, point, marks) for x, point in placed if point.value is not None]
    height = HEIGHT
    if volume:
        height += VOLUME
        parts += _volume(placed)
    heads: tuple[str, ...] = (columns[0], columns[1], "low", "high", "count")
    rows: list[tuple[Cell, ...]] = [(p.label, p.value, *(p.interval or (None, None)), p.count) for p in points]
    if target is not None:
        heads, rows = (*heads, "wanted"), [(*row, target) for row in rows]
    svg = picture(name, title, description, WIDTH, height, *parts)
    return Figure(name, title, description, svg, heads, rows)


def _volume(placed: list[tuple[float, Point]]) -> list[str]:
    """Columns on a scale of their own below the labels, each with its count."""
    most = max((point.count or 0 for _x, point in placed), default=0)
    wide, foot, made = (WIDTH - LEFT - RIGHT) / max(len(placed), 1), HEIGHT + VOLUME - 4, []
    every = max(1, -(-len(placed) // 14))  # counts are left out where they would run into one another
    for at, (x, point) in enumerate(placed):
        tall = (VOLUME - 24) * (point.count or 0) / most if most else 0.0
        box = {"x": x - wide * 0.36, "y": foot - tall, "width": wide * 0.72, "height": tall}
        said = described(point.label, point.value, count=point.count, why=point.why)
        bar = with_title(element("rect", **box, class_="bar other"), said)
        # Its point leads there too: once is enough for keys and screen readers.
        made.append(linked(bar, point.href) if point.value is None else _again(bar, point.href))
        if at % every == 0:
            label = f"{point.count or 0:,}"
            made.append(words(label, x, foot - tall - 4, text_anchor="middle", class_="muted", aria_hidden="true"))
    made.append(words("n", LEFT - 8, foot, text_anchor="end", class_="muted", aria_hidden="true"))
    return made


def _again(mark: str, href: str | None) -> str:
    return element("a", mark, href=href, tabindex="-1", aria_hidden="true") if href else mark


def _y(value: float, marks: list[float]) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - marks[0]) / (marks[-1] - marks[0]))


def _axes(marks: list[float], placed: list[tuple[float, Point]]) -> str:
    parts = []
    for mark in marks:
        y = _y(mark, marks)
        parts.append(element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid"))
        parts.append(words(tick_text(mark, marks), LEFT - 8, y + 4, text_anchor="end", class_="muted"))
    every = max(1, -(-len(placed) // 10))  # labels are left out where they would run into one another
    for x, point in placed[::every]:
        parts.append(words(shortened(point.label, 12), x, HEIGHT - BOTTOM + 20, text_anchor="middle", class_="muted"))
    return element("g", *parts, aria_hidden="true")


def _runs(placed: list[tuple[float, Point]]) -> list[list[tuple[float, Point]]]:
    """The stretches without a gap."""
    runs: list[list[tuple[float, Point]]] = [[]]
    for x, point in placed:
        if point.value is None:
            runs.append([])
        else:
            runs[-1].append((x, point))
    return [run for run in runs if run]


def _run(run: list[tuple[float, Point]], marks: list[float]) -> list[str]:
    path = "L".join(f"{x:.1f} {_y(point.value or 0.0, marks):.1f}" for x, point in run)
    parts = [element("path", d=f"M{path}", class_="line")]
    banded = [(x, point.interval) for x, point in run if point.interval]
    if len(banded) > 1:
        upper = [f"{x:.1f} {_y(ends[1], marks):.1f}" for x, ends in banded]
        lower = [f"{x:.1f} {_y(ends[0], marks):.1f}" for x, ends in reversed(banded)]
        parts.insert(0, element("path", d=f"M{'L'.join(upper + lower)}Z", class_="band"))
    return parts


def _dot(x: float, point: Point, marks: list[float]) -> str:
    assert point.value is not None
    said = described(point.label, point.value, point.interval, count=point.count)
    dot = element("circle", cx=x, cy=_y(point.value, marks), r=5, class_="dot")
    return linked(with_title(dot, said), point.href)
