"""A page as lines of text, for expected results that can be read."""

from __future__ import annotations

from corpus.page.elements import Cell, Element, Layout, List, Page, Section, Sentence, Table, sentences


def outline(page: Page | None) -> list[str]:
    """One line per element, item and row: ids, spans and levels included."""
    return [] if page is None else [line for element in page.elements for line in _lines(element)]


def paragraph_lines(page: Page, layout: Layout) -> list[str]:
    """One line per paragraph: the ids of its sentences, after "hatnote:" if it is one."""
    lines: list[str] = []
    for sentence in sentences(page):
        if sentence.id in layout.paragraphs:
            lines.append(f"hatnote: {sentence.id}" if sentence.id in layout.hatnotes else sentence.id)
        else:
            lines[-1] += f" {sentence.id}"
    return lines


def _lines(element: Element) -> list[str]:
    match element:
        case Sentence(id, text):
            return [f"{id}: {text}"]
        case Section(id, value, level):
            return [f"{id} level {level}: {value}"]
        case List(id, kind, items):
            return [f"{id} {kind}"] + [
                f"  {item.id} level {item.level}: {item.value}" + (f" + {item.nested}" if item.nested else "")
                for item in items
            ]
        case Table(id, kind, rows, caption):
            head = f"{id} {kind}" + (f": {caption}" if caption else "")
            return [head] + ["  " + " | ".join(map(_cell, row)) for row in rows]


def _cell(cell: Cell) -> str:
    spans = f" ({cell.row_span}x{cell.column_span})" if (cell.row_span, cell.column_span) != (1, 1) else ""
    return f"{cell.id}={cell.value}{spans}"
