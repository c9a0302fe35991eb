"""Rows of an infobox whose template is not known, by rules for families of infoboxes.

The arguments are known, what the template makes of them is not. Labels, groups, columns and careers are data
(`data/infobox_*`); an argument that none of them names is a row under its own name, without its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from corpus.building.table_layout import ParsedCell
from corpus.infobox.facts import (
    NUMBERS,
    PLACE,
    Arguments,
    Facts,
    Row,
    fact,
    heading,
)
from corpus.infobox.groups import career_rows, column_rows, grouped
from corpus.infobox.labels import NAME_ARGUMENTS, named_label
from corpus.word_lists import lines

# Names that tell something even when they are the title.
_MAY_REPEAT = frozenset(("full_name", "fullname", "birth_name", "native_name", "taxon", "genus", "species", "binomial"))
_END = re.compile(r"_#(?=[\t}/]|$)")  # as `argument_name` has it
_HEADER = re.compile(r"(?:sub)?header\d*")
_OF_YEAR = re.compile(r"(?P<before>.+)_(?:year|as_?of|anno|jahr|año)|anno_?(?P<behind>.+)")
# Pairs by their names alone: what the label is called, and what its value then is.
_VALUES = {
    "label": ("data", "_data", "info", "_info", "value", "_value", "text", "_text"),
    "title": ("name", "_name", "info", "_info", "value", "_value", "data", "_data"),
    "name": ("info", "_info", "value", "_value", "data", "_data"),
    "etichetta": ("valore", "_valore", "testo", "_testo", "dato", "_dato", "contenuto", "_contenuto"),
    "titolo": ("valore", "_valore", "testo", "_testo", "dato", "_dato", "nome", "_nome"),
    "nome": ("valore", "_valore", "testo", "_testo", "dato", "_dato"),
}
_VALUES |= {"lbl": _VALUES["label"], "campo": _VALUES["etichetta"], "type": ("name", "_name")}
_LABEL = re.compile(rf"(?P<before>.*?)_?(?P<kind>{'|'.join(_VALUES)})(?P<number>(?:_?\d{{1,2}})?)")
_LONGEST_LABEL = 60  # characters
_DATA = re.compile(r"data\d+")  # without a label: as wide as the table


def rule_rows(facts: Facts) -> list[Row]:
    """The rows below the name. Groups and columns, which have headings of their own, stand below the facts without one,
    unless the family's template prints them first; an argument that only repeats the title is no fact."""
    _drop_names(facts)
    _append(facts)
    _append_years(facts)
    facts.paired = _paired(facts)
    blocks = [*column_rows(facts), *career_rows(facts)]
    groups = list(grouped(facts))
    loose = list(_loose(facts))
    in_groups = [row for group in groups for row in group.rows]
    rest_heading = next((group.rest_heading for group in groups if group.rest_heading), "")
    if not rest_heading:
        return [*loose, *in_groups, *blocks]
    return [*in_groups, *([heading(rest_heading)] if loose else []), *loose, *blocks]


def _drop_names(facts: Facts) -> None:
    left = facts.arguments
    shown = next((left[name] for name in NAME_ARGUMENTS if name in left), "")
    for name in NAME_ARGUMENTS:
        # A page named "Norway" still tells that its subject is called "Kingdom of Norway".
        if name != "official_name" or left.get(name) == shown:
            left.pop(name, None)


def _loose(facts: Facts) -> Iterator[Row]:
    """Rows of what stands in no group, in the order of the arguments."""
    for name, value in facts.arguments.items():
        if name in facts.paired:
            row = facts.paired[name]
            if row is not None:
                yield row
        elif _HEADER.fullmatch(name):
            yield heading(value)
        elif _DATA.fullmatch(name):
            yield (ParsedCell(value, False, 1, 2),)
        elif name not in _years() and (value != facts.title or name in _MAY_REPEAT):
            row = facts.row_of(name, value)
            if row is not None:
                yield row


# Values printed behind others, and labels given as arguments.


def _append(facts: Facts) -> None:
    arguments = facts.arguments
    for name in [name for name in arguments if name in _appended()]:
        if name in arguments:
            arguments[name] += _filled(_appended()[name], arguments)


def _append_years(facts: Facts) -> None:
    """Put what only says of which year a figure is behind it: "staff_year" behind "staff"."""
    arguments = facts.arguments
    for name in list(arguments):
        found = _OF_YEAR.fullmatch(name)
        stem = (found["before"] or found["behind"]).strip("_") if found else ""
        if stem and stem in arguments and not _is_known(facts, name):
            year = arguments.pop(name)
            if year not in arguments[stem]:
                arguments[stem] += f" ({year})"


def _filled(forms: Iterable[str], arguments: Arguments) -> str:
    """The forms whose arguments are all given, with their values in place; those are used up."""
    text = ""
    for form in forms:
        names = {
            place: next((each for each in place.split("/") if each in arguments), "") for place in PLACE.findall(form)
        }
        if all(names.values()):
            text += PLACE.sub(lambda place, names=names: arguments[names[place[1]]], form)  # type: ignore[misc]
            for used in names.values():
                arguments.pop(used, None)
    return text


def _paired(facts: Facts) -> dict[str, Row | None]:
    """Argument -> its row for facts whose label is an argument too; the argument with the value has None."""
    arguments = facts.arguments
    found: dict[str, Row | None] = {}
    for label in [name for name in arguments if name in _pairs()]:
        for value, forms in _pairs()[label]:
            if label not in found and value in arguments and value not in found and label in arguments:
                arguments[value] += _filled(forms, arguments)
                found[label] = fact(arguments[label], arguments[value])
                found[value] = None
        found.setdefault(label, None)
    for label in [name for name in arguments if name not in found]:
        partner = _value_of(facts, label)
        if partner is not None and partner not in found:
            found |= {label: fact(arguments[label], arguments[partner]), partner: None}
    return found


def _value_of(facts: Facts, label: str) -> str | None:
    """The argument that has the value where `label` is one that nobody knows, named like the label of a pair."""
    found = _LABEL.fullmatch(label)
    text = facts.arguments[label]
    if found is None or not text[0].isalpha() or len(text) > _LONGEST_LABEL:
        return None
    is_number = found["before"].strip("_").isdigit()  # "1_name": nothing else tells what it is about
    names = (f"{found['before']}{end}{found['number']}" for end in _VALUES[found["kind"]])
    return next(
        (
            name
            for name in names
            if name in facts.arguments and (is_number or not (_is_known(facts, label) or _is_known(facts, name)))
        ),
        None,
    )


def _is_known(facts: Facts, name: str) -> bool:
    return named_label(facts.template, name, facts.language) is not None


@cache
def _appended() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in lines("infobox_appended.tsv"):
        name, *forms = _END.sub("#", line).split("\t")
        for number in NUMBERS if "#" in name else ("",):
            found.setdefault(name.replace("#", number), tuple(form.replace("#", number) for form in forms))
    return found


@cache
def _years() -> frozenset[str]:
    """Arguments with the year of another one's figure, which say nothing without it."""
    places = (place for forms in _appended().values() for form in forms for place in PLACE.findall(form))
    return frozenset(name for place in places for name in place.split("/") if name.endswith("_year"))


@cache
def _pairs() -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for line in lines("infobox_pairs.tsv"):
        label, value, *forms = _END.sub("#", line).split("\t")
        for number in NUMBERS if "#" in line else ("",):
            filled = value.replace("#", number), tuple(form.replace("#", number) for form in forms)
            found.setdefault(label.replace("#", number), []).append(filled)
    return found
