"""Alerts: weeks, people and words that differ significantly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.reports import report
from annotation.quality.agreement.annotators import Annotators
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.groups import Group
from annotation.quality.agreement.result import Value, ends_of
from annotation.quality.audit.durations import Pace
from annotation.quality.audit.rates import Rate
from annotation.vocabulary.labels import Verdict
from annotation.vocabulary.tasks import TaskKind
from frontend.templatetags.words import duration
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.figure_blocks import with_digits
from frontend.views.quality.filters import query_of

_NEI = gettext_noop("%(name)s answers “not enough information” in %(rate)s of verifications, others in %(others)s.")
_REPORTED = gettext_noop("%(rate)s of the claims by %(name)s were reported, %(others)s of others’.")
_SKIPS_HIGHLIGHTS = gettext_noop("%(name)s skips %(rate)s of the highlights, others %(others)s.")
_SKIPS_CLAIMS = gettext_noop("%(name)s skips %(rate)s of the claims, others %(others)s.")


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
    """People who work too fast, say NEI, skip, or whose claims are reported, far more often than the others."""
    names, slug = access.names(), access.project.slug
    writing, verifying = TaskKind.CLAIM_GENERATION.value, TaskKind.CLAIM_VERIFICATION.value
    found = [_fast(slug, names, pace) for pace in report(access.project, f"paces {verifying}") if pace.is_suspicious]
    nei = {"verdict": Verdict.NOT_ENOUGH_INFO.value}
    kinds: tuple[tuple[list[Rate], str, str, dict[str, str], str], ...] = (
        (report(access.project, "nei"), _NEI, "rows", nei, "person"),
        (report(access.project, "reported"), _REPORTED, "reported", {}, "writer"),
        (report(access.project, f"skips {writing}"), _SKIPS_HIGHLIGHTS, "skipped", {"kind": writing}, "person"),
        (report(access.project, f"skips {verifying}"), _SKIPS_CLAIMS, "skipped", {"kind": verifying}, "person"),
    )
    for found_rates, words, page, more, key in kinds:
        address = reverse(f"quality-{page}", args=[slug])
        for one in found_rates:
            if one.is_high and one.others is not None:
                said_of = {
                    "name": names.get(one.person, ""),
                    "rate": f"{one.events / one.trials:.0%}",
                    "others": f"{one.others:.0%}",
                }
                found.append(Notice(_(words) % said_of, address + query_of(Filters(), **more, **{key: one.person})))
    return found


def _fast(slug: str, names: Mapping[int, str], pace: Pace) -> Notice:
    said_of = {"name": names.get(pace.person, ""), "median": duration(pace.median), "limit": duration(pace.limit)}
    said_of["share"] = f"{len(pace.numbers) / pace.done:.0%}"
    words = _("%(name)s works very fast: median %(median)s, %(share)s of the work in less than %(limit)s.")
    return Notice(
        words % said_of, reverse("quality-rows", args=[slug]) + query_of(Filters(), person=pace.person, order="fastest")
    )
