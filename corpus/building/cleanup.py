"""Clean rendered text: one line, NFD, no leftover markup.

What rendering could not place (an unclosed tag, half a template) is removed here,
and so is the punctuation around a GAP, so that a dropped pronunciation does not leave "(; 1894)".
A HOLE stays, next to the word before it, until `corpus.building.holes` takes it out and the element is marked.
"""

from __future__ import annotations

import re
import unicodedata

from corpus.building.superscripts import with_notes_apart
from corpus.page.formulas import reveal_formulas
from corpus.syntax.emphasis import without_quotes
from corpus.syntax.parser_state import (
    BLOCK,
    BLOCK_START,
    BREAK,
    EMPHASIS,
    FLAG_END,
    FLAG_START,
    GAP,
    HOLE,
    LESS,
    LINK_END,
    LINK_START,
    MARKERS,
    MORE,
    RAISED,
)

_MAGIC_WORD = re.compile(r"__[A-Z]+__")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]*(?:[\s/][^<>]*)?>")
_BRACES = re.compile(r"\{\{+|\}\}+|\{\||\|\}")
_TOKENS = re.compile(r"\[(SEP|CON|LIST_SEP|H|SUB)\]")  # separators of the original platform
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff\ufffe\uffff]"
)
_STOPS = r"[;,:/–—-]"
_ANY = f"[{GAP}{HOLE}]"
_EMPTY_BRACKETS = re.compile(rf"\((?=[^()]*{_ANY})(?:{_STOPS}|{_ANY}|\s|\bor\b|\band\b)*\)")
_AFTER_OPENING = re.compile(rf"\(\s*{_ANY}(?:{_ANY}|\s|[;,:/]|\bor\b(?=\s*{_ANY}))*")
_BEFORE_CLOSING = re.compile(rf"({_ANY}) ?\)")
_BETWEEN_STOPS = re.compile(rf"([;,:]) ?{_ANY} ?(?=[;,:.])")
_BEFORE_STOP = re.compile(rf"{_ANY} ?(?=[;,:.!?)](?:\s|$))")
# Right behind punctuation stands a note, not words of the text.
_NOTE = re.compile(rf"(?<=[.,;:!?…)”»]){_ANY}+(?=\s|$)")
_GAPS = re.compile(rf"{_ANY}(?: ?{_ANY})+ ?")
_AROUND_HOLE = re.compile(rf"^{HOLE} | {HOLE}(?: |$)")
_MARKS = re.compile(f"[{BREAK}{MARKERS}]")
_MARKER_RUN = re.compile(f"[{MARKERS}]+")
_UNREAD_LINK = re.compile(r"\[\[[^\[\]{}|]*\|([^\[\]]*)\]\]")  # its target has a character no title can have
_TOUCHING = re.compile(rf"[\[\]][{LINK_START}{LINK_END}]|[{LINK_START}{LINK_END}][\[\]]")
_FLAG = re.compile(f"{FLAG_START}([^{FLAG_START}{FLAG_END}]*){FLAG_END}")
# Where a cell's text has a break: <br>, a blank line, the start of a list item.
_PIECES = re.compile(rf"{BREAK}|\n\s*\n|\n(?=\s*[{MARKERS}])")
_SOFT_END = tuple(",;:–—-(/")


def clean_text(text: str) -> str:
    """Return running text as one clean line; breaks become spaces."""
    text = without_quotes(text)
    return _clean(text) if text.isprintable() else marked_text(text)  # no private character is


def marked_text(text: str) -> str:
    """`clean_text` of text with marks of emphasis, which stay where they are."""
    text = without_flags(text)
    return _clean(_MARKS.sub(" ", BLOCK.sub(" ", text) if BLOCK_START in text else text))


def without_flags(text: str) -> str:
    """Rendered text without the names of its flags."""
    return _FLAG.sub(GAP, text) if FLAG_START in text else text


def with_flags(text: str) -> str:
    """A cell's rendered text; that of one with nothing but flags is the names of their countries."""
    if FLAG_START not in text:
        return text
    rest = without_flags(text)
    return rest if any(map(str.isalnum, rest)) else _FLAG.sub(r" \1 ", text)


