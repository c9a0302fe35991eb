"""Convert infobox templates to tables: a name row above rows of a header and a value.

Where the wiki's own template is known, it says which rows there are (`corpus.wikitext.defined_infobox`); where it
is not, rules for families of infoboxes do (`corpus.templates.infobox_rules`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from corpus.building.cleanup import clean_cell, clean_text
from corpus.building.table_layout import SourceCell, SourceTable
from corpus.syntax.nodes import Template
from corpus.syntax.parser_state import BLOCK, HOLE, InfoboxSource, ParserState
from corpus.syntax.tables import table_rows
from corpus.syntax.template_tree import Definitions
from corpus.syntax.wikilinks import without_brackets
from corpus.templates.call import template_name
from corpus.templates.infobox_facts import Arguments, Facts, Row, widened
from corpus.templates.infobox_labels import NAME_ARGUMENTS, argument_name, known_label
from corpus.templates.infobox_rules import rule_rows
from corpus.wikitext.defined_infobox import expanded_infobox, fact_rows
from corpus.wikitext.inline import render


def read_infobox(template: Template, reading: ParserState) -> SourceTable | None:
    """The infobox as rows; None when none of its arguments holds a fact."""
    defined = None if reading.definitions is None else _defined(template, reading, reading.definitions)
    return _by_rules(template, reading) if defined is None else defined


def _defined(template: Template, reading: ParserState, definitions: Definitions) -> SourceTable | None:
    """The infobox as the wiki's own template makes it; None where that cannot be told."""
    from corpus.wikitext.tables import read_rows  # which reads the infoboxes in cells

    expanded = expanded_infobox(template, reading, definitions)
    if expanded is None:
        return None
    table, unread = expanded
    rows = tuple(row for row in read_rows(fact_rows(table), reading) if _says_something(row))
    captions = (clean_text(render(each, reading)) for each in table_rows(table).captions)
    caption = next(filter(None, captions), None)
    if not any(len(row) > 1 for row in rows):
        reading.dropped["infobox template that gives no rows"] += 1
        return None
    missing = _by_rules(_only(template, unread, rows, reading), reading) if unread else None
    width = max(sum(cell.column_span for cell in row) for row in rows)
    added = tuple(widened(missing.rows[1:], width)) if missing else ()
    name = () if caption or _is_heading(rows[0]) else ((SourceCell(_given_name(template, reading), True, 1, width),),)
    return SourceTable("infobox", (*name, *rows, *added), caption)


def _is_heading(row: Row) -> bool:
    return all(cell.is_header for cell in row)


def _given_name(template: Template, reading: ParserState) -> str:
    written = {argument_name(str(each.name)): each.value for each in template.params if each.showkey}
    found = next((text for name in NAME_ARGUMENTS if (text := clean_cell(render(written.get(name), reading)))), "")
    return found or without_brackets(reading.title)


def _says_something(row: Row) -> bool:
    """Return whether a row is a heading, or has a value beside its label."""
    return any(cell.value.strip(HOLE) and (not cell.is_header or _is_heading(row)) for cell in row)


def _only(template: Template, unread: Collection[str], rows: Collection[Row], reading: ParserState) -> Template:
    """The call with nothing but known facts that went to modules which cannot be run."""
    shown = "\n".join(cell.value for row in rows for cell in row)
    texts = set(unread)
    name = template_name(template)
    left = (each for each in template.params if each.showkey and str(each.value).strip() in texts)
    known = (each for each in left if known_label(name, argument_name(str(each.name)), reading.site.language))
    return Template(template.name, tuple(each for each in known if clean_cell(str(each.value)) not in shown))


def _by_rules(template: Template, reading: ParserState) -> SourceTable | None:
    """The infobox by its arguments alone."""
    arguments: Arguments = {}
    written: dict[str, str] = {}
    nested: list[SourceTable] = []
    for parameter in template.params:
        text = render(parameter.value, reading) if parameter.showkey or _may_nest(parameter.value) else ""
        nested += _nested_tables(text, reading)
        if parameter.showkey and (value := clean_cell(text)):
            name = argument_name(str(parameter.name))
            arguments[name], written[name] = value, str(parameter.name)
    title = _name(arguments, reading.title)
    facts = Facts(template_name(template), title, arguments, written, reading.site.language)
    rows = [*map(_tidy, rule_rows(facts)), *(row for table in nested for row in table.rows)]
    if not rows:
        return None
    width = max(facts.width, max((len(row) for row in rows), default=2))
    return SourceTable("infobox", ((SourceCell(title, True, 1, width),), *widened(rows, width)), None)


def _tidy(row: Row) -> Row:
    """The row with the text of its headers set right: values of arguments, and words of our lists, which are NFC."""
    return tuple(replace(cell, value=clean_text(cell.value)) if cell.is_header else cell for cell in row)


def _may_nest(value: object) -> bool:
    return "{{" in str(value)


def _nested_tables(text: str, reading: ParserState) -> Iterator[SourceTable]:
    """Infoboxes given as arguments (modules, sections of a chembox) without their name rows."""
    for mark in BLOCK.finditer(text):
        block = reading.block(mark)
        if isinstance(block, InfoboxSource):
            table = read_infobox(block.template, reading)
            if table is not None:
                yield SourceTable("infobox", table.rows[1:], None)
        else:
            reading.dropped[f"{type(block).__name__.removesuffix('Source').lower()} inside an infobox"] += 1


def _name(arguments: Arguments, page: str) -> str:
    given = next((arguments[name] for name in NAME_ARGUMENTS if name in arguments), "")
    return given or without_brackets(page)
