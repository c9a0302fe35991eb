"""Alerts: weeks, people and words that differ significantly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.dashboard.reports import report
from annotation.quality.agreement.annotators import Annotators
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.groups import Group
from annotation.quality.agreement.result import Value, ends_of
from annotation.quality.audit.durations import Pace
from annotation.work.registry import workflows_of
from frontend.page_sections import HighRates, Rows, sections_of
from frontend.templatetags.words import duration
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.figure_blocks import with_digits
from frontend.views.quality.filters import query_of


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence, and where its rows are."""

    words: str
    href: str


def low_weeks(slug: str, groups: Sequence[Group], filters: Filters, overall: float | None) -> list[Notice]:
    """Weeks whose whole interval lies below kappa over all weeks."""
    found = []
    for group in groups:
        ends = ends_of(group.kappa)
        if overall is None or ends is None or ends[1] >= overall or not isinstance(group.kappa, Value):
            continue
        said_of = {"week": group.name, "kappa": with_digits(group.kappa.value, 2), "overall": with_digits(overall, 2)}
        words = _("Agreement dropped in %(week)s: kappa %(kappa)s, overall %(overall)s.") % said_of
        found.append(
            Notice(words, reverse("quality-items", args=[slug]) + query_of(filters, by="week", group=group.name))
        )
    return found


def annotators_apart(slug: str, people: Annotators | None, names: Mapping[int, str], filters: Filters) -> list[Notice]:
    """People whose whole interval lies below the mean over people."""
    if people is None or not isinstance(people.mean, Value):
        return []
    mean, found = people.mean.value, []
    for row in sorted(people.rows, key=lambda row: getattr(row.kappa, "value", 2.0)):
        ends = ends_of(row.kappa)
        if ends is None or ends[1] >= mean or not isinstance(row.kappa, Value):
            continue
        numbers = {"kappa": with_digits(row.kappa.value, 2), "mean": with_digits(mean, 2)}
        said_of = {"name": names.get(row.person, ""), **numbers}
        words = _("%(name)s has low agreement with others: kappa %(kappa)s, mean %(mean)s.") % said_of
        narrowed = query_of(filters, person=row.person)
        found.append(Notice(words, reverse("quality-items", args=[slug]) + narrowed))
    return found


def odd_work(access: QualityAccess) -> list[Notice]:
    """People who work too fast, skip, or have another rate that a workflow watches, far more than the others."""
    known = workflows_of(access.project)
    sections = {slug: sections_of(slug) for slug in known}
    found = [
        _fast(access, slug, pace)
        for slug in reversed(sections)
        if sections[slug].is_timed
        for pace in report(access.project, f"paces {slug}")
        if pace.is_suspicious
    ]
    watched = [rate for slug in reversed(sections) for rate in sections[slug].high_rates(access)]
    watched += [_skips(access, slug, str(record.label)) for slug, record in known.items()]
    return [*found, *(notice for rate in watched for notice in _high(access, rate))]


def _high(access: QualityAccess, watched: HighRates) -> list[Notice]:
    names, found = access.names(), []
    for one in watched.rates:
        if one.is_high and one.others is not None:
            said_of = {
                "name": names.get(one.person, ""),
                "rate": f"{one.events / one.trials:.0%}",
                "others": f"{one.others:.0%}",
            }
            found.append(Notice(watched.words % said_of, f"{watched.address}{one.person}"))
    return found


def _skips(access: QualityAccess, kind: str, label: str) -> HighRates:
    address = reverse("quality-skipped", args=[access.project.slug]) + f"?kind={kind}&person="
    words = str(sections_of(kind).skips).replace("%(kind)s", label.replace("%", "%%"))
    return HighRates(report(access.project, f"skips {kind}"), words, address)


def _fast(access: QualityAccess, kind: str, pace: Pace) -> Notice:
    said_of = {
        "name": access.names().get(pace.person, ""),
        "median": duration(pace.median),
        "limit": duration(pace.limit),
        "share": f"{len(pace.numbers) / pace.done:.0%}",
    }
    words = _("%(name)s works very fast: median %(median)s, %(share)s of the work in less than %(limit)s.")
    rows = sections_of(kind).rows(access.project, Rows(person=pace.person, fastest=True))
    return Notice(words % said_of, rows or reverse("quality-time", args=[access.project.slug]) + f"?kind={kind}")
