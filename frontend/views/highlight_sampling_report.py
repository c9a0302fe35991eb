"""Labels for the stored report of a draw; the data keeps the terms of `sampling.report`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from frontend.templatetags.words import CLAIM_TYPES, MUTATIONS

NAMES: dict[str, Promise] = {
    "highlight": _("Highlighted element"),
    "Type I claim": _("Type I claim: true or false"),
    "Type II claim": _("Type II claim: source"),
    "Type III mutation": _("Type III claim: mutation"),
    "Type III is made from": _("Type III claim: base claim"),
}
VALUES: dict[str, Promise] = {
    "sentences": _("Sentences"),
    "general": _("Wikitables"),
    "infobox": _("Infoboxes"),
    "true": _("True"),
    "false": _("False"),
    "same page": _("The same page"),
    "several pages": _("Several pages"),
    **MUTATIONS,
    **CLAIM_TYPES,
}
MISSING = {
    "sentences": ngettext_lazy("%d sentence highlight is missing.", "%d sentence highlights are missing."),
    "general": ngettext_lazy("%d wikitable is missing.", "%d wikitables are missing."),
    "infobox": ngettext_lazy("%d infobox is missing.", "%d infoboxes are missing."),
}


@dataclass(frozen=True, slots=True)
class ShownLine:
    """`share` and `asked` in percent."""

    value: str | Promise
    drawn: int
    share: float
    asked: float


@dataclass(frozen=True, slots=True)
class ShownDistribution:
    """`test` has `statistic`, `degrees` and `p`; None where there is nothing to test."""

    name: str | Promise
    lines: list[ShownLine]
    test: Mapping[str, float] | None


@dataclass(frozen=True, slots=True)
class ShownReport:
    size: int
    drawn: int
    pages_read: int
    missing: list[str]
    distributions: list[ShownDistribution]


def shown_report(report: Mapping[str, Any]) -> ShownReport:
    """Of what `Report.to_json` gives, as stored with a sample."""
    return ShownReport(
        size=report["size"],
        drawn=report["drawn"],
        pages_read=report["pages_read"],
        missing=[str(MISSING[kind] % number) for kind, number in report["missing"].items()],
        distributions=[_distribution(each, report["drawn"]) for each in report["distributions"]],
    )


def _distribution(stored: Mapping[str, Any], whole: int) -> ShownDistribution:
    lines = [
        ShownLine(
            value=VALUES.get(line["value"], line["value"]),
            drawn=line["drawn"],
            share=100 * line["drawn"] / whole if whole else 0.0,
            asked=100 * line["share"],
        )
        for line in stored["lines"]
    ]
    return ShownDistribution(NAMES.get(stored["name"], stored["name"]), lines, stored["test"])
