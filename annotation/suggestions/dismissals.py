"""Find dismissed suggestions; an undone dismissal is logged as withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from annotation.vocabulary.operation_names import OwnOperation


class Said(Protocol):
    """An operation, as far as it matters here."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def detail(self) -> Mapping[str, Any]: ...


def dismissed(log: Iterable[Said]) -> set[str]:
    """The elements whose last dismissal in one person's log, in order, was not taken back."""
    last = {one.value: one for one in log if one.name == OwnOperation.SUGGESTION_DISMISSED}
    return {element for element, one in last.items() if not one.detail.get("taken_back")}
