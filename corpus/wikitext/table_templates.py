"""Expand templates that write tables, rows and cells to wikitext, before tables are read.

As in MediaWiki the expansion stands in the page in place of the call, and what comes of it is read like any table.
Whole tables are expanded where they stand (`table_text`), rows and cells in the table around them (`expanded`), and
calls that only begin or end a table in the page's text (`with_tables`), since the lines between belong to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.syntax.nodes import Kind, Markup, Node, Template, template
from corpus.syntax.parser_state import ParserState
from corpus.syntax.scanner import scan
from corpus.syntax.tables import TableSyntax, table_syntax
from corpus.templates.call import plain_name, template_name
from corpus.templates.tables.arguments import UNKNOWN_BEGINNING, Arguments
from corpus.templates.tables.registry import ATTRIBUTES, CLOSERS, IN_CELLS, LEFT_OPEN, NOT_RENDERED, OPENERS, WHOLE

LONGEST = 2_000_000  # characters that one page may be expanded to, as in MediaWiki
MOST_ROUNDS = 4  # templates in arguments of templates that write cells
LONGEST_ATTRIBUTES = 1_000  # before a template that goes on with them

_MARK = re.compile(r"\n[ \t]*(?P<line>\|-|\|\+|\||!)?|(?P<next>\|\||!!)|\|")
_ATTRIBUTES = re.compile(r"\s*(?:[\w:-]+\s*=\s*(?:\"[^\"\n]*\"\s*|'[^'\n]*'\s*|[^\s\"'|]+(?:\s+|\Z)))*")
_ENDING = re.compile(r"(?:[ /-]|^)(?:end|endtemp|bottom|close|footer)$")
_CELL_BELOW = re.compile(r"[ \t]*\n\s*[|!](?!\})")

Piece = tuple[int, int, str]  # from, to, what stands there instead


def table_text(call: Template, state: ParserState) -> Markup | None:
    """The tables that a call writes, still to be rendered; None for any other template."""
    name = template_name(call)
    expansion = WHOLE.get(name)
    if expansion is None and name not in NOT_RENDERED:
        return None
    text = _limited(expansion(Arguments(call)), state) if expansion else ""
    if not text:
        state.dropped[f"table of template {name}"] += 1
    return scan("\n" + text)


def expanded(table: TableSyntax, state: ParserState) -> TableSyntax:
    """The table with the rows and cells that known templates write in it."""
    if table.node.kind is not Kind.TABLE:
        return table
    for _ in range(MOST_ROUNDS):
        node = table.node
        pieces = list(_cell_pieces(node.inner))
        if not pieces:
            break
        text = _limited(_with(pieces, node.inner.text, node.start, node.end), state)
        found = next((each for each in scan("\n" + text).nodes if each.kind is Kind.TABLE), None) if text else None
        if found is None:
            break
        table = table_syntax(found)
    return table


def with_tables(markup: Markup) -> Markup:
    """The page with the calls that begin and end tables expanded."""
    pieces = list(_page_pieces(markup))
    return scan(_with(pieces, markup.text, markup.start, markup.end)) if pieces else markup


def name_of(node: Node) -> str:
    """The name of the template that a TEMPLATE node calls."""
    inner = node.inner
    bar = inner.text.find("|", inner.start, inner.end)
    return plain_name(inner.text[inner.start : inner.end if bar < 0 else bar])


def _limited(text: str, state: ParserState) -> str:
    """The text, or "" when the page's expansions have become too long."""
    state.expanded += len(text)
    if state.expanded <= LONGEST:
        return text
    state.dropped["expansion of templates too long"] += 1
    return ""


def _with(pieces: list[Piece], text: str, start: int, end: int) -> str:
    parts: list[str] = []
    for begin, stop, instead in pieces:
        parts += (text[start:begin], instead)
        start = stop
    return "".join((*parts, text[start:end]))


def _cell_pieces(markup: Markup) -> Iterator[Piece]:
    """The calls in a table that write its rows and cells. Those that write attributes count only in their place."""
    calls = [(node, name_of(node)) for node in markup.nodes if node.kind is Kind.TEMPLATE]
    known = {node.start: name for node, name in calls if name in IN_CELLS or name in ATTRIBUTES}
    if not known:
        return
    opened, on_line = -1, False  # where the attributes of the cell begin, and whether || begins another cell here
    for number, (start, end) in enumerate(markup.gaps()):
        for mark in _MARK.finditer(markup.text, start, end):
            if mark[0][0] == "\n":
                on_line = mark["line"] in ("|", "!")
            opened = mark.end() if on_line and (mark["line"] or mark["next"]) else -1
        node = markup.nodes[number] if number < len(markup.nodes) else None
        name = known.get(node.start) if node else None
        if node is None or name is None:
            continue
        expansion = IN_CELLS.get(name) or ATTRIBUTES[name]
        if (name in IN_CELLS or _are_attributes(markup.text, opened, node.start)) and (
            text := expansion(Arguments(template(node)))
        ):
            yield node.start, node.end, text


def _are_attributes(text: str, start: int, end: int) -> bool:
    return 0 <= end - start <= LONGEST_ATTRIBUTES and start >= 0 and bool(_ATTRIBUTES.fullmatch(text, start, end))


def _page_pieces(markup: Markup) -> Iterator[Piece]:
    """Beginnings and ends of tables among the calls of the page, and in tables whose own end is a call.

    A call without its counterpart in the same section stays as it is. A template nobody knows begins a table where
    cells follow it and an end of a table, or a call named like one, has no other beginning.
    """
    begun: list[tuple[Node, str]] = []
    pieces: list[Piece] = []
    unknown: Node | None = None
    for node in markup.nodes:
        if node.kind is Kind.TABLE:
            pieces += _ends_in_table(node)
        elif node.kind is Kind.HEADING:
            begun, unknown = [], None
        elif node.kind is Kind.TEMPLATE:
            name = name_of(node)
            if name in OPENERS or name in LEFT_OPEN:
                begun.append((node, name))
            elif name in CLOSERS and begun:
                pieces += _pair(*begun.pop(), node)
            elif unknown is not None and _ENDING.search(name):
                pieces += _pair(unknown, "", node)
                unknown = None
            elif unknown is None and not begun and _CELL_BELOW.match(markup.text, node.end):
                unknown = node
        elif node.kind is Kind.STRAY:
            if begun:
                pieces += _pair(*begun.pop(), None)
            elif unknown is not None:
                pieces += _pair(unknown, "", None)
                unknown = None
    yield from sorted(pieces)


def _pair(begin: Node, name: str, end: Node | None) -> Iterator[Piece]:
    """The two ends of a table; `name` is "" for a beginning that nobody knows."""
    if name in LEFT_OPEN:
        return
    yield begin.start, begin.end, OPENERS[name](Arguments(template(begin))) if name else _unknown_beginning(begin)
    if end is not None:
        yield end.start, end.end, "\n|}\n"


def _ends_in_table(table: Node) -> Iterator[Piece]:
    """`{| … {{end}}`: the call ends the table, unless another call in it began one."""
    depth = 0
    for node in table.inner.nodes:
        if node.kind is Kind.TEMPLATE:
            name = name_of(node)
            if name in OPENERS or name in LEFT_OPEN:
                depth += 1
            elif name in CLOSERS:
                if not depth:
                    yield node.start, node.end, "\n|}\n"
                    return
                depth -= 1


def _unknown_beginning(node: Node) -> str:
    shown = "".join(character for character in name_of(node) if character not in "\"'<>{}|\n")
    return f'\n{{| class="wikitable" {UNKNOWN_BEGINNING}="{shown}"'
