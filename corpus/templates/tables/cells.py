"""Templates that write cells inside a row: attributes, a bar and a text, or more cells.

`{{won}}` expands to `style="…" | Won`, so that `| rowspan="2" {{won}}` is one cell with a span. The attributes of
colour are left out.
"""

from __future__ import annotations

from corpus.templates.names import CONSTANTS, OVERRIDABLE
from corpus.templates.tables.arguments import Arguments, Expansion
from corpus.word_lists import pairs

_ICONS = frozenset(("check", "tick", "cross"))  # pictures in a line of text


def _cell(text: str) -> Expansion:
    """The text of the first argument, also when it is blank, or a fixed one."""

    def write(arguments: Arguments) -> str:
        given = "1" if arguments.has("1") else "text"
        return f" | {arguments.get(given) if arguments.has(given) else text}"

    return write


def _version(arguments: Arguments) -> str:
    """{{Version|o|0.1}}: the figure, behind the colour of its state."""
    return f" | {arguments.get('2')}"


def _bar(arguments: Arguments) -> str:
    """{{bartable|62|%}}: the figure with its unit, and a cell of its own for the bar."""
    return f"{arguments.get('1')}{arguments.get('2')}\n| "


def _party_color(arguments: Arguments) -> str:
    return " | "


def _party(arguments: Arguments) -> str:
    """{{party name with color|Labour Party}}: a cell of its colour, and one of its name."""
    name, shown = arguments.get("1"), arguments.get("shortname", "2")
    rows = arguments.get("rowspan")
    span = f'rowspan="{rows}"' if rows.isascii() and rows.isdigit() else ""
    return f"{span} | \n| {span} | [[{name}|{shown}]]" if shown else f"{span} | \n| {span} | [[{name}]]"


def _header_text(arguments: Arguments) -> str:
    """{{vertical header|text}}: a header whose letters are turned."""
    return f" | {arguments.get('1', 'text')}"


def _split_header(arguments: Arguments) -> str:
    """{{diagonal split header|rows|columns}}: what the rows below and the columns beside it are."""
    return f" | {' / '.join(arguments.positional()[:2])}"


def _mark(text: str) -> Expansion:
    return lambda arguments: text


_FIXED = {name: CONSTANTS[name] for name in OVERRIDABLE - _ICONS} | {
    name: text for names, text in pairs("template_cells.tsv").items() for name in names.split(" | ")
}
_PARTIES = ("party name with color", "party name with colour", "party name with colors", "party name with colours")

# Attributes with a bar: they stand where the attributes of a cell stand.
ATTRIBUTES: dict[str, Expansion] = {
    **{name: _cell(text) for name, text in _FIXED.items()},
    **dict.fromkeys(("party color cell", "party colour cell"), _party_color),
    **dict.fromkeys(_PARTIES, _party),
    **dict.fromkeys(("vertical header", "vert header", "vh"), _header_text),
    **dict.fromkeys(("diagonal split header", "diagonal split header 2"), _split_header),
    "version": _version,
}
# Marks of tables, and text with a cell behind it: they may stand anywhere in a table.
ANYWHERE: dict[str, Expansion] = {
    "bartable": _bar,
    "!": _mark("|"),
    "!!": _mark("||"),
    "!-": _mark("\n|-"),
}
