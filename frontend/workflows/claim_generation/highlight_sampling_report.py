"""Labels for the stored report of a draw; the data keeps the terms of `sampling.report`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from corpus.page.elements import Untrusted
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


SKIPPED = {
    Untrusted.TEMPLATE_CELLS: ngettext_lazy(
        "%d table, whose cells a template makes that was not read",
        "%d tables, whose cells a template makes that was not read",
    ),
    Untrusted.MISSING_TEXT: ngettext_lazy(
        "%d sentence that misses words of a template", "%d sentences that miss words of a template"
    ),
}


def shown_report(report: Mapping[str, Any]) -> dict[str, Any]:
    """A report as `Report.to_json` gives it, with labels, and with shares in percent.

    A distribution's `test` is None where there is nothing to test.
    """
    distributions = [_distribution(each, report["drawn"]) for each in report["distributions"]]
    missing = [str(MISSING[kind] % number) for kind, number in report["missing"].items()]
    skipped = [str(SKIPPED[Untrusted(reason)] % number) for reason, number in report.get("skipped", {}).items()]
    return {**report, "missing": missing, "skipped": skipped, "distributions": distributions}


def _distribution(stored: Mapping[str, Any], drawn: int) -> dict[str, Any]:
    lines = [
        {
            "value": VALUES.get(line["value"], line["value"]),
            "drawn": line["drawn"],
            "share": 100 * line["drawn"] / drawn if drawn else 0.0,
            "asked": 100 * line["share"],
        }
        for line in stored["lines"]
    ]
    return {"name": NAMES.get(stored["name"], stored["name"]), "lines": lines, "test": stored["test"]}
