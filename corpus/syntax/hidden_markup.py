"""Remove markup that is never displayed: comments, references, media extensions.

One pass over the text, whatever stands in it: an unclosed comment or reference costs no second look.
"""

from __future__ import annotations

import re

from corpus.characters import storable
from corpus.syntax.parser_state import GAP, LESS, MORE, PRIVATE

_MARK = re.compile(
    r"<!--|<nowiki>|"
    r"<(?P<close>/)?(?P<name>ref|gallery|timeline|imagemap|score|graph|mapframe|references|templatestyles|maplink)\b"
    r"(?P<rest>[^<>]*>)?",
    re.IGNORECASE,
)
_COMMENT_END, _NOWIKI_END = "-->", "</nowiki>"
_COMMENT = "\x00"  # where one was: what is stored has no such character
_PRIVATE_BYTE = b"\xee"  # of every private character in UTF-8: looked for much faster than the characters
_COMMENT_LINE = re.compile(r"\n(?:[ \t]*\x00)+[ \t]*(?=\n)")  # goes with its line when nothing else stands there
# Tables and lists may begin right behind these tags.
_TRANSCLUSION = re.compile(
    r"<(?P<close>/?)(?P<name>(?:no|only)include|includeonly|nowiki)(?:[\s/][^<>]*)?>", re.IGNORECASE
)
_INCLUDED_END = re.compile(r"</includeonly\s*>", re.IGNORECASE)
_ONLY_EMPTY = frozenset({"templatestyles", "maplink"})  # never taken out with what stands between two tags


def visible(wikitext: str) -> str:
    """The wikitext without comments, references and the private characters of `corpus.syntax.parser_state`.

    A GAP stands where something was that had its place in the text. A reference that is not closed before the next
    one begins stays: it must not swallow the page.
    """
    text = storable(wikitext).replace("\r\n", "\n")
    if _PRIVATE_BYTE in text.encode():
        text = PRIVATE.sub("", text)
    parts: list[str] = []
    place = 0
    for start, end, instead in hidden_pieces(text):
        parts += (text[place:start], instead)
        place = end
    parts.append(text[place:])
    text = "".join(parts)
    if _COMMENT in text:
        text = _COMMENT_LINE.sub("", text).replace(_COMMENT, "")
    return _as_shown(text) if "include" in text or "INCLUDE" in text else text


def _as_shown(text: str) -> str:
    """The page without what it is only when another page includes it.

    As in MediaWiki that goes to the end of the page where no end is written, and an end without a beginning is text.
    """
    parts: list[str] = []
    place = skip = 0
    nowiki_closes = True
    for tag in _TRANSCLUSION.finditer(text):
        start, end = tag.span()
        if start < skip:
            continue
        name = tag["name"].lower()
        opens = not tag["close"] and not tag[0].endswith("/>")
        if name == "nowiki":
            if opens and nowiki_closes:
                closing = text.find(_NOWIKI_END, end)
                nowiki_closes = closing >= 0
                skip = max(skip, closing)
            continue
        parts.append(text[place:start])
        place = end
        if name == "includeonly" and tag["close"]:
            parts.append(f"{LESS}{tag[0][1:-1]}{MORE}")
        elif name == "includeonly" and opens:
            last = _INCLUDED_END.search(text, end)
            place = skip = last.end() if last else len(text)
    return "".join((*parts, text[place:]))


def hidden_pieces(text: str) -> list[tuple[int, int, str]]:
    """What is never displayed: (start, end, what stands there instead), in order and without overlaps."""
    found: list[tuple[int, int, str]] = []
    opened: dict[str, int] = {}  # tag name -> where it was opened last
    skip = 0
    nowiki_closes = True
    for mark in _MARK.finditer(text):
        start, end = mark.span()
        if start < skip:
            continue
        name = mark["name"]
        if name is not None:
            piece = _of_tag(mark, opened)
            if piece is not None:
                while found and found[-1][0] > piece[0]:
                    found.pop()
                found.append(piece)
        elif mark[0] == "<!--":
            skip = text.find(_COMMENT_END, end) + len(_COMMENT_END)
            if skip < len(_COMMENT_END):
                skip = len(text)
            found.append((start, skip, _COMMENT))
        elif nowiki_closes:
            closing = text.find(_NOWIKI_END, end)
            nowiki_closes = closing >= 0
            skip = max(skip, closing)
    return found


def _of_tag(mark: re.Match[str], opened: dict[str, int]) -> tuple[int, int, str] | None:
    """Range that the tag removes: itself when it is empty, all since the last opening one when it is a closing one."""
    name = mark["name"].lower()
    start, end = mark.span()
    if mark["close"]:
        begin = opened.pop(name, None) if mark["rest"] and not mark["rest"][:-1].strip() else None
        if begin is not None:
            for other in [other for other, place in opened.items() if place > begin]:
                del opened[other]
            return begin, end, GAP
    elif mark["rest"] is None:
        opened.pop(name, None)
    elif mark["rest"].endswith("/>"):
        opened.pop(name, None)
        return start, end, GAP
    elif name not in _ONLY_EMPTY:
        opened[name] = start
    return None
