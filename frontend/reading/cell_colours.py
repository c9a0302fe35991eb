"""Colours of cells as attributes: the page's own background, and how dark it is, so that its words can be read on it.

The policy of the site refuses style attributes, and colours are any of 16 million. `bgcolor` is no style: any rule
of a style sheet goes before it. In the dark theme the sheet keeps its hue alone (css/article.css).
"""

from __future__ import annotations

from colorsys import rgb_to_hls
from functools import lru_cache

from corpus.page.formatting import Colours

# Relative luminance (WCAG 2.2): from here on our own letters and links have a contrast of 4.5 on a ground, black ones.
PALE, MIDDLE = 0.645, 0.18
# Hues of letters in degrees, up to which each has its name. Each has its colours for both themes in css/article.css.
INKS = ((15, "red"), (70, "brown"), (170, "green"), (200, "teal"), (260, "blue"), (345, "purple"), (361, "red"))
_LEAST_SATURATION = 0.3
_DARKEST, _LIGHTEST = 0.1, 0.9


@lru_cache(maxsize=10_000)
def colour_attributes(colours: Colours) -> str:
    """The attributes of a cell in these colours, with a space before each."""
    if not colours.background:
        ink = ink_of(colours.text) if colours.text else ""
        return f' data-ink="{ink}"' if ink else ""
    shade = shade_of(colours.background)
    return f' bgcolor="{colours.background}"' + (f' data-shade="{shade}"' if shade else "")


def shade_of(background: str) -> str:
    """Which letters can be read on it: "" for those of the theme, "middle" for black ones, "dark" for white ones."""
    light = luminance(background)
    return "" if light >= PALE else "middle" if light >= MIDDLE else "dark"


def ink_of(colour: str) -> str:
    """The name of a letter's colour; "" for black, greys and white."""
    hue, lightness, saturation = rgb_to_hls(*_channels(colour))
    if saturation < _LEAST_SATURATION or not _DARKEST <= lightness <= _LIGHTEST:
        return ""
    return next(name for end, name in INKS if hue * 360 < end)


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2.2: 0 black, 1 white."""
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in _channels(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue
