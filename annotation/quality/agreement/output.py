"""Agreement report as JSON and as text for the command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from annotation.quality.agreement.annotators import Annotator, Annotators
from annotation.quality.agreement.competence import Competence
from annotation.quality.agreement.definitions import COMPETENCE, COMPETENCE_LABELS, GROUP, GROUPINGS
from annotation.quality.agreement.groups import Group
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.agreement.report import Figure
from annotation.quality.agreement.result import WORDS, Interval, Point, Reason, Result, Undefined

Json = dict[str, Any]


def report_json(report: AgreementReport, claims: int = 20) -> Json:
    """Convert a report to JSON values; of the claims behind a number the first `claims`, lowest agreement first."""
    found: Json = {
        "items": report.items,
        "two_way": report.two_way,
        "three_way": report.three_way,
        "verifications": report.verifications,
        "figures": [figure_json(figure, claims) for figure in report.figures],
        "groups": {name: [_group_json(group, claims) for group in groups] for name, groups in report.groups.items()},
    }
    if report.annotators is not None:
        found["annotators"] = _annotators_json(report.annotators, report.names, claims)
    if report.competence:
        found["competence"] = [_competence_json(one, report.names) for one in report.competence]
    return found


def result_json(result: Result) -> Json:
    """Convert a result to JSON values: a value with its interval, or null with the reason."""
    if isinstance(result, Undefined):
        return {"value": None, "reason": result.reason.value, "words": _(result.words), "items": result.items}
    interval: Json = {"low": None, "high": None, "no_interval": None}
    if isinstance(result.interval, Interval):
        interval |= {"low": result.interval.low, "high": result.interval.high}
    else:
        interval["no_interval"] = _(result.interval.words)
    return {"value": result.value, **interval, "items": result.items}


def _point_json(point: Point) -> Json:
    if isinstance(point, Reason):
        return {"value": None, "reason": point.value, "words": _(WORDS[point])}
    return {"value": point}


def _fields_json(one: Group | Annotator, claims: int, *names: str) -> Json:
    """These fields as JSON values, and the first claims behind them."""
    found = {name: getattr(one, name) for name in names}
    found = {name: result_json(value) if isinstance(value, Result) else value for name, value in found.items()}
    return found | {"claims": list(one.claims[:claims])}


def _group_json(group: Group, claims: int) -> Json:
    return _fields_json(group, claims, "name", "pairs", "percent", "kappa")


def figure_json(figure: Figure, claims: int) -> Json:
    """Convert a figure to JSON values, with the first `claims` behind it."""
    words = {"name": figure.name, "label": _(figure.label), "definition": _(figure.definition)}
    return words | result_json(figure.result) | {"claims": list(figure.claims[:claims])}


def _annotators_json(found: Annotators, names: dict[int, str], claims: int) -> Json:
    return {
        "below_60": found.below_60,
        "above_70": found.above_70,
        "people": [
            {"person": row.person, "name": names.get(row.person, "")}
            | _fields_json(row, claims, "partners", "percent", "kappa")
            for row in found.rows
        ],
        "pairs": [
            {
                "people": list(people),
                "items": len(cell.claims),
                "agreeing": cell.agreeing,
                "kappa": _point_json(cell.kappa),
                "claims": list(cell.claims[:claims]),
            }
            for people, cell in found.cells.items()
        ],
    }


def _competence_json(one: Competence, names: dict[int, str]) -> Json:
    results = {name: result_json(getattr(one, name)) for name in COMPETENCE}
    return {"person": one.person, "name": names.get(one.person, ""), "items": one.items} | results


def report_text(report: AgreementReport) -> str:
    """Format the report for a terminal: each number with its interval and definition."""
    return "\n".join(_lines(report))


def _lines(report: AgreementReport) -> Iterator[str]:
    yield _("%(items)s claims were verified by several people: %(two)s by two, %(three)s by three.") % {
        "items": f"{report.items:,}",
        "two": f"{report.two_way:,}",
        "three": f"{report.three_way:,}",
    }
    for figure in report.figures:
        yield f"\n{_(figure.label):48} {result_text(figure.result)}"
        yield f"    {_(figure.definition)}"
    for name, groups in report.groups.items():
        yield f"\n{_(GROUPINGS[name])}"
        for group in groups:
            yield f"  {group.name or _('(not known)'):28} {group.pairs:6,} {_('pairs')}  {result_text(group.kappa)}"
        if not groups:
            yield f"  {_('(nothing to show)')}"
    if report.groups:
        yield f"\n{_(GROUP)}"
    if report.annotators is not None:
        yield from _annotator_lines(report.annotators, report.names)
    for name, label in COMPETENCE_LABELS.items() if report.competence else ():
        yield f"\n{_(label)}\n    {_(COMPETENCE[name])}"
        for one in sorted(report.competence, key=lambda one: (_value(getattr(one, name)), one.person)):
            shown = result_text(getattr(one, name))
            yield f"  {report.names.get(one.person, one.person):28} {one.items:6,} {_('claims')}  {shown}"


def _annotator_lines(found: Annotators, names: dict[int, str]) -> Iterator[str]:
    yield "\n" + _(
        "Annotators by their kappa with all others, lowest first. Below 0.60: %(low)s, above 0.70: %(high)s"
    ) % {
        "low": found.below_60,
        "high": found.above_70,
    }
    for row in sorted(found.rows, key=lambda row: (_value(row.kappa), row.person)):
        yield f"  {names.get(row.person, row.person):28} {len(row.claims):6,} {_('claims')}  {result_text(row.kappa)}"


def result_text(result: Result) -> str:
    """Format as "0.652 (0.634 to 0.671)", or the reason why there is no number."""
    if isinstance(result, Undefined):
        return _(result.words)
    value = f"{result.value:6.3f}"
    if isinstance(result.interval, Undefined):
        return f"{value}  {_(result.interval.words)}"
    return f"{value}  ({result.interval.low:.3f} {_('to')} {result.interval.high:.3f})"


def _value(result: Result) -> float:
    return 2.0 if isinstance(result, Undefined) else result.value
