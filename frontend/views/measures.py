"""Measures of one person beside all others', each with its definition and its rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from annotation.quality.agreement.result import Result, ends_of, value_of
from annotation.quality.audit.rates import Rate
from frontend.templatetags.words import percent
from frontend.views.quality.figure_blocks import why_undefined, with_digits


@dataclass(frozen=True, slots=True)
class Measure:
    """`value` of the person and `others` in words; `href`: the rows; `interval`: 95 %; `n`: how many rows."""

    label: str
    value: str
    others: str
    href: str
    definition: str
    interval: str = ""
    n: int | None = None


def median_of(values: Iterable[float | None]) -> float | None:
    """The median of those that are known."""
    known = [value for value in values if value is not None]
    return median(known) if known else None


def result_measure(
    label: str, result: Result, others: float | None, href: str, definition: str, *, digits: int
) -> Measure:
    """A statistic with its interval, or the reason why there is none."""
    value, ends = value_of(result), ends_of(result)
    interval = why_undefined(result) if ends is None else "–".join(with_digits(end, digits) for end in ends)
    return Measure(
        label,
        "–" if value is None else with_digits(value, digits),
        "–" if others is None else with_digits(others, digits),
        href,
        definition,
        interval,
        result.items,
    )


def rate_measure(label: str, rates: Sequence[Rate], person: int, href: str, definition: str) -> list[Measure]:
    """A person's rate with its interval; nothing where they have none."""
    mine = next((one for one in rates if one.person == person), None)
    if mine is None:
        return []
    ends = ends_of(mine.rate)
    interval = "" if ends is None else "–".join(percent(end) for end in ends)
    value, others = percent(mine.events / mine.trials), percent(mine.others)
    return [Measure(label, value, others, href, definition, interval, mine.trials)]
