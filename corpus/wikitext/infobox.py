"""Convert infobox templates to tables: a name row above rows of a header and a value.

What the real template shows cannot be known without MediaWiki; the arguments can. Labels are made
readable, arguments that only style or illustrate are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.building.cleanup import clean_cell, clean_text
from corpus.building.table_layout import SourceCell, SourceTable
from corpus.syntax.nodes import Template
from corpus.syntax.parser_state import BLOCK, InfoboxSource, ParserState
from corpus.syntax.wikilinks import without_brackets
from corpus.templates.call import template_name
from corpus.templates.infobox_labels import LABELS, NAME_ARGUMENTS, SKIPPED, SKIPPED_ENDINGS, SKIPPED_STARTS
from corpus.wikitext.inline import render
from corpus.word_lists import pairs

_NUMBERED = re.compile(r"(?P<stem>.*?[a-z])_?(?P<number>\d+)(?P<end>[a-z_]*)")
_FILE_VALUE = re.compile(r"^\S[^\n]*\.(?:jpe?g|png|svg|gif|tiff?|og[gav]|webm|webp|pdf|mid|mp3|wav)$", re.IGNORECASE)
# years, club, caps, goals: one row of a player's career.
_CAREERS = (
    ("youthyears", ("youthclubs", "youthteam"), ("youthcaps", "youthgoals")),
    ("collegeyears", ("college", "collegeteam"), ("collegecaps", "collegegoals")),
    ("years", ("clubs", "team", "club"), ("caps", "goals", "points")),
    ("amateuryears", ("amateurclubs", "amateurteam"), ("amateurcaps", "amateurgoals")),
    ("nationalyears", ("nationalteam",), ("nationalcaps", "nationalgoals")),
    ("repyears", ("repteam",), ("repcaps", "reppoints")),
    ("manageryears", ("managerclubs", "managerteam"), ()),
    ("coachyears", ("coachteams", "coachclubs"), ()),
)
_LARGEST_NUMBER = 40
_NUMBERS = ("", *map(str, range(1, _LARGEST_NUMBER + 1)))
# The same written out, so that an infobox is looked through once: label -> value, years -> (teams, figures).
_VALUE_OF = {
    label.replace("#", number): value.replace("#", number)
    for label, value in reversed(pairs("infobox_pairs.tsv").items())  # the first of several for one label counts
    for number in (_NUMBERS if "#" in label else ("",))
}
_CAREER_OF = {
    years + number: (tuple(team + number for team in teams), tuple(figure + number for figure in figures))
    for years, teams, figures in _CAREERS
    for number in _NUMBERS
}
# Names that tell something even when they are the title.
_MAY_REPEAT = frozenset(("full_name", "fullname", "birth_name", "native_name", "taxon", "genus", "species", "binomial"))

Arguments = dict[str, str]


def read_infobox(template: Template, reading: ParserState) -> SourceTable | None:
    """The infobox as rows; None when none of its arguments holds a fact."""
    arguments: Arguments = {}
    nested: list[SourceTable] = []
    for parameter in template.params:
        name = str(parameter.name).strip().lower().replace(" ", "_").replace("-", "_")
        text = render(parameter.value, reading) if parameter.showkey or _may_nest(parameter.value) else ""
        nested += _nested_tables(text, reading)
        if parameter.showkey and (value := clean_cell(text)):
            arguments[name] = value
    title = _name(template_name(template), arguments, reading.title)
    rows = [*_facts(arguments, title), *(row for table in nested for row in table.rows)]
    if not rows:
        return None
    return SourceTable("infobox", ((SourceCell(title, True, 1, 2),), *rows), None)


def _may_nest(value: object) -> bool:
    return "{{" in str(value)


def _nested_tables(text: str, reading: ParserState) -> Iterator[SourceTable]:
    """Infoboxes given as arguments (modules, sections of a chembox) without their name rows."""
    for mark in BLOCK.finditer(text):
        block = reading.block(mark)
        if isinstance(block, InfoboxSource):
            table = read_infobox(block.template, reading)
            if table is not None:
                yield SourceTable("infobox", table.rows[1:], None)
        else:
            reading.dropped[f"{type(block).__name__.removesuffix('Source').lower()} inside an infobox"] += 1


def _name(template: str, arguments: Arguments, page: str) -> str:
    given = next((arguments[name] for name in NAME_ARGUMENTS if name in arguments), "")
    return given or without_brackets(page)


def _facts(arguments: Arguments, title: str) -> Iterator[tuple[SourceCell, ...]]:
    """Rows in the order of the arguments; pairs and career lines become one row where they begin.

    An argument that only repeats the title ("post", "election_name") is no fact of its own.
    """
    left = dict(arguments)
    shown = next((left[name] for name in NAME_ARGUMENTS if name in left), "")
    for name in NAME_ARGUMENTS:
        # A page named "Norway" still tells that its subject is called "Kingdom of Norway".
        if name != "official_name" or left.get(name) == shown:
            left.pop(name, None)
    paired = _paired(left) | _careers(left)
    for name, value in left.items():
        if name in paired:
            label, text = paired[name]
            if label and text:
                yield _fact(label, text)
        elif re.fullmatch(r"header_?\d+", name):
            yield (SourceCell(value, True, 1, 2),)
        elif not _is_skipped(name, value) and (value != title or name in _MAY_REPEAT):
            yield _fact(clean_text(label_of(name)), value)


def _fact(label: str, value: str) -> tuple[SourceCell, ...]:
    return SourceCell(label, True), SourceCell(value, False)


def _paired(arguments: Arguments) -> dict[str, tuple[str, str]]:
    """Argument -> (label, value) for facts whose label is an argument too; partners map to ("", "")."""
    found: dict[str, tuple[str, str]] = {}
    for label in arguments:
        if label in _VALUE_OF and label not in found:
            value = _VALUE_OF[label]
            found[label] = (arguments[label], arguments.get(value, ""))
            if value in arguments:
                found.setdefault(value, ("", ""))
    return found


def _careers(arguments: Arguments) -> dict[str, tuple[str, str]]:
    """{{Infobox footballer}} and its kin: "1996–2000" | "Club (100 / 20)"."""
    found: dict[str, tuple[str, str]] = {}
    for when in arguments:
        if when not in _CAREER_OF:
            continue
        teams, figures = _CAREER_OF[when]
        team = next((team for team in teams if team in arguments), None)
        if team is None:
            continue
        counts = [figure for figure in figures if figure in arguments]
        played = " / ".join(arguments[count].strip("()") for count in counts)
        found[when] = (arguments[when], f"{arguments[team]} ({played})" if played else arguments[team])
        found |= dict.fromkeys([team, *counts], ("", ""))
    return found


def _is_skipped(name: str, value: str) -> bool:
    if name in SKIPPED or name.startswith(SKIPPED_STARTS) or name.endswith(SKIPPED_ENDINGS):
        return True
    return bool(_FILE_VALUE.match(value)) or not any(character.isalnum() for character in value)


def label_of(name: str) -> str:
    """An argument's name as a reader would see it: "area_total_km2" is "Total area (km²)"."""
    if name in LABELS:
        return LABELS[name]
    numbered = _NUMBERED.fullmatch(name)
    if numbered and not name.endswith(("km2", "m2", "m3", "co2")):
        stem, number, end = numbered.groups()
        rest = f" {end.replace('_', ' ').strip()}" if end else ""
        return f"{label_of(stem)} {number}{rest}"
    words = " ".join(name.replace("_", " ").split())
    return words[:1].upper() + words[1:]
