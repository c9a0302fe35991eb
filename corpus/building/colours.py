"""Colours of cells and rows as their attributes give them: hexadecimal, `rgb()` and names; anything else is none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from corpus.page.formatting import NO_COLOURS, Colours
from corpus.word_lists import pairs

_DECLARATION = re.compile(r"(?<![\w-])(background(?:-color)?|color)\s*:\s*([^;]*)", re.IGNORECASE)
_COLOUR = re.compile(
    r"#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![0-9a-z])|rgba?\([^()]*\)|(?<![\w#-])[a-z]+(?![\w(-])"
)
_BARE = re.compile(r"[0-9a-f]{6}")
_PICTURE = re.compile(r"url\(|gradient|var\(|image")
# Grounds of tables on Wikipedia where nobody chose one.
PLAIN = frozenset({"#ffffff", "#fefefe", "#fdfdfd", "#fcfcfc", "#f9f9f9", "#f8f9fa", "#f2f2f2", "#eaecf0"})
_HEADED = frozenset(("wikitable",))  # classes whose header cells have a ground of their own, whatever the table's
_LONGEST = 500  # characters of attributes that are looked at


def colours_of(style: str, bgcolor: str = "", around: Colours = NO_COLOURS) -> Colours:
    """The colours of a cell, row or table by its attributes; where it gives none, those of what is around it."""
    if not style and not bgcolor:
        return around
    own = _colours_of(style[:_LONGEST].lower(), bgcolor[:_LONGEST].lower())
    # A row's text colour is meant for the row's background.
    return Colours(own.background or around.background, own.text or ("" if own.background else around.text))


def chosen(colours: Colours) -> Colours:
    """Colours that are kept: those somebody chose."""
    return Colours("", colours.text) if colours.background in PLAIN else colours


def has_own_headers(classes: Iterable[str]) -> bool:
    """Return whether the colours of a table of these classes are those of its data cells only."""
    return not _HEADED.isdisjoint(classes)


@lru_cache(maxsize=10_000)  # the cells of a table have the same few
def _colours_of(style: str, bgcolor: str) -> Colours:
    found = {"background": _legacy(bgcolor.strip()) if bgcolor else "", "color": ""}
    for declaration in _DECLARATION.finditer(style):
        name, value = declaration[1].removesuffix("-color"), declaration[2]
        if name == "background" or declaration[1] == "color":
            found[name] = "" if _PICTURE.search(value) else _first(value)
    return Colours(found["background"], found["color"])


def _legacy(bgcolor: str) -> str:
    """The value of `bgcolor`, in which six digits need no sign before them."""
    return _first(f"#{bgcolor}" if _BARE.fullmatch(bgcolor) else bgcolor)


def _first(value: str) -> str:
    return next((colour for found in _COLOUR.finditer(value) if (colour := _hexadecimal(found[0]))), "")


def _hexadecimal(colour: str) -> str:
    """A colour as "#rrggbb", laid on white where it lets that through; "" for no colour."""
    if colour.startswith("#"):
        digits = colour[1:] if len(colour) > 5 else "".join(digit * 2 for digit in colour[1:])
        channels = [int(digits[at : at + 2], 16) for at in range(0, len(digits), 2)]
        return _opaque(channels[:3], channels[3] / 255 if len(channels) > 3 else 1)
    if not colour.startswith("rgb"):
        return pairs("css_colours.tsv").get(colour, "")
    numbers = [_number(each) for each in re.split(r"[\s,/]+", colour.partition("(")[2].strip(" )"))]
    if len(numbers) not in (3, 4) or None in numbers:
        return ""
    figures = [each for each in numbers if each is not None]
    return _opaque([round(min(max(each[0], 0), 1) * 255) for each in figures[:3]], figures[3][1] if figures[3:] else 1)


def _number(written: str) -> tuple[float, float] | None:
    """A figure or percentage as a share of 255 and of 1."""
    if not re.fullmatch(r"\d{1,3}(?:\.\d{1,6})?%?|\.\d{1,6}", written):
        return None
    figure = float(written.rstrip("%"))
    return (figure / 100, figure / 100) if written.endswith("%") else (figure / 255, figure)


def _opaque(channels: list[int], alpha: float) -> str:
    if alpha <= 0:
        return ""
    laid = (round(255 + (channel - 255) * min(alpha, 1)) for channel in channels)
    return "#" + "".join(f"{channel:02x}" for channel in laid)
