"""Write SVG as text, escaped once, here. Styles come from classes, since the pages allow no inline style."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape, quoteattr

# The classes of `figures.css`, for a drawing that is a file of its own.
STYLE = (
    "svg{font:12px system-ui,sans-serif;color-scheme:light dark;background:light-dark(#fff,#15181c)}"
    "text{fill:light-dark(#202122,#e6e8eb)}.muted{fill:light-dark(#54595d,#a9b0b8)}"
    ".grid{stroke:light-dark(#d5d9de,#363c43);stroke-width:1}.axis{stroke:light-dark(#7d848c,#767e87);stroke-width:1}"
    ".bar{fill:light-dark(#5b7fc0,#5878b8)}.bar.other{fill:light-dark(#b9c4d6,#4a5566)}"
    ".whisker{stroke:light-dark(#202122,#e6e8eb);stroke-width:1.5}.reference{stroke:light-dark(#b32424,#f49a8f);"
    "stroke-width:1.5;stroke-dasharray:4 3}.line{fill:none;stroke:light-dark(#2b4c8c,#9db8f2);stroke-width:2}"
    ".band{fill:light-dark(#2b4c8c,#9db8f2);fill-opacity:.16}.dot{fill:light-dark(#2b4c8c,#9db8f2)}"
    ".cell{fill:light-dark(#2b4c8c,#9db8f2);stroke:none}.none{fill:none;stroke:light-dark(#d5d9de,#363c43)}"
    ".frame{fill:none;stroke:light-dark(#d5d9de,#363c43)}.same{stroke:light-dark(#202122,#e6e8eb)}.few{fill:light-dark(#eef1f5,#272c33);"
    "stroke:light-dark(#d5d9de,#363c43)}.spot{fill-opacity:.6}.series{fill-opacity:.42}"
    ".supports{fill:light-dark(#2e8b68,#5cb594)}.mostly-supports{fill:light-dark(#7a8f2f,#b3c46a)}"
    ".mixed{fill:light-dark(#a9812a,#d9b45f)}.mostly-refutes{fill:light-dark(#b9692f,#e0a06d)}"
    ".refutes{fill:light-dark(#c4553f,#e08a75)}.not-enough-info{fill:light-dark(#7d848c,#98a0a9)}"
    ".plain{fill:light-dark(#2b4c8c,#9db8f2)}"
    ".on-dark{fill:light-dark(#fff,#10182a)}"
)
PALE = 0.6  # values up to here have a light box


def element(tag: str, /, *inside: str, **attributes: str | float) -> str:
    """One element. `inside` is SVG already; underscores in names become hyphens, `class_` loses its own."""
    given = "".join(f" {_name(key)}={quoteattr(_text(value))}" for key, value in attributes.items())
    return f"<{tag}{given}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{given}/>"


def words(text: str, /, x: float, y: float, **attributes: str | float) -> str:
    """A line of text, its baseline beginning (or, by `text_anchor`, ending) at x, y."""
    return element("text", escape(text), x=x, y=y, **attributes)


def with_title(mark: str, text: str) -> str:
    """Return the mark with a title, which screen readers read and pointing at it shows."""
    return element("g", element("title", escape(text)), mark)


def linked(mark: str, href: str | None) -> str:
    """The mark as a link to the rows behind it; as it is where there is none."""
    return element("a", mark, href=href) if href else mark


def picture(name: str, title: str, description: str, width: float, height: float, *inside: str) -> str:
    """The whole drawing: it scales with its place and says what it is."""
    return element(
        "svg",
        element("title", escape(title), id=f"{name}-title"),
        element("desc", escape(description), id=f"{name}-desc"),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        class_="figure",
        role="group",
        aria_labelledby=f"{name}-title {name}-desc",
        viewBox=f"0 0 {_text(width)} {_text(height)}",
        width=width,
        height=height,
    )


def shortened(text: str, most: int) -> str:
    """At most so many characters, the last an ellipsis where some are left out."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def shade(value: float) -> tuple[float, dict[str, str | float]]:
    """Opacity of a box for a value from 0 to 1, and the attributes of the words in it.

    What is between is left out, so that the words have a contrast of 4.5 in both themes: dark on light boxes, or light
    on dark ones.
    """
    share = min(1.0, max(0.0, value))
    if share <= PALE:
        return round(0.08 + 0.37 * share / PALE, 3), {}
    return round(0.8 + 0.2 * (share - PALE) / (1 - PALE), 3), {"class_": "on-dark"}


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round values that cover low to high, `about` so many, 1, 2 or 5 times a power of ten apart."""
    if not high > low:
        return [low, low + 1]
    raw = (high - low) / about
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(n * step, 10) for n in range(first, last + 1)]


def tick_text(value: float, all_ticks: list[float]) -> str:
    """A tick's label, with as many decimals as the distance between ticks needs."""
    step = all_ticks[1] - all_ticks[0] if len(all_ticks) > 1 else 1
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return f"{value:,.{digits}f}"


def _name(key: str) -> str:
    return "class" if key == "class_" else key if key == "viewBox" else key.replace("_", "-")


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
