"""Render a figure as PNG, for slides and word processors."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path

from annotation.figures.figure import Figure

ZOOM = 2.0  # sharp in print
# Where systems keep the fonts that are looked for, by file name: one that is found is enough.
_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts", "C:/Windows/Fonts")
_FONTS = {"DejaVuSans.ttf": "DejaVu Sans", "LiberationSans-Regular.ttf": "Liberation Sans", "Arial.ttf": "Arial"}
_THEMED = re.compile(r"light-dark\(([^,()]+),[^()]+\)")


@cache
def font() -> tuple[str, str] | None:
    """File and family of the font that pictures are lettered in; None where the machine has none that is known."""
    for name, family in _FONTS.items():
        for folder in _FOLDERS:
            found = next(iter(sorted(Path(folder).rglob(name))), None)
            if found is not None:
                return str(found), family
    return None


def png(figure: Figure) -> bytes | None:
    """The figure in its light colours, twice its size; None where resvg or a font is not there. The same every time."""
    lettered = font()
    if lettered is None:
        return None
    try:
        resvg = import_module("resvg_py")
    except ImportError:
        return None
    file, family = lettered
    made = resvg.svg_to_bytes(
        svg_string=light(figure, family),
        background="#ffffff",
        zoom=ZOOM,
        skip_system_fonts=True,
        font_files=[file],
        font_family=family,
    )
    return bytes(made)


def light(figure: Figure, family: str) -> str:
    """The drawing in its light colours, lettered in this font."""
    return _THEMED.sub(r"\1", figure.standalone()).replace("system-ui,sans-serif", f"'{family}'")
