"""Arguments of one infobox that are left to be made rows, by stem and number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from corpus.building.table_layout import ParsedCell
from corpus.infobox.label_forms import year_of
from corpus.infobox.labels import (
    NOT_SHOWN,
    form_label,
    is_style_value,
    is_switch,
    named_label,
    readable_name,
)
from corpus.word_lists import lines

Row = tuple[ParsedCell, ...]
Arguments = dict[str, str]  # by `argument_name`; values are clean text
_LARGEST_NUMBER = 40
NUMBERS = ("", *map(str, range(1, _LARGEST_NUMBER + 1)))
PLACE = re.compile(r"\{([^{}]+)\}")
_LAST_NUMBER = re.compile(r"(.*?[^\d_])_?(\d{1,2})")


@dataclass(slots=True)
class Facts:
    """The arguments of one infobox that are left to be made rows, and the parts made so far.

    `written` has the arguments' names as they stand on the page. `numbered` is stem -> number ("" for none) -> name.
    `paired` are those that make one row together: it stands where the first of them does.
    """

    template: str
    title: str
    arguments: Arguments
    written: Mapping[str, str]
    language: str
    width: int = 2
    numbered: dict[str, dict[str, str]] = field(default_factory=dict)
    paired: dict[str, Row | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.arguments:
            found = _LAST_NUMBER.fullmatch(name)
            self.numbered.setdefault(name, {})[""] = name
            if found is not None:
                self.numbered.setdefault(found[1], {}).setdefault(str(int(found[2])), name)

    def name_of(self, stem: str, number: str) -> str | None:
        """The argument of this stem and number that is still left."""
        name = self.numbered.get(stem, {}).get(number)
        return name if name in self.arguments and name not in self.paired else None

    def given(self, stem: str, number: str) -> str | None:
        """The same, where no number and the number 1 are one: "office" and "predecessor1"."""
        other = {"": "1", "1": ""}.get(number)
        return self.name_of(stem, number) or (None if other is None else self.name_of(stem, other))

    def take(self, stems: Iterable[str], number: str) -> str:
        """The value of the first of the arguments that is left, which it then no longer is; "" for none."""
        found = [name for stem in stems if (name := self.given(stem, number))]
        values = [self.arguments.pop(name) for name in found if name in self.arguments]
        return values[0] if values else ""

    def numbers(self, stems: Iterable[str]) -> list[str]:
        """The numbers that one of the stems is given with, in their order."""
        found = {number for stem in stems for number in self.numbered.get(stem, {}) if self.name_of(stem, number)}
        return sorted(found, key=lambda number: int(number or 0))

    def label_of(self, name: str, value: str) -> str:
        """The label of an argument, NOT_SHOWN when it is no fact."""
        named = named_label(self.template, name, self.language)
        if named is not None:
            return named if named == NOT_SHOWN or not is_style_value(value) else NOT_SHOWN
        if is_style_value(value) or is_switch(value):
            return NOT_SHOWN
        by_form = form_label(self.template, name, self.language)
        return readable_name(self.written.get(name, name), self.language) if by_form is None else by_form

    def row_of(self, name: str, value: str) -> Row | None:
        """The row of an argument, with the year of its name behind the value; None when it is no fact."""
        label = self.label_of(name, value)
        year = year_of(name)
        if year is not None and year[1] not in label and year[1] not in value:
            value = f"{value} ({year[1]})"
        return fact(label, value) if label else None


def fact(label: str, value: str) -> Row:
    """A row of a header and a value."""
    return ParsedCell(label, True), ParsedCell(value, False)


def heading(text: str) -> Row:
    """A row of one header, which spans the table once `widened`."""
    return (ParsedCell(text, True, 1, 2),)


def widened(rows: Iterable[Row], width: int) -> Iterator[Row]:
    """The rows with headings and the values of facts as wide as the widest row."""
    for row in rows:
        if len(row) == 1:
            yield (ParsedCell(row[0].value, row[0].is_header, 1, width),)
        elif len(row) == 2 and row[0].is_header and not row[1].is_header:
            yield (row[0], ParsedCell(row[1].value, False, 1, width - 1))
        else:
            yield row


def sections(file: str) -> Iterator[list[list[str]]]:
    """The lines under each "[heading]" of a file, cut at tabs."""
    found: list[list[str]] = []
    for line in lines(file):
        if line.startswith("["):
            if found:
                yield found
            found = []
        else:
            found.append(line.split("\t"))
    yield found


def stems_of(text: str) -> tuple[str, ...]:
    """The arguments of a line: "a | b"."""
    return tuple(each.strip() for each in text.split("|"))
