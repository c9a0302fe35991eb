"""The course of a training as a picture: the loss, and the dev set's score, over the steps. Plain SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

Points = Sequence[tuple[float, float]]

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640.0, 200.0, 60.0, 16.0, 30.0, 34.0
STYLE = (
    "svg{font:12px system-ui,sans-serif;color-scheme:light dark;background:light-dark(#fff,#15181c)}"
    "text{fill:light-dark(#202122,#e6e8eb)}.grid{stroke:light-dark(#d5d9de,#363c43)}"
    ".line{fill:none;stroke:light-dark(#2b4c8c,#9db8f2);stroke-width:2}.dot{fill:light-dark(#2b4c8c,#9db8f2)}"
    ".faint{fill:none;stroke:light-dark(#b9c4d6,#4a5566)}"
)


def curves(rows: Sequence[dict[str, Any]], title: str) -> str:
    """The drawing, as a file of its own. `rows` are the lines of metrics.jsonl."""
    losses = [(float(row["step"]), float(row["loss"])) for row in rows if "loss" in row]
    scores = [(float(row["step"]), float(row["dev"]["score"])) for row in rows if "dev" in row]
    last = max((step for step, _ in (*losses, *scores)), default=1.0)
    said = f"Loss of {len(losses)} steps; score on the dev set after {len(scores)} evaluations"
    if scores:
        said += f", at best {max(score for _, score in scores):.3f}"
    panels = [
        _panel("Loss (thick: running mean)", losses, last, 0.0, smoothed(losses), dots=False),
        _panel("Score on the dev set", scores, last, HEIGHT, scores, dots=True),
    ]
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {WIDTH:g} {2 * HEIGHT:g}" width="{WIDTH:g}" height="{2 * HEIGHT:g}">'
        f"<title>{escape(title)}</title><desc>{escape(said)}</desc><style>{STYLE}</style>{''.join(panels)}</svg>\n"
    )


def smoothed(points: Points, weight: float = 0.05) -> list[tuple[float, float]]:
    """A running mean in which the newest counts most, without the pull of where it began (Kingma and Ba 2015)."""
    found, mean, seen = [], 0.0, 0.0
    for step, value in points:
        mean, seen = (1 - weight) * mean + weight * value, (1 - weight) * seen + weight
        found.append((step, mean / seen))
    return found


def _panel(name: str, points: Points, last: float, down: float, line: Points, *, dots: bool) -> str:
    values = [value for _, value in points]
    low, high = min([0.0, *values]), max(values, default=1.0) or 1.0

    def x(step: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * step / last

    def y(value: float) -> float:
        return down + TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low))

    def path(some: Points) -> str:
        return "M" + "L".join(f"{x(step):.1f} {y(value):.1f}" for step, value in some) if some else ""

    marks = [low + (high - low) * part / 4 for part in range(5)]
    parts = [f'<text x="{LEFT:g}" y="{down + 18:g}">{escape(name)}</text>']
    for mark in marks:
        parts.append(f'<path class="grid" d="M{LEFT:g} {y(mark):.1f}H{WIDTH - RIGHT:g}"/>')
        parts.append(f'<text x="{LEFT - 8:g}" y="{y(mark) + 4:.1f}" text-anchor="end">{mark:.3g}</text>')
    for part in range(5):
        step = last * part / 4
        parts.append(f'<text x="{x(step):.1f}" y="{down + HEIGHT - 12:g}" text-anchor="middle">{step:.0f}</text>')
    if not dots:
        parts.append(f'<path class="faint" d="{path(points)}"/>')
    parts.append(f'<path class="line" d="{path(line)}"/>')
    if dots:
        parts += [
            f'<circle class="dot" cx="{x(s):.1f}" cy="{y(v):.1f}" r="4"><title>step {s:.0f}: {v:.4f}</title></circle>'
            for s, v in points
        ]
    return "".join(parts)
