"""Render the report as Markdown with GitHub's tables, and figures as SVG files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from annotation.release.report.document import (
    Block,
    Document,
    Drawn,
    Group,
    Rows,
    Table,
    Terms,
    Words,
    is_numeric,
    shown,
)

FIGURES = "figures"
_SPECIAL = re.compile(r"([\\`*_\[\]|#~$])")


def markdown(document: Document) -> str:
    """The whole text, which ends with a newline."""
    return "\n".join(_lines(document)).rstrip() + "\n"


def escaped(text: str) -> str:
    """Text that Markdown leaves as it is, on one line."""
    one_line = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SPECIAL.sub(r"\\\1", one_line)


def table(columns: Sequence[str], rows: Rows) -> Iterator[str]:
    """The lines of a table; numbers stand to the right."""
    yield _row(columns)
    yield _row(["---:" if is_numeric(rows, at) else "---" for at in range(len(columns))], as_is=True)
    for row in rows:
        if isinstance(row, Group):
            yield _row([f"**{escaped(row.name)}**", *[""] * (len(columns) - 1)], as_is=True)
        else:
            yield _row([shown(cell) for cell in row])


def _row(cells: Sequence[str], *, as_is: bool = False) -> str:
    return f"| {' | '.join(cells if as_is else map(escaped, cells))} |"


def _lines(document: Document) -> Iterator[str]:
    yield f"# {escaped(document.title)}\n"
    yield from table(("", ""), document.about)
    yield ""
    yield from table(("Number", "Value", ""), [(one.label, one.value, one.beside) for one in document.numbers])
    yield ""
    yield from (f"- [{escaped(section.title)}](#{section.anchor})" for section in document.sections)
    for section in document.sections:
        yield f'\n<a id="{section.anchor}"></a>\n\n## {escaped(section.title)}\n'
        for block in section.blocks:
            yield from _block(block)
            yield ""


def _block(block: Block) -> Iterator[str]:
    match block:
        case Words(text):
            yield escaped(text)
        case Terms(terms):
            yield from (f"- **{escaped(term)}**: {escaped(words)}" for term, words in terms)
        case Table():
            yield f'<a id="{block.name}"></a>\n\n### {escaped(block.title)}\n'
            yield f"{escaped(block.definition)} ([CSV]({FIGURES}/{block.name}.csv))\n"
            yield from table(block.columns, block.rows)
        case Drawn(figure):
            yield f'<a id="{figure.name}"></a>\n\n### {escaped(figure.title)}\n'
            yield f"{escaped(figure.description)} ([CSV]({FIGURES}/{figure.name}.csv))\n"
            yield f"![{escaped(figure.title)}]({FIGURES}/{figure.name}.svg)\n"
            yield from table(block.columns, block.rows)
