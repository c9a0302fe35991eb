"""Import a screening test from a JSON or JSONL file: all of it, or nothing.

An object is an item, `{"part": "grammar", "prompt": "...", "choices": ["...", "..."], "right": "..."}` with the right
choice in the same words (parts: grammar, spelling, fluency), or a text: `{"part": "text", "title": "...",
"text": "..."}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.workflows.screening.models import Part, ScreeningItem, ScreeningText

DEFAULT = Path(__file__).parent / "default_test.jsonl"
TEXT = "text"
CHOICES = (2, 6)
LONGEST_CHOICE, LONGEST_PROMPT, LONGEST_TITLE, LONGEST_TEXT = 500, 500, 200, 5_000
MOST_PEOPLE = 32_767  # may take one text: the most that the column holds
SLUG = "screening"


class BadTest(ValueError):
    """A file that cannot be imported; `problems` has a sentence for each line to correct."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class NewItem:
    part: str
    prompt: str
    choices: tuple[str, ...]
    right: int


@dataclass(frozen=True, slots=True)
class NewText:
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Imported:
    """Numbers of new items and texts, and of those that the project had."""

    items: int
    texts: int
    known: int


def import_test(*, project: Project, content: str, name: str) -> Imported:
    """Add the items and texts of a file to the project's test. Raises BadTest with every bad line."""
    found: list[NewItem | NewText] = []
    problems = []
    for number, row in _rows(content):
        try:
            if isinstance(row, _Bad):
                raise row
            found.append(read_row(row))
        except _Bad as error:
            problems.append(_("%(file)s, line %(line)d: %(problem)s") % _place(name, number, error))
    if not found and not problems:
        problems = [_("%(file)s is empty. Write one object a line, or a JSON array of them.") % {"file": name}]
    if problems:
        raise BadTest(problems)
    return add(project, found)


@transaction.atomic
def add(project: Project, rows: list[NewItem | NewText]) -> Imported:
    """Add what the project's test does not have yet."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two imports at once: one after the other
    known: set[NewItem | NewText] = {
        NewItem(one.part, one.prompt, tuple(one.choices), one.right)
        for one in ScreeningItem.objects.filter(project=project)
    }
    texts = ScreeningText.objects.filter(task__project=project)
    known |= {NewText(one.title, one.text) for one in texts.filter(task__withdrawn_at__isnull=True)}
    fresh = [row for row in dict.fromkeys(rows) if row not in known]
    items = [row for row in fresh if isinstance(row, NewItem)]
    ScreeningItem.objects.bulk_create(
        ScreeningItem(project=project, part=one.part, prompt=one.prompt, choices=[*one.choices], right=one.right)
        for one in items
    )
    position = texts.count()
    for one in fresh:
        if isinstance(one, NewText):
            task = Task.objects.create(project=project, kind=SLUG, position=position, required_annotations=MOST_PEOPLE)
            ScreeningText.objects.create(task=task, title=one.title, text=one.text)
            position += 1
    return Imported(len(items), len(fresh) - len(items), len(rows) - len(fresh))


def add_default(project: Project) -> Imported:
    """Add Attest's own test."""
    return import_test(project=project, content=DEFAULT.read_text(encoding="utf-8"), name=DEFAULT.name)


def fill_empty_test(project: Project) -> None:
    """Add Attest's own test to a project that has none: a prerequisite without a test would let nobody in."""
    has_items = ScreeningItem.objects.filter(project=project).exists()
    if not has_items and not ScreeningText.objects.filter(task__project=project).exists():
        add_default(project)


class _Bad(ValueError):
    """What is wrong with a line, with the remedy."""


def read_row(row: Any) -> NewItem | NewText:
    """Read an item or a text. Raises ValueError with the remedy."""
    if not isinstance(row, dict):
        raise _Bad(_("this is no object. Write {…}."))
    part = row.get("part")
    if part == TEXT:
        return NewText(_string(row, "title", LONGEST_TITLE), _string(row, "text", LONGEST_TEXT))
    if part not in Part.values:
        parts = ", ".join([*Part.values, TEXT])
        raise _Bad(_("“part” has to be one of: %(parts)s.") % {"parts": parts})
    choices = row.get("choices")
    if not isinstance(choices, list) or not CHOICES[0] <= len(choices) <= CHOICES[1]:
        raise _Bad(_("“choices” has to be a list of %(least)d to %(most)d texts.") % _least_and_most())
    cleaned = tuple(_string({"choices": choice}, "choices", LONGEST_CHOICE) for choice in choices)
    if len(set(cleaned)) < len(cleaned):
        raise _Bad(_("two choices are the same. Change one of them."))
    right = _string(row, "right", LONGEST_CHOICE)
    if right not in cleaned:
        raise _Bad(_("“right” is none of the choices. Write the right choice in the same words."))
    return NewItem(part, _string(row, "prompt", LONGEST_PROMPT), cleaned, cleaned.index(right))


def _least_and_most() -> dict[str, int]:
    return {"least": CHOICES[0], "most": CHOICES[1]}


def _string(row: dict[str, Any], key: str, longest: int) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _Bad(_("“%(key)s” is missing. Write a text.") % {"key": key})
    if len(value) > longest:
        raise _Bad(_("“%(key)s” is too long: %(most)d characters are the most.") % {"key": key, "most": longest})
    if "\x00" in value:
        raise _Bad(_("“%(key)s” has a character that cannot be stored. Remove it.") % {"key": key})
    return value.strip()


def _place(name: str, number: int, error: _Bad) -> dict[str, object]:
    return {"file": name, "line": number, "problem": str(error)}


def _rows(content: str) -> Iterator[tuple[int, Any]]:
    """Line number and object of a JSONL file, or of a JSON array; _Bad for what cannot be read."""
    content = content.removeprefix("\ufeff")
    if content.lstrip().startswith("["):
        yield from _array(content)
        return
    for number, line in enumerate(content.splitlines(), start=1):
        if line.strip():
            yield number, _parsed(line)


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return _Bad(_("this is no JSON. Write one whole object a line."))


def _array(content: str) -> Iterator[tuple[int, Any]]:
    """The elements of an array, each with the line it begins in; up to the first that is no JSON."""
    decoder, at = json.JSONDecoder(), content.index("[") + 1
    while True:
        at += len(content[at:]) - len(content[at:].lstrip(" \t\r\n,"))
        number = content.count("\n", 0, at) + 1
        if content.startswith("]", at):
            return
        try:
            row, at = decoder.raw_decode(content, at)
        except (ValueError, RecursionError):
            yield number, _Bad(_("this is no JSON. Correct it, or write one object a line."))
            return
        yield number, row
