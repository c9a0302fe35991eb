"""Render text between brackets and tags, whose only markup is list markers and entities."""

from __future__ import annotations

import re
from html.entities import html5

from corpus.syntax.parser_state import BULLET, INDENT, LESS, MORE, NUMBER, PRIVATE, TERM, UNSEEN

_WRITTEN = {"<": LESS, ">": MORE, "'": f"{UNSEEN}'{UNSEEN}", "\n": " ", "\t": " "}  # as an entity they are no mark-up
_LIKE_MARKUP = re.compile(r"(['{}|_\[])(?=['{}|_h/\[])")
_OF_MEDIAWIKI = {"רלמ": "\u200f", "رلم": "\u200f"}
_CHARACTERS = ((0x20, 0x7E), (0xA0, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF))  # and tab and line break
_MARKED_BY = str.maketrans({"*": BULLET, "#": NUMBER, ":": INDENT, ";": TERM})
_LINE_START = re.compile(r"\n([*#:;]+|-{4,})")
_ENTITY = re.compile(
    r"&(?:#(?:(?P<decimal>[0-9]{1,7})|[xX](?P<hexadecimal>[0-9a-fA-F]{1,6}))|(?P<name>[a-zA-Z0-9]+|רלמ|رلم));"
)


def plain(text: str) -> str:
    """The text with list markers, lines and entities as what they stand for."""
    if "\n" in text:
        text = _LINE_START.sub(_marked, text)
    return unescaped(text)


def parted(text: str) -> str:
    """Text so that nothing in it is taken for mark-up; `<` and `>` are LESS and MORE already."""
    return _LIKE_MARKUP.sub(rf"\1{UNSEEN}", text)


def unescaped(text: str) -> str:
    """The text with its entities as characters."""
    return _ENTITY.sub(_entity, text) if "&" in text else text


def _marked(start: re.Match[str]) -> str:
    return "\n" if start[1][0] == "-" else "\n" + start[1].translate(_MARKED_BY)


def _entity(entity: re.Match[str]) -> str:
    """The character; nothing for a mark of ours, the entity as written where MediaWiki knows no such name or number."""
    if entity["name"]:
        known = html5.get(f"{entity['name']};") or _OF_MEDIAWIKI.get(entity["name"], entity[0])
        return _WRITTEN.get(known, known)
    code = int(entity["decimal"]) if entity["decimal"] else int(entity["hexadecimal"], 16)
    if not _is_character(code):
        return entity[0]
    if PRIVATE.match(chr(code)):
        return ""
    return _WRITTEN.get(chr(code), chr(code))


def _is_character(code: int) -> bool:
    return code in (0x09, 0x0A) or any(first <= code <= last for first, last in _CHARACTERS)
