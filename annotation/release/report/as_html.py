"""Render the report as one self-contained HTML file without scripts; its style is `style.css`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from annotation.figures.drawing import STYLE
from annotation.release.report.as_markdown import FIGURES
from annotation.release.report.document import (
    Block,
    Document,
    Drawn,
    Group,
    Number,
    Rows,
    Section,
    Table,
    Terms,
    Words,
    is_numeric,
    shown,
)

BROAD = 6  # columns; a table with so many stands across both columns of a printed page
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<a class="skip" href="#{first}">Skip to the report</a>
{body}
</body>
</html>
"""


def html(document: Document) -> str:
    """The whole page."""
    css = (Path(__file__).parent / "style.css").read_text(encoding="utf-8").strip()
    first = document.sections[0].anchor if document.sections else "top"
    return _PAGE.format(
        title=escape(document.title), style=f"{css}\n{_marks()}", first=first, body="\n".join(_body(document))
    )


def _marks() -> str:
    """The colours of drawings, as in the files of each figure, less the ground, which is the page's."""
    return STYLE.replace("background:light-dark(#fff,#15181c)", "background:none")


def _body(document: Document) -> Iterator[str]:
    yield f'<header id="top"><h1>{escape(document.title)}</h1><dl class="about">'
    yield from (f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in document.about)
    yield "</dl></header>"
    yield '<nav aria-label="Contents"><h2>Contents</h2><ol>'
    for section in document.sections:
        yield f'<li><a href="#{section.anchor}">{escape(section.title)}</a></li>'
    yield "</ol></nav>"
    yield f'<main><div class="numbers">{"".join(map(_number, document.numbers))}</div>'
    for section in document.sections:
        yield from _section(section)
    yield "</main>"


def _number(one: Number) -> str:
    return (
        f'<a class="number" href="#{one.anchor}"><span class="label">{escape(one.label)}</span>'
        f'<strong>{escape(one.value)}</strong><span class="beside">{escape(one.beside)}</span></a>'
    )


def _section(section: Section) -> Iterator[str]:
    yield f'<section id="{section.anchor}"><h2>{_linked(section.anchor, section.title)}</h2>'
    for block in section.blocks:
        yield from _block(block)
    yield "</section>"


def _linked(anchor: str, title: str) -> str:
    return f'<a class="here" href="#{anchor}">{escape(title)}</a>'


def _block(block: Block) -> Iterator[str]:
    match block:
        case Words(text):
            yield f"<p>{escape(text)}</p>"
        case Terms(terms):
            yield '<dl class="terms">'
            yield from (f"<dt>{escape(term)}</dt><dd>{escape(words)}</dd>" for term, words in terms)
            yield "</dl>"
        case Table():
            broad = " broad" if len(block.columns) >= BROAD else ""
            yield f'<div class="block{broad}" id="{block.name}"><h3>{_linked(block.name, block.title)}</h3>'
            yield f'<p class="definition">{escape(block.definition)}</p>'
            yield from _table(block.columns, block.rows, block.title)
            yield "</div>"
        case Drawn(figure):
            yield f'<figure class="block" id="{figure.name}"><h3>{_linked(figure.name, figure.title)}</h3>'
            yield f'<figcaption class="definition">{escape(figure.description)}</figcaption>{figure.svg}'
            yield f'<p class="file">Numbers: {FIGURES}/{figure.name}.csv</p>'
            yield f"<details open><summary>Table of this figure ({len(figure.rows)} rows)</summary>"
            yield from _table(block.columns, block.rows, figure.title)
            yield "</details></figure>"


def _table(columns: Sequence[str], rows: Rows, label: str) -> Iterator[str]:
    numeric = [is_numeric(rows, at) for at in range(len(columns))]
    kinds = [' class="n"' if number else "" for number in numeric]
    name = escape(label, quote=True)
    yield f'<div class="wide" tabindex="0" role="region" aria-label="{name}"><table><thead><tr>'
    yield "".join(f'<th scope="col"{kind}>{escape(head)}</th>' for kind, head in zip(kinds, columns, strict=True))
    yield "</tr></thead><tbody>"
    for row in rows:
        if isinstance(row, Group):
            yield f'<tr class="group"><th scope="rowgroup" colspan="{len(columns)}">{escape(row.name)}</th></tr>'
        else:
            cells = [f"<td{kind}>{escape(shown(cell))}</td>" for kind, cell in zip(kinds, row, strict=True)]
            yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"
