"""Result of a statistic: a value with its interval, or the reason why it is undefined."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


def gettext_noop(words: str) -> str:
    """Mark a msgid for translation; this module runs without Django."""
    return words


class Reason(StrEnum):
    """Reasons why a statistic or its interval is undefined."""

    NO_ITEMS = "no_items"
    ONE_CATEGORY = "one_category"
    NO_VALUES = "no_values"
    NO_EVIDENCE = "no_evidence"
    NO_DISAGREEMENT = "no_disagreement"
    NO_SPREAD = "no_spread"
    NO_SCORES = "no_scores"
    TOO_FEW_PEOPLE = "too_few_people"
    ALL_ALIKE = "all_alike"
    TOO_OFTEN_UNDEFINED = "too_often_undefined"


WORDS = {
    Reason.NO_ITEMS: gettext_noop("Undefined: no item was annotated by two people."),
    Reason.ONE_CATEGORY: gettext_noop(
        "Undefined: everybody gave one and the same answer throughout, so agreement by chance is certain too."
    ),
    Reason.NO_VALUES: gettext_noop("Undefined: there is nothing to count."),
    Reason.NO_EVIDENCE: gettext_noop("Undefined: nobody selected any evidence here."),
    Reason.NO_DISAGREEMENT: gettext_noop("Undefined: there is no disagreement to take a share of."),
    Reason.NO_SPREAD: gettext_noop("Undefined: fewer than three items, or all values of one side are the same."),
    Reason.NO_SCORES: gettext_noop("Undefined: nobody here has a calibration score."),
    Reason.TOO_FEW_PEOPLE: gettext_noop("Undefined: it takes at least two people with a value of their own."),
    Reason.ALL_ALIKE: gettext_noop("No interval: all items are alike, and drawing them again shows no spread."),
    Reason.TOO_OFTEN_UNDEFINED: gettext_noop(
        "No interval: in more than one of twenty draws the value was undefined. There are too few items."
    ),
}


@dataclass(frozen=True, slots=True)
class Undefined:
    """Undefined statistic over `items` items, with the reason."""

    reason: Reason
    items: int = 0

    @property
    def words(self) -> str:
        """A sentence a person understands, in English; gettext knows it."""
        return WORDS[self.reason]


@dataclass(frozen=True, slots=True)
class Interval:
    """Percentile interval (95 %) over `resamples` resamples of the items with replacement."""

    low: float
    high: float
    resamples: int


@dataclass(frozen=True, slots=True)
class Value:
    """Value of a statistic over `items` items, with its bootstrap interval."""

    value: float
    items: int
    interval: Interval | Undefined


Result = Value | Undefined
# What a formula alone gives, before there is an interval.
Point = float | Reason


def value_of(result: Result) -> float | None:
    """Return the value; None where it is undefined."""
    return None if isinstance(result, Undefined) else result.value


def ends_of(result: Result) -> tuple[float, float] | None:
    """Return low and high of the interval; None where there is none."""
    if isinstance(result, Undefined) or isinstance(result.interval, Undefined):
        return None
    return result.interval.low, result.interval.high


def why(result: Result) -> str:
    """Return, in English, why there is no value or no interval; empty where there are both."""
    if isinstance(result, Undefined):
        return result.words
    return result.interval.words if isinstance(result.interval, Undefined) else ""
