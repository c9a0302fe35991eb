"""Convert infobox templates to tables: a name row above rows of a header and a value.

Where the wiki's own template is known, it says which rows there are (`corpus.infobox.definition_rows`); where it
is not, rules for families of infoboxes do (`corpus.infobox.family_rules`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from corpus.building.cleanup import clean_cell, clean_text
from corpus.building.table_layout import ParsedCell, ParsedTable
from corpus.infobox.definition_rows import expanded_infobox, fact_rows
from corpus.infobox.facts import Arguments, Facts, Row, widened
from corpus.infobox.family_rules import rule_rows
from corpus.infobox.labels import NAME_ARGUMENTS, argument_name, known_label
from corpus.syntax.nodes import Template
from corpus.syntax.parser_state import BLOCK, HOLE, InfoboxBlock, ParserState
from corpus.syntax.tables import table_rows
from corpus.syntax.template_tree import Definitions
from corpus.syntax.wikilinks import without_brackets
from corpus.templates.call import template_name
from corpus.wikitext.inline import render


def read_infobox(template: Template, state: ParserState) -> ParsedTable | None:
    """The infobox as rows; None when none of its arguments holds a fact."""
    defined = None if state.definitions is None else _defined(template, state, state.definitions)
    return _by_rules(template, state) if defined is None else defined


def _defined(template: Template, state: ParserState, definitions: Definitions) -> ParsedTable | None:
    """The infobox as the wiki's own template makes it; None where that cannot be told."""
    from corpus.wikitext.tables import read_rows  # which reads the infoboxes in cells

    expanded = expanded_infobox(template, state, definitions)
    if expanded is None:
        return None
    table, unread = expanded
    rows = tuple(row for row in read_rows(fact_rows(table), state) if _says_something(row))
    captions = (clean_text(render(each, state)) for each in table_rows(table).captions)
    caption = next(filter(None, captions), None)
    if not any(len(row) > 1 for row in rows):
        state.dropped["infobox template that gives no rows"] += 1
        return None
    missing = _by_rules(_only(template, unread, rows, state), state) if unread else None
    width = max(sum(cell.column_span for cell in row) for row in rows)
    added = tuple(widened(missing.rows[1:], width)) if missing else ()
    name = () if caption or _is_heading(rows[0]) else ((ParsedCell(_given_name(template, state), True, 1, width),),)
    return ParsedTable("infobox", (*name, *rows, *added), caption)


def _is_heading(row: Row) -> bool:
    return all(cell.is_header for cell in row)


def _given_name(template: Template, state: ParserState) -> str:
    written = {argument_name(str(each.name)): each.value for each in template.params if each.showkey}
    found = next((text for name in NAME_ARGUMENTS if (text := clean_cell(render(written.get(name), state)))), "")
    return found or without_brackets(state.title)


def _says_something(row: Row) -> bool:
    """Return whether a row is a heading, or has a value beside its label."""
    return any(cell.value.strip(HOLE) and (not cell.is_header or _is_heading(row)) for cell in row)


def _only(template: Template, unread: Collection[str], rows: Collection[Row], state: ParserState) -> Template:
    """The call with nothing but known facts that went to modules which cannot be run."""
    shown = "\n".join(cell.value for row in rows for cell in row)
    texts = set(unread)
    name = template_name(template)
    left = (each for each in template.params if each.showkey and str(each.value).strip() in texts)
    known = (each for each in left if known_label(name, argument_name(str(each.name)), state.site.language))
    return Template(template.name, tuple(each for each in known if clean_cell(str(each.value)) not in shown))


def _by_rules(template: Template, state: ParserState) -> ParsedTable | None:
    """The infobox by its arguments alone."""
    arguments: Arguments = {}
    written: dict[str, str] = {}
    nested: list[ParsedTable] = []
    for parameter in template.params:
        text = render(parameter.value, state) if parameter.showkey or _may_nest(parameter.value) else ""
        nested += _nested_tables(text, state)
        if parameter.showkey and (value := clean_cell(text)):
            name = argument_name(str(parameter.name))
            arguments[name], written[name] = value, str(parameter.name)
    title = _name(arguments, state.title)
    facts = Facts(template_name(template), title, arguments, written, state.site.language)
    rows = [*map(_tidy, rule_rows(facts)), *(row for table in nested for row in table.rows)]
    if not rows:
        return None
    width = max(facts.width, max((len(row) for row in rows), default=2))
    return ParsedTable("infobox", ((ParsedCell(title, True, 1, width),), *widened(rows, width)), None)


def _tidy(row: Row) -> Row:
    """The row with the text of its headers set right: values of arguments, and words of our lists, which are NFC."""
    return tuple(replace(cell, value=clean_text(cell.value)) if cell.is_header else cell for cell in row)


def _may_nest(value: object) -> bool:
    return "{{" in str(value)


def _nested_tables(text: str, state: ParserState) -> Iterator[ParsedTable]:
    """Infoboxes given as arguments (modules, sections of a chembox) without their name rows."""
    for mark in BLOCK.finditer(text):
        block = state.block(mark)
        if isinstance(block, InfoboxBlock):
            table = read_infobox(block.template, state)
            if table is not None:
                yield ParsedTable("infobox", table.rows[1:], None)
        else:
            state.dropped[f"{type(block).__name__.removesuffix('Source').lower()} inside an infobox"] += 1


def _name(arguments: Arguments, page: str) -> str:
    given = next((arguments[name] for name in NAME_ARGUMENTS if name in arguments), "")
    return given or without_brackets(page)
