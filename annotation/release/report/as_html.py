"""Render the report as one self-contained HTML file without scripts: `templates/`, styled by `style.css`.

Everything is escaped by the templates but the style and the drawings, which `annotation.figures` escapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.template import Context, Engine

from annotation.figures.drawing import STYLE
from annotation.release.report.as_markdown import FIGURES
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

HERE = Path(__file__).parent
BROAD = 6  # columns; a table with so many stands across both columns of a printed page


def html(document: Document) -> str:
    """The whole page."""
    css = (HERE / "style.css").read_text(encoding="utf-8").strip()
    sections = [
        {"anchor": one.anchor, "title": one.title, "blocks": [_block(block) for block in one.blocks]}
        for one in document.sections
    ]
    shown_in = {
        "document": document,
        "sections": sections,
        "first": document.sections[0].anchor if document.sections else "top",
        "style": f"{css}\n{_marks()}",
    }
    return _engine().get_template("report.html").render(Context(shown_in))


@cache
def _engine() -> Engine:
    """Apart from the site's: the report has no request, and is made where no page is."""
    return Engine(dirs=[str(HERE / "templates")])


def _marks() -> str:
    """The colours of drawings, as in the files of each figure, less the ground, which is the page's."""
    return STYLE.replace("background:light-dark(#fff,#15181c)", "background:none")


def _block(block: Block) -> dict[str, Any]:
    """What the template of a block shows."""
    match block:
        case Words(text):
            return {"template": "words.html", "words": text}
        case Terms(terms):
            return {"template": "terms.html", "terms": terms}
        case Table():
            return {
                "template": "table.html",
                "name": block.name,
                "title": block.title,
                "definition": block.definition,
                "is_broad": len(block.columns) >= BROAD,
                "table": _table(block.columns, block.rows),
            }
        case Drawn(figure):
            return {
                "template": "figure.html",
                "name": figure.name,
                "title": figure.title,
                "definition": figure.description,
                "svg": figure.svg,
                "file": f"{FIGURES}/{figure.name}.csv",
                "count": len(figure.rows),
                "table": _table(block.columns, block.rows),
            }


def _table(columns: Sequence[str], rows: Rows) -> dict[str, Any]:
    """Heads and rows as text; a column of numbers is marked in each of its cells."""
    numeric = [is_numeric(rows, at) for at in range(len(columns))]
    return {
        "heads": [{"text": head, "is_number": is_number} for head, is_number in zip(columns, numeric, strict=True)],
        "rows": [{"group": row.name} if isinstance(row, Group) else {"cells": _cells(row, numeric)} for row in rows],
    }


def _cells(row: Sequence[Any], numeric: Sequence[bool]) -> list[dict[str, Any]]:
    return [{"text": shown(cell), "is_number": is_number} for cell, is_number in zip(row, numeric, strict=True)]
