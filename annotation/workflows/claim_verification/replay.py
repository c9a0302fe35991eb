"""Replay an operation log to the draft at its end or at any step.

`frontend/static/js/sync/operation-log.js` writes these operations; the two are held together by
tests/frontend/test_replay.py, which drives the one and reads it with the other. Pure: no database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from functools import partial
from typing import Any, TypedDict

from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.work.logged_operation import LoggedOperation
from annotation.workflows.claim_verification.draft_schema import (
    REFINEMENTS,
    STARTING_SETS,
    default_colour,
    problems_of,
)

MOST_SETS = 100  # as many as a submission may have


class Look(TypedDict):
    name: str
    colour: str


class Chosen(TypedDict):
    """A draft without the place of the reader; what follows `sets` runs beside it, but for the last four.

    `labels`: the verdict that each set leads to, empty where sets have none.
    `dropped`, `added`: evidence -> context left out, added. `joined`: a sentence -> the one that goes on with it.
    """

    sets: list[list[str]]
    dropped: list[dict[str, list[str]]]
    added: list[dict[str, list[str]]]
    joined: list[dict[str, list[str]]]
    looks: list[Look]
    labels: list[str]
    active_set: int
    verdict: str
    challenge: str
    unsure: bool


def nothing_chosen(sets: int = STARTING_SETS) -> Chosen:
    """Initial state of a page with so many evidence sets."""
    state = Chosen(
        sets=[],
        dropped=[],
        added=[],
        joined=[],
        looks=[],
        labels=[],
        active_set=0,
        verdict="",
        challenge="",
        unsure=False,
    )
    _grow(state, max(1, sets))
    return state


def replay(operations: Iterable[LoggedOperation], *, sets: int = STARTING_SETS) -> Chosen:
    """The state after these operations, in the order of the log; `sets` is how many the page began with.

    Logs from before this vocabulary have no details: an element then goes to the end of the set that was shown. An
    operation that makes no sense, which only a program of somebody's own can have sent, changes nothing.
    """
    state = nothing_chosen(sets)
    for operation in operations:
        step = STEPS.get(operation.name)
        if step is not None:
            with suppress(KeyError, TypeError, ValueError):
                step(state, operation.value, operation.detail)
    return state


def same_work(one: Chosen, other: Chosen) -> bool:
    """Return whether two hold the same evidence, context and decision, whatever empty sets, looks or the set shown."""
    return _substance(one) == _substance(other)


def _substance(state: Chosen) -> tuple[Any, ...]:
    filled = [
        (ids, label, *({of: sorted(others) for of, others in each.items() if others and of in ids} for each in refined))
        for ids, label, *refined in zip(
            state["sets"], state["labels"], state["dropped"], state["added"], state["joined"], strict=True
        )
        if ids
    ]
    return filled, verdict_of(state), state["challenge"], state["unsure"]


def verdict_of(state: Chosen) -> str:
    """The verdict of the whole: the one that was chosen, else the label of the first set that has one."""
    labels = (label for ids, label in zip(state["sets"], state["labels"], strict=True) if ids and label)
    return state["verdict"] or next(labels, "")


def _beside(state: Chosen) -> tuple[list[Any], ...]:
    """The sets, and what runs beside them."""
    refinements = state["dropped"], state["added"], state["joined"]
    return state["sets"], *refinements, state["looks"], state["labels"]


def _grow(state: Chosen, sets: int) -> None:
    if not 0 < sets <= MOST_SETS:
        raise ValueError(f"no page has {sets} evidence sets")
    while len(state["sets"]) < sets:
        state["looks"].append({"name": "", "colour": default_colour(len(state["sets"]))})
        state["sets"].append([])
        state["labels"].append("")
        for each in (state["dropped"], state["added"], state["joined"]):
            each.append({})


def _set_of(state: Chosen, detail: Mapping[str, Any]) -> int:
    """The set an operation speaks of, counted from 0."""
    number = int(detail.get("set", state["active_set"]))
    _grow(state, number + 1)
    return number


def _numbered(value: str) -> int:
    """A set as operations name it, from 1; counted from 0 here. Raises ValueError."""
    return int(value) - 1


def _highlight(state: Chosen, value: str, detail: Mapping[str, Any]) -> None:
    ids = state["sets"][_set_of(state, detail)]
    if value in ids:
        ids.remove(value)
    ids.insert(int(detail.get("at", len(ids))), value)


def _remove_highlight(state: Chosen, value: str, detail: Mapping[str, Any]) -> None:
    ids = state["sets"][_set_of(state, detail)]
    if value in ids:
        ids.remove(value)


def _refinements(state: Chosen, name: str) -> list[dict[str, list[str]]]:
    return {"dropped": state["dropped"], "added": state["added"], "joined": state["joined"]}[name]


def _refine(name: str, state: Chosen, value: str, detail: Mapping[str, Any]) -> None:
    of_set = _refinements(state, name)[_set_of(state, detail)]
    others = [one for one in of_set.get(str(detail["of"]), []) if one != value]
    of_set[str(detail["of"])] = [*others, value]


def _unrefine(name: str, state: Chosen, value: str, detail: Mapping[str, Any]) -> None:
    of_set = _refinements(state, name)[_set_of(state, detail)]
    left = [one for one in of_set.pop(str(detail["of"]), []) if one != value]
    if left:
        of_set[str(detail["of"])] = left


def _reorder(state: Chosen, _value: str, detail: Mapping[str, Any]) -> None:
    ids = state["sets"][_set_of(state, detail)]
    if int(detail["from"]) < len(ids):
        ids.insert(int(detail["to"]), ids.pop(int(detail["from"])))


def _switch(state: Chosen, value: str, _detail: Mapping[str, Any]) -> None:
    number = _numbered(value)
    _grow(state, number + 1)
    state["active_set"] = number


def _add_set(state: Chosen, value: str, detail: Mapping[str, Any]) -> None:
    number = _numbered(value)
    _grow(state, number + 1)
    state["looks"][number] = {"name": str(detail["name"]), "colour": str(detail["colour"])}


def _remove_set(state: Chosen, value: str, _detail: Mapping[str, Any]) -> None:
    number = max(1, _numbered(value))  # there is always one
    for beside in _beside(state):
        del beside[number:]
    state["active_set"] = min(state["active_set"], number - 1)


def _label(state: Chosen, value: str, detail: Mapping[str, Any]) -> None:
    state["labels"][_set_of(state, detail)] = value


def _decide(state: Chosen, value: str, _detail: Mapping[str, Any]) -> None:
    state["verdict"] = value


def _challenge(state: Chosen, value: str, _detail: Mapping[str, Any]) -> None:
    state["challenge"] = value


def _flag(state: Chosen, value: str, _detail: Mapping[str, Any]) -> None:
    state["unsure"] = value == "yes"


def _take(state: Chosen, _value: str, detail: Mapping[str, Any]) -> None:
    taken = deepcopy(dict(detail["body"]))
    sets = taken["sets"]
    if problems_of(taken) or not 0 < len(sets) <= MOST_SETS:
        raise ValueError("no page can open such a draft")
    for beside in _beside(state):
        beside.clear()
    _grow(state, len(sets))
    state["sets"][:] = sets
    for name in REFINEMENTS:
        for number, refinement in enumerate(taken.get(name, [])[: len(sets)]):
            _refinements(state, name)[number] = refinement
    for number, look in enumerate(taken.get("looks", [])[: len(sets)]):
        state["looks"][number] = {
            "name": look.get("name", ""),
            "colour": look.get("colour") or default_colour(number),
        }
    for number, label in enumerate(taken.get("labels", [])[: len(sets)]):
        state["labels"][number] = label
    state["active_set"] = int(taken.get("active_set", 0))
    state["verdict"], state["challenge"] = taken.get("verdict", ""), taken.get("challenge", "")
    state["unsure"] = bool(taken.get("unsure"))


STEPS: Mapping[str, Callable[[Chosen, str, Mapping[str, Any]], None]] = {
    OperationName.HIGHLIGHTING: _highlight,
    OperationName.HIGHLIGHTING_DELETED: _remove_highlight,
    OwnOperation.CONTEXT_DROPPED: partial(_refine, "dropped"),
    OwnOperation.CONTEXT_RESTORED: partial(_unrefine, "dropped"),
    OwnOperation.CONTEXT_ADDED: partial(_refine, "added"),
    OwnOperation.CONTEXT_REMOVED: partial(_unrefine, "added"),
    OwnOperation.SENTENCES_JOINED: partial(_refine, "joined"),
    OwnOperation.SENTENCES_SPLIT: partial(_unrefine, "joined"),
    OwnOperation.EVIDENCE_ORDER: _reorder,
    OwnOperation.SET_SWITCH: _switch,
    OwnOperation.SET_ADD: _add_set,
    OwnOperation.SET_REMOVE: _remove_set,
    OwnOperation.SET_LOOK: _add_set,
    OwnOperation.SET_LABEL: _label,
    OwnOperation.VERDICT: _decide,
    OwnOperation.CHALLENGE: _challenge,
    OwnOperation.UNSURE: _flag,
    OwnOperation.DRAFT_TAKEN: _take,
}
