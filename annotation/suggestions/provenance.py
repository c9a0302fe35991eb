"""Derive how each piece of evidence was found from the operation log. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Any
from unicodedata import normalize

from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.work.logged_operation import LoggedOperation
from corpus.page.element_id import BadElementId, parse

SEARCH_PAGE = "?search="


class FoundBy(StrEnum):
    """`SUGGESTION`: accepted from what a model suggested. Else how its page was opened: `SEARCH` by a query or a name
    that was typed, `LINK` by a link of another page, `PAGE` in another way (the start screen, a card, a program)."""

    SUGGESTION = "suggestion"
    SEARCH = "search"
    LINK = "link"
    PAGE = "page"


def found_by(operations: Iterable[LoggedOperation], elements: Iterable[str]) -> dict[str, str]:
    """Element -> how it was found, for evidence as it was submitted; `operations` in the order of the log.

    What is chosen twice without being given up in between was found the first time. Going back to a page, or opening it
    again without a search or a link, does not change how it was found. What the log never chose is `PAGE`.
    """
    reading = _Reading()
    for operation in operations:
        step = STEPS.get(operation.name)
        if step is not None:
            with suppress(KeyError, TypeError, ValueError):  # what only a program of somebody's own can have sent
                step(reading, normalize("NFD", operation.value), operation.detail)
    return {element: str(reading.found.get(normalize("NFD", element), FoundBy.PAGE)) for element in elements}


def accepted_ranks(operations: Iterable[LoggedOperation]) -> dict[str, int]:
    """Element -> the rank at which it was suggested, of what was accepted; the first time counts."""
    ranks: dict[str, int] = {}
    for operation in operations:
        if operation.name == OwnOperation.SUGGESTION_ACCEPTED and isinstance(rank := operation.detail.get("rank"), int):
            ranks.setdefault(normalize("NFD", operation.value), rank)
    return ranks


class _Reading:
    """Where the annotator is, by what they came there, how they found each page, and what is chosen in which sets."""

    def __init__(self) -> None:
        self.is_at_results = False
        self.cause: FoundBy | None = None
        self.pages: dict[str, FoundBy] = {}
        self.accepted: set[str] = set()
        self.chosen: defaultdict[str, set[int]] = defaultdict(set)
        self.found: dict[str, FoundBy] = {}

    def search(self, _value: str, _detail: Mapping[str, Any]) -> None:
        self.cause = FoundBy.SEARCH

    def follow(self, _value: str, _detail: Mapping[str, Any]) -> None:
        """Links in a list of results are written as links are."""
        self.cause = FoundBy.SEARCH if self.is_at_results else FoundBy.LINK

    def go_back(self, _value: str, _detail: Mapping[str, Any]) -> None:
        self.cause = None

    def arrive(self, value: str, _detail: Mapping[str, Any]) -> None:
        self.is_at_results = value.startswith(SEARCH_PAGE)
        if not self.is_at_results:
            if self.cause is not None:
                self.pages[value] = self.cause
            self.pages.setdefault(value, FoundBy.PAGE)
        self.cause = None

    def accept(self, value: str, _detail: Mapping[str, Any]) -> None:
        self.accepted.add(value)

    def choose(self, value: str, detail: Mapping[str, Any]) -> None:
        if not self.chosen[value]:
            self.found[value] = FoundBy.SUGGESTION if value in self.accepted else self._way(value)
        self.chosen[value].add(int(detail.get("set", 0)))

    def give_up(self, value: str, detail: Mapping[str, Any]) -> None:
        self.chosen[value].discard(int(detail.get("set", 0)))

    def remove_sets(self, value: str, _detail: Mapping[str, Any]) -> None:
        first = int(value) - 1
        for sets in self.chosen.values():
            sets -= {number for number in sets if number >= first}

    def _way(self, element: str) -> FoundBy:
        try:
            return self.pages.get(parse(element).page, FoundBy.PAGE)
        except BadElementId:
            return FoundBy.PAGE


STEPS: Mapping[str, Callable[[_Reading, str, Mapping[str, Any]], None]] = {
    OperationName.SEARCH: _Reading.search,
    OperationName.HYPERLINK: _Reading.follow,
    OperationName.BACK: _Reading.go_back,
    OperationName.NOW_ON: _Reading.arrive,
    OperationName.HIGHLIGHTING: _Reading.choose,
    OperationName.HIGHLIGHTING_DELETED: _Reading.give_up,
    OwnOperation.SET_REMOVE: _Reading.remove_sets,
    OwnOperation.SUGGESTION_ACCEPTED: _Reading.accept,
}
