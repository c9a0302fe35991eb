"""A table as HTML that a reader can walk over: header rows on top, headers that know what they head.

Screen readers say a cell's headers by themselves when rows, `scope` and the role "grid" are there, at no cost a cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from html import escape

from corpus.page.context import caption_id
from corpus.page.element_id import full_id
from corpus.page.elements import Cell, Table
from corpus.page.grid import display_rows
from corpus.page.trust import untrusted_reason
from frontend.reading.cell_colours import colour_attributes
from frontend.reading.rendering import Rendering, inline_html, local_attributes
from frontend.reading.untrusted_html import mark_html, table_note_html

TALL = 20  # rows: with more, headers are soon out of sight and have to follow
# Of a huge table; what is below them is shown a moment later, since a browser lays no table out in part.
FIRST_CELLS = 1_200

LONGEST_WORD = 16  # characters that fit the narrow columns of an infobox
_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1}}}")
_BREAK_BEHIND = re.compile(r"([/._])(?=\w)")
_TAG = re.compile(r"(<[^>]*>)")
INFOBOX_COLUMNS = 2  # label and value; a box with more needs its own width
SQUEEZED_COLUMNS = 4  # a table with more is not put beside a box, where most of it would have to be scrolled to

Row = Sequence[Cell]


def table_html(table: Table, rendering: Rendering) -> str:
    """The table in a frame of its own, so that a wide one does not widen the page."""
    rows = display_rows(table)
    style = "infobox" if table.kind == "infobox" or table.id in rendering.boxed else "wikitable"
    tall = " is-tall" if style == "wikitable" and len(rows) > TALL else ""
    caption = _caption(table, rendering) if table.caption is not None else ""
    top = header_rows(rows)
    head = f"<thead>{_rows(rows[:top], 'col', rendering)}</thead>" if top else ""
    first, *later = (_rows(group, "row", rendering) for group in bodies(rows[top:]))
    body = f"<tbody>{first}</tbody>" + "".join(f'<tbody class="later">{group}</tbody>' for group in later)
    table_id = full_id(rendering.page_title, table.id)
    marked = " is-evidence" if table_id in rendering.evidence else ""  # as a whole, such as a highlight
    note = table_note_html(rendering, table.id, f"untrusted-{table.id}")
    described = f' aria-describedby="untrusted-{table.id}"' if note else ""
    own = f'class="{style}{marked}{" untrusted" if note else ""}" data-element-id="{escape(table_id)}"{described}'
    grid = f'{own} role="grid" aria-readonly="true" aria-multiselectable="true"'
    wide = " is-wide" if columns(rows) > (INFOBOX_COLUMNS if style == "infobox" else SQUEEZED_COLUMNS) else ""
    return f'<div class="{style}-frame{tall}{wide}">{note}<table {grid}>{caption}{head}{body}</table></div>'


def columns(rows: Sequence[Row]) -> int:
    """The number of columns of the widest row, cells that span several counted as often; spans from above are not."""
    return max((sum(cell.column_span for cell in row) for row in rows if len(row) > 1), default=1)


def header_rows(rows: Sequence[Row]) -> int:
    """How many rows at the top are headers only, and can be parted from the rest: no cell reaches further down."""
    count = 0
    while count < len(rows) and rows[count] and all(cell.is_header for cell in rows[count]):
        count += 1
    if count == len(rows):
        return 0  # nothing below that they would head
    while count and any(r + cell.row_span > count for r, row in enumerate(rows[:count]) for cell in row):
        count -= 1
    return count


def bodies(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """The rows in groups that no cell reaches over; each may have twice as many cells as the one before."""
    found, begin, cells, reach, most = list[Sequence[Row]](), 0, 0, 0, FIRST_CELLS
    for at, row in enumerate(rows):
        if cells >= most and reach <= at:
            found.append(rows[begin:at])
            begin, cells, most = at, 0, 2 * most
        cells += len(row)
        reach = max([reach, *(at + cell.row_span for cell in row)])
    return [*found, rows[begin:]]


def _caption(table: Table, rendering: Rendering) -> str:
    caption = caption_id(table)
    attributes = local_attributes(rendering, caption)
    text = inline_html(table.caption or "", rendering, caption) + mark_html(rendering, caption)
    return f"<caption {attributes}>{text}</caption>"


def _rows(rows: Sequence[Row], scope: str, rendering: Rendering) -> str:
    cell = partial(_cell, scope=scope, rendering=rendering)
    return "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)


def _breakable(html: str) -> str:
    """HTML whose long words may break behind slashes, dots and low lines: addresses, "Action/adventure/comedy"."""
    pieces = _TAG.split(html)  # text and tags in turn
    pieces[::2] = (_BREAK_BEHIND.sub(r"\1<wbr>", text) for text in pieces[::2])
    return "".join(pieces)


def _cell(cell: Cell, scope: str, rendering: Rendering) -> str:
    """`scope` is what a header of this row heads; a wide one among the rows heads what is below it."""
    rows = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
    columns = f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
    attributes = local_attributes(rendering, cell.id) + _colours(cell, rendering)
    value = inline_html(cell.value, rendering, cell.id)
    if len(cell.value) > LONGEST_WORD and _LONG_WORD.search(cell.value):
        value = _breakable(value)
    value += mark_html(rendering, cell.id)
    if not cell.is_header:
        return f"<td{rows}{columns} {attributes}>{value}</td>"
    return f'<th scope="{"col" if columns else scope}"{rows}{columns} {attributes}>{value}</th>'


def _colours(cell: Cell, rendering: Rendering) -> str:
    """The colours that Wikipedia gives a cell. Where what is untrusted or somebody's evidence is marked, none."""
    colours = rendering.layout.formatting.colours.get(cell.id)
    if colours is None or untrusted_reason(rendering.layout.untrusted, cell.id) is not None:
        return ""
    return "" if full_id(rendering.page_title, cell.id) in rendering.layers else colour_attributes(colours)
