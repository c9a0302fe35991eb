"""Arguments of an infobox that belong together by their number: offices, columns, careers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from corpus.building.table_layout import ParsedCell
from corpus.infobox.facts import PLACE, Facts, Row, fact, heading, sections, stems_of
from corpus.infobox.labels import family_name
from corpus.word_lists import lines


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one group, and the heading that the facts in no group then stand under."""

    rows: tuple[Row, ...]
    rest_heading: str


@dataclass(frozen=True, slots=True)
class _Kind:
    headings: tuple[str, ...]
    fields: tuple[tuple[str, ...], ...]  # "range", arguments, arguments and three labels; or arguments and a label
    rest_heading: str
    templates: tuple[str, ...]


def grouped(facts: Facts) -> Iterator[Group]:
    """A group for each number that one of a kind's headings can be filled with."""
    family = family_name(facts.template)
    for kind in (kind for kind in _kinds() if any(fnmatchcase(family, pattern) for pattern in kind.templates)):
        stems = {_bare(place) for form in kind.headings for place in PLACE.findall(form)}
        for number in facts.numbers(stems):  # what is given without a number and with 1 is one group
            text = next(filter(None, (_filled(facts, form, number) for form in kind.headings)), "")
            if text and any(_is_given(facts, line, number) for line in kind.fields):
                _use_heading(facts, kind, number)
                rows = [row for line in kind.fields for row in _field(facts, line, number)]
                yield Group((heading(text), *rows, *_others(facts, number)), kind.rest_heading)


def _bare(place: str) -> str:
    return place.removesuffix("?")


def _filled(facts: Facts, form: str, number: str) -> str:
    """The heading; "" when an argument that it needs is not given."""
    names = {place: facts.given(_bare(place), number) for place in PLACE.findall(form)}
    if any(name is None and not place.endswith("?") for place, name in names.items()):
        return ""
    text = PLACE.sub(lambda place: facts.arguments.get(names[place[1]] or "", ""), form)
    return " ".join(text.split())


def _use_heading(facts: Facts, kind: _Kind, number: str) -> None:
    """Use up the arguments of the heading, and those of forms that it was not made by and no fact is made of."""
    form = next(form for form in kind.headings if _filled(facts, form, number))
    in_fields = {stem for line in kind.fields for part in line[:-1] for stem in stems_of(part)}
    for place in (*PLACE.findall(form), *(each for other in kind.headings for each in PLACE.findall(other))):
        if place in PLACE.findall(form) or _bare(place) not in (*in_fields, "title"):
            facts.take([_bare(place)], number)


def _is_given(facts: Facts, line: tuple[str, ...], number: str) -> bool:
    stems = line[1:3] if line[0] == "range" else line[:1]
    return any(facts.given(stem, number) for each in stems for stem in stems_of(each))


def _field(facts: Facts, line: tuple[str, ...], number: str) -> Iterator[Row]:
    if line[0] == "range":
        first, last = facts.take(stems_of(line[1]), number), facts.take(stems_of(line[2]), number)
        label = line[3] if first and last else line[4] if first else line[5]
        if first or last:
            yield fact(label, " – ".join(filter(None, (first, last))))
        return
    label = line[1]
    if label.startswith("{") and not (label := facts.take([label.strip("{}")], number)):
        return
    if value := facts.take(stems_of(line[0]), number):
        yield fact(label, value)


def _others(facts: Facts, number: str) -> Iterator[Row]:
    """Facts of the same number that the kind does not name. Those without a number may be about anything."""
    if int(number or 0) < 2:
        return
    for stem in [stem for stem, names in facts.numbered.items() if facts.name_of(stem, number)]:
        name = facts.name_of(stem, number)
        if name is not None and (row := facts.row_of(name, facts.arguments[name])) is not None:
            del facts.arguments[name]
            yield row


@cache
def _kinds() -> tuple[_Kind, ...]:
    found = []
    for part in sections("infobox_groups.tsv"):
        headings = tuple(line[1] for line in part if line[0] == "heading")
        rest = next((line[1] for line in part if line[0] == "left"), "")
        fields = tuple(tuple(line) for line in part if line[0] not in ("heading", "left", "for"))
        patterns = next(stems_of(line[1]) for line in part if line[0] == "for")
        found.append(_Kind(headings, fields, rest, patterns))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Columns:
    first: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], str], ...]  # the first of them among them


def column_rows(facts: Facts) -> Iterator[Row]:
    """Arguments of several numbers side by side: candidates of an election, parties of a war."""
    for block in _column_blocks():
        numbers = [number for number in facts.numbers(block.first) if number]
        if len(numbers) < 2 or not any(facts.numbers(stems) for stems, _ in block.rows[1:]):
            continue
        for stems, label in block.rows:
            values = [facts.take(stems, number) for number in numbers]
            is_above = label.startswith("above ")
            cells = tuple(ParsedCell(value, stems == block.first and not is_above) for value in values)
            if any(values):
                facts.width = max(facts.width, len(numbers) + (not is_above))
                yield from (
                    (heading(label.removeprefix("above ")), cells) if is_above else ((ParsedCell(label, True), *cells),)
                )


@cache
def _column_blocks() -> tuple[_Columns, ...]:
    found = []
    for part in sections("infobox_columns.tsv"):
        rows = tuple((stems_of(line[-2]), line[-1]) for line in part)
        found.append(_Columns(rows[0][0], rows))
    return tuple(found)


def career_rows(facts: Facts) -> Iterator[Row]:
    """Rows under a row of headers: clubs of {{Infobox football biography}} and its kin, a number each."""
    for title, columns in _career_kinds():
        numbers = [number for number in facts.numbers((*columns[0][1], *columns[1][1])) if number]
        if not all(any(facts.name_of(stem, each) for stem in stems for each in numbers) for _, stems in columns[:2]):
            continue
        rows = [[facts.take(stems, number).strip("()") for _, stems in columns] for number in numbers]
        used = [place for place in range(len(columns)) if any(row[place] for row in rows)]
        facts.width = max(facts.width, len(used))
        yield heading(title)
        yield tuple(ParsedCell(columns[place][0], True) for place in used)
        for row in rows:
            yield tuple(ParsedCell(row[place], place == 0) for place in used)


@cache
def _career_kinds() -> tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...]:
    found = []
    for line in lines("infobox_careers.tsv"):
        title, *rest = line.split("\t")
        columns = zip(rest[::2], rest[1::2], strict=True)
        found.append((title, tuple((label, stems_of(stems)) for label, stems in columns)))
    return tuple(found)
