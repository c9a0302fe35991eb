"""Definitions of a wiki's own templates: their wikitext as trees of parameters and calls, ready to be expanded.

mwparserfromhell tells arguments and calls apart. Tags, tables and addresses are hidden from it: they are text to a
template, often opened in one branch and closed in another, and cost it time that grows with their square.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import mwparserfromhell
from mwparserfromhell.nodes import Argument, Heading, Template, Wikilink

from corpus.syntax.hidden_markup import visible
from corpus.syntax.template_tree import Argued, Body, Called

LONGEST = 250_000  # characters of one definition; Wikipedia's longest infoboxes have a third of it
_REDIRECT = re.compile(r"\s*#[^\s\[\]:]{4,30}\s*:?\s*\[\[\s*:?([^\[\]|#\n]+)")
_MOST_REDIRECTS = 3
_MOST_UNCLOSED = 20
_BRACES = re.compile(r"\{\{|\}\}")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ONLY, _ONLY_END = (re.compile(tag, re.IGNORECASE) for tag in ("<onlyinclude>", "</onlyinclude>"))
_NOT_INCLUDED = re.compile(r"<noinclude>.*?(?:</noinclude>|\Z)", re.DOTALL | re.IGNORECASE)
_INCLUDE_TAG = re.compile(r"</?(?:includeonly|noinclude|onlyinclude)\s*/?>", re.IGNORECASE)
_TABLE = re.compile(r"(^|\n)([ \t:]*)\{\|(?!\}\})")
_ONE_BRACKET = re.compile(r"(?<!\[)\[(?!\[)")
_LESS, _TABLE_START, _BRACKET, _ADDRESS = "\ue0f0", "\ue0f1", "\ue0f2", "\ue0f3"


class StoredDefinitions:
    """Definitions in a file that `corpus.sources.template_pages` wrote. Opened where it is used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._bodies: dict[tuple[str, str], Body | None] = {}
        self._infoboxes: dict[str, frozenset[str]] = {}

    def __reduce__(self) -> tuple[type[StoredDefinitions], tuple[Path]]:
        return StoredDefinitions, (self._path,)

    def body(self, language: str, name: str) -> Body | None:
        key = language, name
        if key not in self._bodies:
            if len(self._bodies) >= _MOST_KEPT:
                self._bodies.clear()
            self._bodies[key] = followed(lambda each: self._text(language, each), name)
        return self._bodies[key]

    def infoboxes(self, language: str) -> frozenset[str]:
        if language not in self._infoboxes:
            found = self._opened().execute("SELECT name FROM template WHERE language = ? AND infobox", (language,))
            self._infoboxes[language] = frozenset(name for (name,) in found)
        return self._infoboxes[language]

    def _text(self, language: str, name: str) -> str | None:
        found = self._opened().execute("SELECT text FROM template WHERE language = ? AND name = ?", (language, name))
        row = found.fetchone()
        return zlib.decompress(row[0]).decode() if row else None

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(f"file:{self._path.resolve().as_posix()}?mode=ro", uri=True)
        return self._connection


_MOST_KEPT = 500  # trees of definitions in one process


class WrittenDefinitions:
    """Definitions given as wikitext, name -> text, for any language."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._bodies: dict[str, Body | None] = {}

    def body(self, language: str, name: str) -> Body | None:
        if name not in self._bodies:
            self._bodies[name] = followed(self._texts.get, name)
        return self._bodies[name]

    def infoboxes(self, language: str) -> frozenset[str]:
        return frozenset(self._texts)


def followed(text_of: Callable[[str], str | None], name: str) -> Body | None:
    """The tree of a template, redirects followed."""
    for _ in range(_MOST_REDIRECTS + 1):
        text = text_of(name)
        if text is None:
            return None
        target = redirect_of(text)
        if target is None:
            return compiled(text)
        name = target
    return None


def redirect_of(text: str) -> str | None:
    """The name that a template redirects to, without its namespace, as of `corpus.templates.call.template_name`."""
    found = _REDIRECT.match(text)
    return canonical_name(found[1]) if found else None


def canonical_name(title: str) -> str:
    """The name of a template by the title of its page or by a call with the namespace."""
    _, colon, rest = title.partition(":")
    return " ".join((rest if colon else title).replace("_", " ").split()).lower()


def included(text: str) -> str:
    """What a template's page gives to the pages that include it."""
    text = _COMMENT.sub("", text)
    if "<onlyinclude" in text.lower():
        text = "".join(_ONLY_END.split(piece, maxsplit=1)[0] for piece in _ONLY.split(text)[1:])
    return _INCLUDE_TAG.sub("", _NOT_INCLUDED.sub("", text))


def compiled(text: str) -> Body | None:
    """The tree of a definition; None for one with so many braces that never close that reading it takes minutes."""
    text = visible(included(text[:LONGEST]))
    if _unclosed(text) > _MOST_UNCLOSED:
        return None
    hidden = _TABLE.sub(rf"\1\2{_TABLE_START}", text.replace("<", _LESS).replace("//", _ADDRESS))
    hidden = _ONE_BRACKET.sub(_BRACKET, hidden)
    return _body(mwparserfromhell.parse(hidden, skip_style_tags=True))


def _unclosed(text: str) -> int:
    depth = 0
    for braces in _BRACES.finditer(text):
        depth = depth + 1 if braces[0] == "{{" else max(depth - 1, 0)
    return depth


def _shown(text: str) -> str:
    for private, written in ((_LESS, "<"), (_TABLE_START, "{|"), (_BRACKET, "["), (_ADDRESS, "//")):
        text = text.replace(private, written)
    return text


def _body(code: mwparserfromhell.wikicode.Wikicode) -> Body:
    parts: list[str | Argued | Called] = []

    def add(*pieces: str | Argued | Called) -> None:
        for piece in pieces:
            if isinstance(piece, str) and parts and isinstance(parts[-1], str):
                parts[-1] += piece
            elif piece != "":
                parts.append(piece)

    for node in code.nodes:
        match node:
            case Template():
                add(_called(node))
            case Argument():
                add(Argued(_body(node.name), None if node.default is None else _body(node.default)))
            case Wikilink():
                add("[[", *_body(node.title), *(() if node.text is None else ("|", *_body(node.text))), "]]")
            case Heading():
                marks = "=" * node.level
                add(marks, *_body(node.title), marks)
            case _:
                add(_shown(str(node)))
    return tuple(parts)


def _called(node: Template) -> Called:
    arguments = ((_body(each.name) if each.showkey else None, _body(each.value)) for each in node.params)
    return Called(_body(node.name), tuple(arguments))
