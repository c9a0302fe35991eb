"""Bold and italic words of elements, and the colours of cells: how a page looks, kept beside its text.

None of it is part of page JSON, ids or hashes. Readers of a page that came ready, or was stored before formatting was
kept, find it empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Any, NamedTuple


class Style(IntFlag):
    """Style of a range of text."""

    BOLD = 1
    ITALIC = 2


class Run(NamedTuple):
    """A range of a text, `text[start:end]`, in one style."""

    start: int
    end: int
    style: int


Runs = tuple[Run, ...]  # in order, none of them empty, none overlapping


class Colours(NamedTuple):
    """Colours of a cell as "#rrggbb"; "" where the page gives none."""

    background: str = ""
    text: str = ""


NO_COLOURS = Colours()


@dataclass(frozen=True, slots=True)
class Formatting:
    """Runs and colours by local id. Runs are ranges of the element's plain text (`corpus.page.links.plain_text`), NFD:
    these stay the same when links are resolved."""

    runs: dict[str, Runs] = field(default_factory=dict)
    colours: dict[str, Colours] = field(default_factory=dict)

    def update(self, other: Formatting) -> None:
        """Add what another one has."""
        self.runs.update(other.runs)
        self.colours.update(other.colours)


def formatting_to_json(formatting: Formatting) -> dict[str, Any]:
    """As it is stored: `runs` as flat lists of start, end, style; ids by their colours. Empty for no formatting."""
    data: dict[str, Any] = {}
    if formatting.runs:
        data["runs"] = {local: [number for run in runs for number in run] for local, runs in formatting.runs.items()}
    by_colours: dict[str, list[str]] = {}
    for local, colours in formatting.colours.items():
        by_colours.setdefault("/".join(colours), []).append(local)
    if by_colours:
        data["colours"] = by_colours
    return data


def formatting_from_json(data: Mapping[str, Any]) -> Formatting:
    """The formatting of what `formatting_to_json` wrote."""
    runs = {
        local: tuple(Run(*numbers[at : at + 3]) for at in range(0, len(numbers), 3))
        for local, numbers in data.get("runs", {}).items()
    }
    colours = {
        local: Colours(*written.split("/")) for written, locals_ in data.get("colours", {}).items() for local in locals_
    }
    return Formatting(runs, colours)
