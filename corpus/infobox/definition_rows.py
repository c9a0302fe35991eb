"""Read an infobox by the wiki's own template: its call is expanded, the table that comes of it is read."""

from __future__ import annotations

import re
from dataclasses import replace

from corpus.syntax.nodes import Kind, Markup, Node, Template, template
from corpus.syntax.parser_state import ParserState
from corpus.syntax.scanner import scan
from corpus.syntax.tables import CellMarkup, TableSyntax, table_classes, table_rows, table_syntax
from corpus.syntax.template_tree import Definitions
from corpus.templates.call import template_name
from corpus.templates.expansion import Expansion, TooMuch
from corpus.templates.render import is_infobox, is_rendered

_BOLD = re.compile(r"\s*'''(?!')(?:(?!''').)+'''(?:\s|&nbsp;)*(?:\([^()]*\))?\s*:?\s*", re.DOTALL)
_DEEPEST = 4  # infoboxes given as arguments of infoboxes


def expanded_infobox(
    call: Template, state: ParserState, definitions: Definitions
) -> tuple[TableSyntax, list[str]] | None:
    """The table that the wiki's template makes of a call, and the texts that went to modules which cannot be run.

    None where there is no template, or no table comes of it.
    """
    language = state.site.language
    expansion = Expansion(definitions, language, state.title, lambda name: is_rendered(name, language))
    try:
        text = _expanded(call, expansion, state, _DEEPEST)
    except (TooMuch, RecursionError):
        state.dropped["infobox template too large to expand"] += 1
        return None
    if expansion.loops:
        state.dropped["template that includes itself"] += expansion.loops
    if text is None:
        return None
    table = _infobox_table(scan("\n" + text))
    return None if table is None else (table, expansion.unread)


def _expanded(call: Template, expansion: Expansion, state: ParserState, deepest: int) -> str | None:
    name = template_name(call)
    if expansion.definitions.body(expansion.language, name) is None:
        return None
    arguments: dict[str, str] = {}
    for parameter in call.params:
        value = _argument(parameter.value, expansion, state, deepest)
        arguments[str(parameter.name).strip()] = value.strip() if parameter.showkey else value
    return expansion.template(name, arguments)


def _argument(value: Markup, expansion: Expansion, state: ParserState, deepest: int) -> str:
    """The argument as written, infoboxes in it expanded: they may be rows of the one around them."""
    parts: list[str] = []
    place = value.start
    for node in value.nodes if deepest else ():
        if node.kind is Kind.TEMPLATE and is_infobox(call := template(node), state.infoboxes):
            inner = _expanded(call, expansion, state, deepest - 1)
            if inner is not None:
                parts += (value.text[place : node.start], inner)
                place = node.end
    return "".join((*parts, value.text[place : value.end]))


def _infobox_table(markup: Markup) -> TableSyntax | None:
    """The first table of class infobox; where there is none, the first table."""
    tables = [table_syntax(node) for node in markup.nodes if _is_table(node)]
    named = (table for table in tables if "infobox" in table_classes(table))
    return next(named, next(iter(tables), None))


def _is_table(node: Node) -> bool:
    return node.kind is Kind.TABLE or (node.kind is Kind.ELEMENT and node.name == "table")


def fact_rows(table: TableSyntax) -> list[tuple[CellMarkup, ...]]:
    """The rows of the table. A cell in bold beside another is the label of a row, whichever kind of cell it is."""
    return [_labelled(row) for row in table_rows(table).rows if row]


def _labelled(row: tuple[CellMarkup, ...]) -> tuple[CellMarkup, ...]:
    if len(row) == 2 and not row[0].is_header and _BOLD.fullmatch(str(row[0].contents)):
        return (replace(row[0], is_header=True), row[1])
    return row
