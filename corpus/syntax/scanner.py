"""Parse wikitext into its tree (`corpus.syntax.nodes`) in one pass, in time linear in its length.

Brackets are paired as MediaWiki pairs them where they balance. What does not balance stays text: an opening
bracket that is never closed costs nothing but itself, a closing one with nothing to close becomes a STRAY node.
Nothing is paired across the edge of a table or template that is closed properly.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from corpus.syntax.nodes import Kind, Markup, Node

# Deeper constructs are not read: far beyond any article, and far below Python's own limit on nested calls.
MAX_DEPTH = 30

_TOKEN = re.compile(
    # Every alternative begins with a character, and not a group: then `re` skips to the next of these at once.
    r"\[\[(?P<link>[^\[\]{}<>|\n]{1,300}(?:\|[^\[\]{}<>\n]*)?)\]\](?!\])"  # with nothing but text in it, as most
    r"|\[\[+|\]\]+|\{\{+|\}\}+"
    r"|<(?P<close>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)(?:[\s/][^<>]*)?>"
    r"|\n(?:[ \t:;*#]*(?P<table>\{\|)|[ \t:]*\|\}(?!\})|(?P<heading>=)(?=[^\n]*=[ \t]*(?:\n|\Z)))"
)
# Tags whose contents matter as a whole; of all others the opening and the closing tag are read one by one.
_ELEMENTS = frozenset("sup sub q table ul ol dl".split())
_VERBATIM = frozenset(
    """nowiki pre math chem ce score syntaxhighlight source timeline gallery graph hiero imagemap inputbox categorytree
    templatedata mapframe maplink style script""".split()
)
_AS_WIKITEXT = re.compile(r"<pre\s(?:[^<>]*\s)?format\s*=\s*[\"']?wikitext\b[^<>]*>", re.IGNORECASE)
_HIDDEN = re.compile(r"display\s*:\s*none")
_LINK, _TEMPLATE, _TABLE = "[[", "{{", "{|"
_LONGEST_TARGET = 300  # characters; a title has at most 255 bytes, and some are percent-encoded


@dataclass(slots=True)
class _Open:
    """A construct that has begun. `first` is where its nodes begin among those that are done."""

    key: str
    start: int
    inner: int
    first: int
    braces: int = 0


@dataclass(slots=True)
class _Scan:
    text: str
    done: list[Node] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    open: dict[str, list[int]] = field(default_factory=lambda: {_LINK: [], _TEMPLATE: [], _TABLE: []})
    never_closed: set[str] = field(default_factory=set)
    skip: int = 0  # what stands before this place has been read


def scan(text: str) -> Markup:
    """The tree of a text. Its beginning counts as the beginning of a line only after a line break."""
    work = _Scan(text)
    for token in _TOKEN.finditer(text):
        start = token.start()
        if start < work.skip:
            continue
        character = text[start]
        if character == "[":
            if token["link"]:
                end = token.end()
                work.done.append(Node(Kind.LINK, start, end, Markup(text, start + 2, end - 2)))
            else:
                _open_links(work, start, token.end())
        elif character == "]":
            _close_links(work, start, token.end())
        elif character == "{":
            _push(work, _Open(_TEMPLATE, start, token.end(), len(work.done), token.end() - start))
        elif character == "}":
            _close_braces(work, start, token.end())
        elif character == "<":
            _tag(work, token)
        elif token["table"]:
            _open_table(work, start, token.end())
        elif token["heading"]:
            _heading(work, start)
        else:
            _close_table(work, start, token.end())
    _close_all_tables(work, len(text))
    return Markup(text, 0, len(text), tuple(work.done))


def _push(work: _Scan, opened: _Open) -> None:
    work.open.setdefault(opened.key, []).append(len(work.stack))
    work.stack.append(opened)


def _back_to(work: _Scan, index: int) -> _Open:
    """The open construct at this place of the stack, taken off it together with those above, which stay text."""
    while True:
        opened = work.stack.pop()
        work.open[opened.key].pop()
        if len(work.stack) == index:
            return opened


def _add(work: _Scan, kind: Kind, opened: _Open, inner_end: int, end: int, name: str = "") -> None:
    """A construct that is complete, with the nodes that were found in it."""
    nodes = tuple(work.done[opened.first :])
    depth = 1
    if nodes:
        del work.done[opened.first :]
        depth += max([node.depth for node in nodes])
    if depth > MAX_DEPTH:
        kind, nodes, depth = Kind.TOO_DEEP, (), 1
    inner = Markup(work.text, opened.inner, inner_end, nodes)
    work.done.append(Node(kind, opened.start, end, inner, name, depth))


def _add_simple(work: _Scan, kind: Kind, start: int, end: int, name: str = "", inner: Markup | None = None) -> None:
    work.done.append(Node(kind, start, end, inner or Markup(work.text, end, end), name))


def _open_links(work: _Scan, start: int, end: int) -> None:
    """Open links: the last two of a run of brackets, and perhaps the two before them around it."""
    for place in range(start + (end - start) % 2, end, 2):
        _push(work, _Open(_LINK, place, place + 2, len(work.done)))


def _close_links(work: _Scan, start: int, end: int) -> None:
    while end - start >= 2:
        index = _innermost(work, _LINK, _TEMPLATE, _TABLE)
        if index is None:
            return
        opened = work.stack[index]
        # [[File:A.jpg|[http://example.org label]]]: the first of three ends the label
        if end - start == 3 and work.text.find("[", opened.inner, start) >= 0:
            start += 1
        _back_to(work, index)
        if _may_be_target(work.text, opened.inner, start) and not _has_markup(work, opened, start):
            _add(work, Kind.LINK, opened, start, start + 2)
        start += 2


def _may_be_target(text: str, start: int, end: int) -> bool:
    bar = text.find("|", start, min(end, start + _LONGEST_TARGET))
    if bar < 0 and end - start > _LONGEST_TARGET:
        return False
    return text.find("\n", start, end if bar < 0 else bar) < 0


def _has_markup(work: _Scan, opened: _Open, end: int) -> bool:
    """Return whether a tag, a table or another link stands before the first bar: no title has one."""
    place, last = opened.inner, min(end, opened.inner + _LONGEST_TARGET)
    for number in range(opened.first, len(work.done)):
        node = work.done[number]
        if node.start >= last or work.text.find("|", place, node.start) >= 0:
            return False
        if node.kind is not Kind.TEMPLATE and not (node.kind is Kind.ARGUMENT and node.inner.find("|") >= 0):
            return True
        place = node.end
    return False


def _close_braces(work: _Scan, start: int, end: int) -> None:
    """Three braces close three, else two close two; the innermost of a run of opening ones go first."""
    while end - start >= 2 and work.open[_TEMPLATE]:
        opened = _back_to(work, work.open[_TEMPLATE][-1])
        width = 3 if opened.braces >= 3 and end - start >= 3 else 2
        kind = Kind.ARGUMENT if width == 3 else Kind.TEMPLATE
        outer = _Open(_TEMPLATE, opened.start, opened.inner - width, opened.first, opened.braces - width)
        opened.start = outer.inner
        _add(work, kind, opened, start, start + width)
        start += width
        if outer.braces >= 2:
            _push(work, outer)


def _open_table(work: _Scan, start: int, inner: int) -> None:
    """A line that opens a table and closes it is no more than the table's attributes: it holds no cell."""
    end = work.text.find("\n", inner)
    line_end = len(work.text) if end < 0 else end
    if work.text[inner:line_end].rstrip().endswith("|}"):
        _add_simple(work, Kind.STRAY, start + 1, line_end)
        work.skip = line_end
    else:
        _push(work, _Open(_TABLE, start + 1, inner, len(work.done)))


