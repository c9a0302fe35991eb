r"""Formulas as MathML, which browsers draw themselves; TeX that cannot be drawn is shown as it is.

The element keeps its stored text in `data-tex`: scripts that want an element's text read that instead of the drawing.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html import escape, unescape
from pathlib import Path
from xml.etree import ElementTree

from latex2mathml.converter import convert_to_element

LONGEST = 5_000  # characters; the longest formula of the shared articles has 700
LONG = 60  # may be wider than a column of text, and scrolls then
DEEPEST = 40  # levels of braces
_TAGS = frozenset(
    """math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose mfenced msub msup msubsup
    munder mover munderover mmultiscripts mprescripts none mtable mtr mtd""".split()
)
_ATTRIBUTES = frozenset(
    """mathvariant stretchy fence form separator symmetric largeop movablelimits accent accentunder displaystyle
    scriptlevel minsize maxsize lspace rspace width height depth voffset linethickness notation columnalign
    columnspacing columnlines rowalign rowspacing rowlines frame""".split()
)
# Commands that only MediaWiki knows, and what they stand for.
_OWN = dict(
    line.split("\t") for line in (Path(__file__).parent / "tex_commands.tsv").read_text(encoding="utf-8").splitlines()
)
_CONTROL_SPACE = re.compile(r"(?<!\\)\\\s*$")  # the library does not know it at the end
_COMMAND = re.compile(r"\\([A-Za-z]+)")


def formula_html(tex: str) -> str:
    """A formula of stored text as HTML, escaped."""
    drawn, stored = _mathml(tex), rf"\({tex}\)"
    style = "formula is-long" if len(tex) > LONG else "formula"
    attributes = f'class="{style}" data-tex="{escape(stored)}"'
    return f"<span {attributes}>{drawn}</span>" if drawn else f"<code {attributes}>{escape(tex)}</code>"


@lru_cache(maxsize=4096)
def _mathml(tex: str) -> str | None:
    """MathML without links, colours and scripts; None for TeX that is too long, too deep or not understood."""
    if len(tex) > LONGEST or _depth(tex) > DEEPEST:
        return None
    source = _COMMAND.sub(lambda match: _OWN.get(match[1], match[0]), unicodedata.normalize("NFC", tex))
    source = _CONTROL_SPACE.sub("", source)
    try:
        math = convert_to_element(source)
    except Exception:
        return None
    for element in math.iter():
        element.text = unescape(element.text or "")  # the library writes character references
        if element.tag not in _TAGS or "\\" in element.text:
            return None
        element.attrib = {name: value for name, value in element.attrib.items() if name in _ATTRIBUTES}
    return ElementTree.tostring(math, encoding="unicode", short_empty_elements=False)


def _depth(tex: str) -> int:
    deepest = depth = 0
    for mark in tex:
        depth += (mark == "{") - (mark == "}")
        deepest = max(deepest, depth)
    return deepest
