"""Kinds of actions: on verifications, on a person, and on one piece of a person's work.

A workflow's own are `ROW_ACTIONS` of `annotation/actions/workflows/<slug>/row_actions.py`, and `WORK_ACTIONS` of its
`work_actions.py`: actions on a person whose argument "assignment" names their work.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotation.actions import workflows
from annotation.actions.models import Action, ActionItem
from annotation.actions.rows import Target
from annotation.errors import Fields
from annotation.work.folders import modules_of
from annotation.work.workflow import Text

Items = Mapping[ActionItem, Target]


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of a row: nothing, and `code` says why; or what was asked, and `detail` is what undo needs."""

    code: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Consequence:
    """One line of a preview. `number` of what the words name; `is_warning`: to be read before one confirms."""

    words: str
    number: int | None = None
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Rows that would be left as they are, for one reason."""

    code: str
    verifications: list[int]


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would do now. `rows`: how many it would be carried out on."""

    rows: int
    refused: list[Refused]
    consequences: list[Consequence]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that an action needs before it is confirmed, stored in `Action.arguments` under `name`."""

    name: str
    label: Text
    choices: tuple[tuple[str, Text], ...] = ()  # empty: a whole number of per cent


@dataclass(frozen=True, slots=True, kw_only=True)
class RowAction:
    """An action on selected rows. `apply` and `undo` are given a batch each, in the transaction that stores what became
    of it; `apply` returns it by verification, `undo` by item: a code where the row stays as the action left it.
    `undoable` returns what `undo` would. `note_is_read`: by the annotators, so that it must be written.
    """

    slug: str
    label: Text  # in menus
    done: Text  # in the log
    explained: Text
    apply: Callable[[Action, Sequence[Target]], Mapping[int, Applied]]
    undo: Callable[[Action, Items], Mapping[int, str]]
    undoable: Callable[[Action, Items], Mapping[int, str]]
    preview: Callable[[Action], Preview]
    options: tuple[Option, ...] = ()
    note_is_read: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAction:
    """An action on a person. `apply` returns what undo needs, `undoable` a code where that is not possible any more.

    `problems(action)` says why it cannot be carried out, by field; `available` whether it makes sense for this person
    at all.
    """

    slug: str
    label: Text
    done: Text
    explained: Text
    apply: Callable[[Action], Mapping[str, Any]]
    undo: Callable[[Action], object]
    undoable: Callable[[Action], str]
    preview: Callable[[Action], Preview]
    problems: Callable[[Action], Fields]
    options: tuple[Option, ...] = ()


AnyAction = RowAction | PersonAction


@functools.cache
def row_actions() -> dict[str, RowAction]:
    """The actions on rows, by slug, in the order of menus."""
    modules = modules_of(workflows, "row_actions").values()
    return {one.slug: one for module in modules for one in module.ROW_ACTIONS}


@functools.cache
def person_actions() -> dict[str, PersonAction]:
    """The actions on people, by slug, in the order of menus."""
    from annotation.actions.on_people import PERSON_ACTIONS

    return {one.slug: one for one in PERSON_ACTIONS}


@functools.cache
def work_actions() -> dict[str, PersonAction]:
    """The actions on one piece of work, by slug."""
    return {one.slug: one for module in modules_of(workflows, "work_actions").values() for one in module.WORK_ACTIONS}


def kind_of(action: Action) -> AnyAction | None:
    """The kind of an action; None for one of a version of Attest that had others."""
    return row_actions().get(action.kind) or person_actions().get(action.kind) or work_actions().get(action.kind)