def _close_table(work: _Scan, start: int, end: int) -> None:
    tables = work.open[_TABLE]
    if tables:
        _add(work, Kind.TABLE, _back_to(work, tables[-1]), start, end)
    else:  # the table began inside a template
        _add_simple(work, Kind.STRAY, start + 1, end)


def _close_all_tables(work: _Scan, place: int) -> None:
    """A table that is never closed ends at the next heading, or with the page."""
    while tables := work.open[_TABLE]:
        _add(work, Kind.TABLE, _back_to(work, tables[-1]), place, place)


def _heading(work: _Scan, start: int) -> None:
    _close_all_tables(work, start)
    end = work.text.find("\n", start + 1)
    work.skip = len(work.text) if end < 0 else end
    line = work.text[start + 1 : work.skip].rstrip(" \t")
    level = min(_equals_signs(line), _equals_signs(line[::-1]), 6)
    if len(line) <= 2 * level:  # nothing but equals signs
        level = (len(line) - 1) // 2
    if level:
        inner = scan(line[level : len(line) - level])
        _add_simple(work, Kind.HEADING, start + 1, work.skip, str(level), inner)


def _equals_signs(line: str) -> int:
    return len(line) - len(line.lstrip("="))


def _tag(work: _Scan, token: re.Match[str]) -> None:
    start, end = token.span()
    name = token["name"].lower()
    if token["close"]:
        index = _innermost(work, name, _TEMPLATE, _TABLE)
        if index is not None:
            _add(work, Kind.ELEMENT, _back_to(work, index), start, end, name)
            return
    elif not work.text.endswith("/>", start, end):
        if name in _VERBATIM and not _AS_WIKITEXT.fullmatch(work.text, start, end):
            if _verbatim(work, start, end, name):
                return
        elif name in _ELEMENTS or name == "pre" or work.open.get(name) or _HIDDEN.search(work.text, start, end):
            _push(work, _Open(name, start, end, len(work.done)))
            return
    _add_simple(work, Kind.TAG, start, end, name)


def _verbatim(work: _Scan, start: int, end: int, name: str) -> bool:
    """Return whether the tag is closed; what stands in it is then skipped."""
    if name in work.never_closed:
        return False
    closing = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(work.text, end)
    if closing is None:
        work.never_closed.add(name)
        return False
    work.skip = closing.end()
    _add_simple(work, Kind.VERBATIM, start, work.skip, name, Markup(work.text, end, closing.start()))
    return True


def _innermost(work: _Scan, key: str, *edges: str) -> int | None:
    """Stack index of the innermost such construct; None if an edge between is still open."""
    indices = work.open.get(key)
    if not indices:
        return None
    index = indices[-1]
    return None if any(work.open[edge] and work.open[edge][-1] > index for edge in edges) else index
