"""Table of the arms of an experiment: a row a measure, each number with interval and difference to the control."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from annotation.figures.figure import unarmed
from annotation.quality.agreement.result import Result, Undefined, Value, ends_of
from annotation.suggestions.comparison import Compared, differs
from annotation.suggestions.measures import Measure
from frontend.views.quality.figure_blocks import Number, number

Address = Callable[..., str]  # of an arm and a measure, to the rows behind them
COLUMNS = ("measure", "arm", "value", "low", "high", "claims", "difference", "difference_low", "difference_high")


@dataclass(frozen=True, slots=True)
class Cell:
    """A measure in one arm. `difference` to the control arm, with its sign; None for itself, and where there is none or
    nothing to compare with. `differs`: its interval leaves out 0."""

    value: Number
    difference: Number | None
    differs: bool


def arm_rows(
    address: Address, measures: Sequence[Measure[Any]], arms: Sequence[Compared], without: Collection[str] = ()
) -> list[tuple[str, str, list[Cell]]]:
    """Label, definition and cells of each measure. `without`: those that can only be 0 in the control arm."""
    return [(_(one.label), _(one.definition), _cells(address, one, arms, without)) for one in measures]


def _cells(address: Address, measure: Measure[Any], arms: Sequence[Compared], without: Collection[str]) -> list[Cell]:
    cells = []
    for one in arms:
        href = address(one.arm, measure.name)
        difference = None if measure.name in without else one.differences.get(measure.name)
        value = number(_(measure.label), "", one.values[measure.name], href, measure.digits)
        cells.append(Cell(value, _beside(difference, measure, href), differs(difference)))
    return cells


def _beside(difference: Result | None, measure: Measure[Any], href: str) -> Number | None:
    if not isinstance(difference, Value):
        return None
    made = number("", "", difference, href, measure.digits)
    return replace(made, value=signed(difference.value, made.value))


def signed(value: float, words: str) -> str:
    """What is more says so; what is less does by itself."""
    return f"+{words}" if value > 0 else words


def arms_csv(arms: Sequence[Compared], measures: Sequence[Measure[Any]]) -> str:
    """The table as CSV."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for measure in measures:
        for one in arms:
            values = one.values[measure.name], one.differences.get(measure.name)
            table.writerow([measure.name, unarmed(one.arm), *_numbers(values[0]), *_numbers(values[1])[:3]])
    return text.getvalue()


def _numbers(result: Result | None) -> list[object]:
    """Value, low, high, claims; empty where there is none."""
    if result is None or isinstance(result, Undefined):
        return ["", "", "", 0 if result is None else result.items]
    low, high = ends_of(result) or ("", "")
    return [result.value, low, high, result.items]
