"""Render the report as Markdown: `templates/report.md`, with figures as SVG files beside it."""

from __future__ import annotations

from typing import Any

from annotation.release.markdown import rendered
from annotation.release.report.document import Block, Document, Drawn, Table, Terms, Words

FIGURES = "figures"


def markdown(document: Document) -> str:
    """The whole text."""
    sections = [
        {"anchor": one.anchor, "title": one.title, "blocks": [_block(block) for block in one.blocks]}
        for one in document.sections
    ]
    numbers = [(one.label, one.value, one.beside) for one in document.numbers]
    context = {"document": document, "numbers": numbers, "sections": sections, "figures": FIGURES}
    return rendered("report.md", context | {"about_columns": ("", ""), "number_columns": ("Number", "Value", "")})


def _block(block: Block) -> dict[str, Any]:
    """What the template shows of a block."""
    match block:
        case Words(text):
            return {"words": text}
        case Terms(terms):
            return {"terms": terms}
        case Table():
            named: dict[str, Any] = {"name": block.name, "title": block.title, "definition": block.definition}
        case Drawn(figure):
            named = {"name": figure.name, "title": figure.title, "definition": figure.description, "is_drawn": True}
    return named | {"columns": block.columns, "rows": block.rows}
