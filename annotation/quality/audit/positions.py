"""Positions of evidence: sentence, table row, section (FEVEROUS paper, section 3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from corpus.page.element_id import ElementId, ElementKind, parse

INTRODUCTION = "introduction"
_STEPS = ((0, "0"), (4, "1-4"), (9, "5-9"), (19, "10-19"))


@dataclass(frozen=True, slots=True)
class Positions:
    """Counts of evidence by position, from 0: sentence of the page, row of the table, item of the list;
    section of the page ("introduction" before the first). Once for each element of each verification.
    """

    sentences: Counter[int]
    rows: Counter[int]
    items: Counter[int]
    sections: Counter[str]


@dataclass(frozen=True, slots=True)
class Chosen:
    """An element that somebody chose, with its context."""

    element: ElementId
    section: str

    @classmethod
    def of(cls, element_id: str, context: Iterable[str]) -> Chosen:
        """From the full id of an element and those of its context, as evidence holds them."""
        return cls(parse(element_id), section_of(context))


def section_of(context: Iterable[str]) -> str:
    """The number of the nearest section in a context, or INTRODUCTION."""
    sections = (found for found in map(parse, context) if found.kind == ElementKind.SECTION)
    nearest = next(sections, None)
    return INTRODUCTION if nearest is None else str(nearest.numbers[0])


def positions(chosen: Iterable[Chosen]) -> Positions:
    """Counts of every place."""
    found = Positions(Counter(), Counter(), Counter(), Counter())
    for one in chosen:
        found.sections[one.section] += 1
        match one.element.kind:
            case ElementKind.SENTENCE:
                found.sentences[one.element.numbers[0]] += 1
            case ElementKind.CELL | ElementKind.HEADER_CELL:
                found.rows[one.element.numbers[1]] += 1
            case ElementKind.ITEM:
                found.items[one.element.numbers[1]] += 1
            case _:
                pass
    return found


def places(one: Chosen) -> list[str]:
    """The place in words: "sentence 0", "row 1-4", "table 0", "section introduction"."""
    numbers = one.element.numbers
    section = f"section {one.section if one.section == INTRODUCTION else _step(int(one.section))}"
    match one.element.kind:
        case ElementKind.SENTENCE:
            return [section, f"sentence {_step(numbers[0])}"]
        case ElementKind.CELL | ElementKind.HEADER_CELL:
            return [section, f"table {_step(numbers[0])}", f"row {_step(numbers[1])}"]
        case ElementKind.ITEM:
            return [section, f"list {_step(numbers[0])}", f"item {_step(numbers[1])}"]
        case _:
            return [section]


def _step(number: int) -> str:
    """The paper tells the first and what comes after the twentieth from the rest."""
    return next((name for last, name in _STEPS if number <= last), "20-")
