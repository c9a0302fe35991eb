"""Render text between brackets and tags, whose only markup is list markers and entities."""

from __future__ import annotations

import re
from html.entities import html5

from corpus.syntax.parser_state import BULLET, INDENT, LESS, MORE, NUMBER, PRIVATE, TERM

_MARKED_BY = str.maketrans({"*": BULLET, "#": NUMBER, ":": INDENT, ";": TERM})
_LINE_START = re.compile(r"\n([*#:;]+|-{4,})")
_ENTITY = re.compile(r"&(?:#(?:(?P<decimal>[0-9]{1,7})|[xX](?P<hexadecimal>[0-9a-fA-F]{1,6}))|(?P<name>[a-zA-Z0-9]+));")


def plain(text: str) -> str:
    """The text with list markers, lines and entities as what they stand for."""
    if "\n" in text:
        text = _LINE_START.sub(_marked, text)
    return unescaped(text)


def unescaped(text: str) -> str:
    """The text with its entities as characters."""
    return _ENTITY.sub(_entity, text) if "&" in text else text


def _marked(start: re.Match[str]) -> str:
    return "\n" if start[1][0] == "-" else "\n" + start[1].translate(_MARKED_BY)


def _entity(entity: re.Match[str]) -> str:
    """The character; nothing for a number that is none or a mark of ours, the entity as written for an unknown name."""
    if entity["name"]:
        known = html5.get(f"{entity['name']};", entity[0])
        return {"<": LESS, ">": MORE}.get(known, known)
    code = int(entity["decimal"]) if entity["decimal"] else int(entity["hexadecimal"], 16)
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF or PRIVATE.match(chr(code)):
        return ""
    return {"<": LESS, ">": MORE}.get(chr(code), chr(code))
