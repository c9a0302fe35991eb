"""Steps that follow one another, each with how many came so far and their share of the step before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.figures.drawing import element, linked, picture, shortened, with_title, words
from annotation.figures.figure import Cell, Figure, described

NAME_WIDTH, NOTE_WIDTH, BAR_WIDTH, ROW = 190.0, 170.0, 360.0, 30.0
LONGEST_NAME = 28


@dataclass(frozen=True, slots=True)
class Step:
    """One step; `href`: its rows. `of`: how many could have come here, where it is not the step before."""

    label: str
    count: int
    href: str | None = None
    of: int | None = None


def funnel(name: str, title: str, description: str, steps: Sequence[Step], *, column: str) -> Figure:
    """Draw the steps from above; `column` names them."""
    most = max((step.count for step in steps), default=0) or 1
    before = [
        step.of if step.of is not None else previous for step, previous in zip(steps, _before(steps), strict=True)
    ]
    parts, rows = [], []
    for at, (step, of) in enumerate(zip(steps, before, strict=True)):
        share = step.count / of if of else None
        rows.append((step.label, step.count, share))
        parts.append(_row(step, at * ROW, BAR_WIDTH * step.count / most, share))
    values: list[tuple[Cell, ...]] = list(rows)
    svg = picture(name, title, description, NAME_WIDTH + BAR_WIDTH + NOTE_WIDTH, ROW * len(steps) + 4, *parts)
    return Figure(name, title, description, svg, (column, "count", "share"), values)


def _before(steps: Sequence[Step]) -> list[int | None]:
    return [None, *(step.count for step in steps)][: len(steps)]


def _row(step: Step, top: float, wide: float, share: float | None) -> str:
    parts = [words(shortened(step.label, LONGEST_NAME), NAME_WIDTH - 8, top + 19, text_anchor="end")]
    parts.append(element("rect", x=NAME_WIDTH, y=top + 4, width=max(wide, 1.0), height=ROW - 8, class_="bar"))
    shown = f"{step.count:,}" + (f"  ({100 * share:.0f} %)" if share is not None else "")
    parts.append(words(shown, NAME_WIDTH + wide + 8, top + 19))
    said = (
        described(step.label, share, count=step.count, digits=2)
        if share is not None
        else f"{step.label}: {step.count:,}"
    )
    return linked(with_title(element("g", *parts), said), step.href)
