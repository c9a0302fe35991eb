"""Build nested lists from marked lines (contract (a), "Lists")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.building.emphasis import formatted_text, plain_runs, shifted
from corpus.building.holes import without_holes
from corpus.page.element_id import ElementKind, local_id
from corpus.page.elements import Item, List, ListKind, Marks, Untrusted
from corpus.page.formatting import Formatting, Runs
from corpus.page.page_json import MAX_LEVEL
from corpus.syntax.emphasis import emphasised
from corpus.syntax.parser_state import BULLET, HOLE, INDENT, MARKERS, NUMBER, TERM

_KINDS: dict[str, ListKind] = {
    BULLET: "unordered_list",
    NUMBER: "ordered_list",
    INDENT: "description_list",
    TERM: "description_list",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One marked line: its list markers, its clean text, holes included, and the emphasised ranges of that."""

    markers: str
    text: str
    runs: Runs = ()


def marked_lines(text: str) -> list[Line]:
    """One written line as its lines: `; term : definition` holds two. Terms are bold."""
    body = text.lstrip(MARKERS + " ")
    markers = "".join(mark for mark in text[: len(text) - len(body)] if mark in MARKERS)
    head, *more = body.split(INDENT) if markers.endswith(TERM) else [body]
    rest = [Line(markers[:-1] + INDENT, *formatted_text(part)) for part in more]
    head = emphasised(head, "b") if markers.endswith(TERM) else head
    return [Line(markers, *formatted_text(head)), *rest]


def build_lists(
    lines: Sequence[Line], first_list: int, first_item: int, untrusted: Marks, formatting: Formatting
) -> list[List]:
    """The lists that consecutive marked lines make; a new kind at the outer level begins a new list.

    Lists are numbered from `first_list`, items from `first_item` on through the whole page. Items with a hole are
    added to `untrusted`, emphasised ranges to `formatting`.
    """
    found: list[List] = []
    for run in _runs(_with_terms(lines)):
        number = first_list + len(found)
        items = _items(run, number, first_item, untrusted, formatting)
        first_item += len(items)
        if items:
            found.append(List(local_id(ElementKind.LIST, number), _KINDS[run[0].markers[0]], items))
    return found


def _with_terms(lines: Sequence[Line]) -> Iterator[Line]:
    """Definitions with their term in front: "term: definition"; a term without one stays alone."""
    term: Line | None = None
    for line in lines:
        if not without_holes(line.text):
            continue
        if line.markers.endswith(TERM):
            if term is not None:
                yield term
            term = line
        elif term is not None and line.markers == term.markers[:-1] + INDENT:
            start = f"{term.text.removesuffix(':').rstrip()}: "
            runs = (
                *shifted(term.runs, 0, len(start) - 2),
                *shifted(line.runs, len(start), len(start) + len(line.text)),
            )
            yield Line(line.markers, start + line.text, runs)
            term = None
        else:
            if term is not None:
                yield term
            term = None
            yield line
    if term is not None:
        yield term


def _runs(lines: Iterator[Line]) -> list[list[Line]]:
    runs: list[list[Line]] = []
    for line in lines:
        if runs and _KINDS[runs[-1][-1].markers[0]] == _KINDS[line.markers[0]]:
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs


def _items(
    run: Sequence[Line], list_number: int, first_item: int, untrusted: Marks, formatting: Formatting
) -> tuple[Item, ...]:
    """Items whose level grows by one at most; the one above a deeper item names the nested list's kind."""
    levels: list[int] = []
    for line in run:
        deepest = levels[-1] + 1 if levels else 0
        levels.append(min(len(line.markers) - 1, deepest, MAX_LEVEL))
    items = []
    for i, line in enumerate(run):
        nested: ListKind | None = None
        if i + 1 < len(run) and levels[i + 1] > levels[i]:
            nested = _nested_kind(run[i + 1].markers)
        item = local_id(ElementKind.ITEM, list_number, first_item + i)
        if HOLE in line.text:
            untrusted[item] = Untrusted.MISSING_TEXT
        if runs := plain_runs(line.text, line.runs):
            formatting.runs[item] = runs
        items.append(Item(item, without_holes(line.text), levels[i], nested))
    return tuple(items)


def _nested_kind(markers: str) -> ListKind:
    """Official code prints nothing below a nested description list, hence bullets for it."""
    return "ordered_list" if markers[-1] == NUMBER else "unordered_list"
