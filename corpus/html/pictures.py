"""Names of small pictures that stand for a word: medals, stars, the signs of roads, arrows of a change."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from corpus.html.document import attributes
from corpus.html.excluded import is_hidden
from corpus.html.parser_state import as_written
from corpus.word_lists import names

_ICON_AREA = 2500  # square pixels: pictures of people and places are larger
_FILE = re.compile(r"\.(?:svg|png|gif|jpe?g|webp)\b", re.IGNORECASE)
_POSITIONED = re.compile(r"position\s*:\s*absolute", re.IGNORECASE)
_LEVELS = 3  # of boxes between a label and the box that holds the picture
_CAPTIONS = ".thumbcaption, figcaption"
_FIGURES = re.compile(r"\d+")
_SIGNS_OF_CHANGE = names("html_tables.txt", "alt: sign of a change")

MOST_ICONS = 12  # more in one cell are a picture made of pieces: a map, a periodic table


def icon_names(node: LexborNode, *, of_unknown_size: bool) -> str:
    """The names of the small pictures in a cell, or of what they lead to; the caption of a larger one."""
    if (caption := node.css_first(_CAPTIONS)) is not None:
        return as_written(caption.text().strip())
    icons = [image for image in node.css("img") if is_icon(image, of_unknown_size=of_unknown_size)]
    if len(icons) > MOST_ICONS:
        return ""
    named = " ".join(filter(None, map(_name, icons)))
    links = node.css("a[title]") if icons and not named else []
    return as_written(named or (links[0].attributes.get("title") or "" if len(links) == 1 else ""))


def sign_of_change(node: LexborNode) -> str:
    """The word of an arrow or dash that says how a figure has changed, in spaces; "" for other pictures."""
    images = [node] if node.tag == "img" else node.css("img") if node.tag in ("span", "a") else []
    name = _name(images[0]) if len(images) == 1 else ""
    return f" {as_written(name)} " if name.lower() in _SIGNS_OF_CHANGE else ""


def is_icon(image: LexborNode, *, of_unknown_size: bool = True) -> bool:
    """Return whether a picture is as small as a sign in the text."""
    width, height = (_FIGURES.match(image.attributes.get(side) or "") for side in ("width", "height"))
    return int(width[0]) * int(height[0]) <= _ICON_AREA if width and height else of_unknown_size


def is_label(node: LexborNode, tag: str, given: dict[str, str], pictured: dict[int, bool]) -> bool:
    """Return whether a box stands on a picture: the name of a place on a map, of a player on a field.

    `pictured` remembers which boxes hold a picture.
    """
    if tag != "div" or not _POSITIONED.search(given.get("style", "")):
        return False
    around = node.parent
    for _ in range(_LEVELS):
        if around is None or around.tag != "div":
            return False
        if around.mem_id not in pictured:
            pictured[around.mem_id] = around.css_first("img") is not None
        if pictured[around.mem_id]:
            return True
        around = around.parent
    return False


def _name(image: LexborNode) -> str:
    if is_hidden(attributes(image)):
        return ""
    return _FILE.sub("", image.attributes.get("alt") or "").replace("_", " ").strip()
