"""Constructs of wikitext as our scanner finds them and as mwparserfromhell does, as equal values.

Both read the same text, without comments and references, after those were compared on the text as written. What the
library's data model cannot say is said for it where that is certain: a cell whose `|` is followed by `+` is a caption.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import mwparserfromhell
from mwparserfromhell.nodes import Comment, Heading, Tag, Template, Wikilink

from corpus.syntax.hidden_markup import hidden_pieces
from corpus.syntax.nodes import Kind, Markup, Node, template
from corpus.syntax.scanner import scan
from corpus.syntax.tables import table_rows, table_syntax

_CELL_TAG = re.compile(r"^\s*<(?:table|td|th)\b([^<>]*)>\s*$", re.IGNORECASE)
HIDDEN_TAGS = frozenset("ref gallery timeline imagemap score graph mapframe references templatestyles maplink".split())
KINDS = ("hidden", "template", "link", "heading", "table", "caption", "cell")
Value = tuple[object, ...]
Constructs = dict[str, Counter[Value]]
"""Kind -> how often each comes on a page. White space around is no part of the values:

hidden: a comment, reference or media extension as written; template: name, (argument, value) in order; link: target,
text or None; heading: level, text; table: attributes, number of rows; caption: text; cell: row, column, whether it is a
header, attributes, text.
"""


def our_hidden(wikitext: str) -> Counter[Value]:
    """Every outermost piece that our reader takes out before it reads the page."""
    return Counter((wikitext[start:end],) for start, end, _ in hidden_pieces(wikitext))


def its_hidden(wikitext: str) -> Counter[Value]:
    """The same pieces, found by the library."""
    found: Counter[Value] = Counter()
    inside: set[int] = set()
    for node in mwparserfromhell.parse(wikitext, skip_style_tags=True).ifilter(recursive=True):
        if isinstance(node, Comment) or (isinstance(node, Tag) and _name(node) in HIDDEN_TAGS):
            if id(node) not in inside:
                found[str(node),] += 1
            if isinstance(node, Tag):
                parts = [node.contents, *(part for each in node.attributes for part in (each.name, each.value))]
                inside.update(id(each) for part in parts if part is not None for each in part.ifilter())
    return found


def ours(text: str) -> Constructs:
    """Every construct that the scanner finds, at any depth."""
    found: Constructs = {kind: Counter() for kind in KINDS}
    for node in _nodes(scan(text)):
        if node.kind is Kind.TEMPLATE:
            call = template(node)
            arguments = tuple((each.name.strip(), str(each.value).strip()) for each in call.params)
            found["template"][call.name.strip(), arguments] += 1
        elif node.kind is Kind.LINK:
            target, bar, shown = _at_bar(node.inner)
            found["link"][target.strip(), shown.strip() if bar else None] += 1
        elif node.kind is Kind.HEADING:
            found["heading"][int(node.name), str(node.inner).strip()] += 1
        elif node.kind is Kind.TABLE or (node.kind is Kind.ELEMENT and node.name == "table"):
            _our_table(node, found)
    return found


def _nodes(source: Markup) -> Iterator[Node]:
    for node in source.nodes:
        yield node
        yield from _nodes(node.inner)


def _at_bar(source: Markup) -> tuple[str, bool, str]:
    place = source.find("|")
    if place < 0:
        return str(source), False, ""
    return source.text[source.start : place], True, source.text[place + 1 : source.end]


def _our_table(node: Node, found: Constructs) -> None:
    table = table_syntax(node)
    written = table_rows(table)
    cells = [
        [(cell.is_header, _attributes(cell.attributes), str(cell.contents)) for cell in row] for row in written.rows
    ]
    _add_table(found, _attributes(table.attributes), cells, [str(caption) for caption in written.captions])


def _attributes(written: str) -> str:
    """Attributes on one line, without the tag that they may stand in."""
    return " ".join(_CELL_TAG.sub(r"\1", written).split())


def _add_table(
    found: Constructs, attributes: str, rows: list[list[tuple[bool, str, str]]], captions: list[str]
) -> None:
    rows = [row for row in rows if row]
    found["table"][attributes, len(rows)] += 1
    found["caption"].update((text.strip(),) for text in captions)
    for i, row in enumerate(rows):
        found["cell"].update((i, j, header, given, text.strip()) for j, (header, given, text) in enumerate(row))


def library(text: str) -> Constructs:
    """Every construct that mwparserfromhell finds, at any depth."""
    found: Constructs = {kind: Counter() for kind in KINDS}
    for node in mwparserfromhell.parse(text, skip_style_tags=True).ifilter(recursive=True):
        if isinstance(node, Template):
            arguments = tuple((str(each.name).strip(), str(each.value).strip()) for each in node.params)
            found["template"][str(node.name).strip(), arguments] += 1
        elif isinstance(node, Wikilink):
            found["link"][str(node.title).strip(), None if node.text is None else str(node.text).strip()] += 1
        elif isinstance(node, Heading):
            found["heading"][node.level, str(node.title).strip()] += 1
        elif isinstance(node, Tag) and _name(node) == "table":
            _its_table(node, found)
    return found


def _name(tag: Tag) -> str:
    return str(tag.tag).strip().lower()


def _its_table(table: Tag, found: Constructs) -> None:
    rows: list[list[tuple[bool, str, str]]] = [[]]
    captions: list[str] = []
    for tag in _cells(table):
        if tag is None:
            rows.append([])
        elif (caption := _caption(tag)) is not None:
            captions.append(caption)
        else:
            rows[-1].append((_name(tag) == "th", _given(tag), str(tag.contents)))
    _add_table(found, _given(table), rows, captions)


def _cells(tag: Tag) -> Iterator[Tag | None]:
    """Cells and captions in order; None where a row begins or ends."""
    for child in tag.contents.nodes if tag.contents is not None else ():
        if isinstance(child, Tag):
            if _name(child) in ("tr", "thead", "tbody", "tfoot"):
                yield None
                yield from _cells(child)
                yield None
            elif _name(child) in ("td", "th", "caption"):
                yield child


def _caption(tag: Tag) -> str | None:
    if _name(tag) == "caption":
        return str(tag.contents)
    given, text = _given(tag), str(tag.contents)
    if tag.wiki_markup != "|" or not (given.startswith("+") or (not given and text.startswith("+"))):
        return None
    return text if given else text[1:]


def _given(tag: Tag) -> str:
    return " ".join("".join(map(str, tag.attributes)).split())