def clean_cell(text: str) -> str:
    """Return a cell or infobox value as one clean line; breaks become "; ".

    List items are joined by "; ", and so are lines broken on purpose, unless the sentence goes on.
    """
    return marked_cell(without_quotes(text))


def marked_cell(text: str) -> str:
    """`clean_cell` of text with marks of emphasis, which stay where they are."""
    joined = ""
    for piece in _PIECES.split(BLOCK.sub(" ", with_flags(text))):
        line = _clean(_MARKER_RUN.sub(" ", piece))
        if not line:
            continue
        first = line.lstrip(EMPHASIS)[:1]
        goes_on = first in tuple("(,;") or (first.islower() and piece.lstrip()[:1] not in MARKERS)
        soft = not joined or joined.rstrip(EMPHASIS).endswith(_SOFT_END) or goes_on
        joined += ((" " if joined else "") if soft else "; ") + line
    return joined


def _clean(text: str) -> str:
    """Most text has no mark-up left over: each kind is looked for only where its first character is."""
    if "__" in text:
        text = _MAGIC_WORD.sub("", text)
    if "<" in text:
        text = _TAG.sub("", text)
    if "{" in text or "}" in text:
        text = _BRACES.sub("", text)
    if RAISED in text:
        text = with_notes_apart(text)
    has_brackets = "[" in text or "]" in text
    if has_brackets:
        text = _TOKENS.sub(r"\1", text)
    text = " ".join((text if text.isprintable() else _UNSEEN.sub("", text)).split())
    if GAP in text or HOLE in text:
        text = " ".join(_close_gaps(text).split())
        text = _AROUND_HOLE.sub(lambda hole: hole[0].strip(" ") + hole[0][2:], text)
    text = unicodedata.normalize("NFD", text).replace(LESS, "<").replace(MORE, ">")
    if has_brackets:
        text = _balanced(text).strip()  # what is left of [[x| ]] may be a space
    return reveal_formulas(text).replace(LINK_START, "[[").replace(LINK_END, "]]")


def _close_gaps(text: str) -> str:
    """Text with single spaces; whatever runs of gaps it has, no pattern has to look twice at one."""
    if HOLE in text:
        text = _NOTE.sub(GAP, text)
    text = _GAPS.sub(_one_gap, text)
    if "(" in text:
        text = _GAPS.sub(_one_gap, _without(_EMPTY_BRACKETS, text))
        text = _AFTER_OPENING.sub(lambda opening: "(" + _hole(opening), text)
    if ")" in text:
        *closed, rest = _BEFORE_CLOSING.split(text)
        pieces = zip(closed[::2], closed[1::2], strict=True)
        text = ")".join([*(piece.rstrip(" ;,:/") + gap.replace(GAP, "") for piece, gap in pieces), rest])
    text = _BETWEEN_STOPS.sub(_hole, text)
    return _without(_BEFORE_STOP, text).replace(GAP, "")


def _without(pattern: re.Pattern[str], text: str) -> str:
    """The text without what the pattern finds and a space before it. A pattern that began with ` ?` is slow to find."""
    parts: list[str] = []
    place = 0
    for found in pattern.finditer(text):
        start = found.start()
        if start > place and text[start - 1] == " ":
            start -= 1
        parts += (text[place:start], _hole(found))
        place = found.end()
    return "".join((*parts, text[place:])) if parts else text


def _hole(removed: re.Match[str]) -> str:
    return HOLE if HOLE in removed[0] else ""


def _one_gap(run: re.Match[str]) -> str:
    gap = HOLE if HOLE in run[0] else GAP
    return f"{gap} " if " " in run[0] else gap


def _balanced(text: str) -> str:
    """Square brackets that are no link's may not look like one, alone or beside a link."""
    text = _UNREAD_LINK.sub(r"\1", text)
    text = re.sub(r"\]\]+", "]", re.sub(r"\[\[+", "[", text))
    if _TOUCHING.search(text):  # "[[[Smith]] wrote]" reads as well with round ones
        text = text.replace("[", "(").replace("]", ")")
    return text
