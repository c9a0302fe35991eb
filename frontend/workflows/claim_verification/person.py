"""A verifier on their page: agreement, verdicts, confusion with others and adjudication, suggestions, latest work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.dashboard.confusion import Confusion, confusion_with_adjudication, confusion_with_others
from annotation.dashboard.reports import report
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.agreement.result import value_of
from annotation.quality.audit.production import Produced
from annotation.quality.audit.rates import Rate
from annotation.results.job import AGREEMENT, ITEMS
from annotation.suggestions.dashboard import SUGGESTIONS
from annotation.workflows.kinds import TaskKind
from frontend.views.measures import Measure, median_of, rate_measure, result_measure
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.filters import query_of
from frontend.workflows.claim_verification.rows import current_verifications

Address = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class VerdictShare:
    """How often a person gives a verdict; `others`: the share among all others, 0 to 1."""

    value: str
    label: str
    count: int
    of: int
    others: float | None
    href: str

    @property
    def share(self) -> float:
        return self.count / self.of


@dataclass(frozen=True, slots=True)
class ConfusionTable:
    """`rows`: the person's verdict with (claims, their address, whether both verdicts are the same) by column."""

    columns: list[str]
    rows: list[tuple[str, list[tuple[int, str, bool]]]]


def person_section(access: QualityAccess, person: User) -> dict[str, Any]:
    """What the section shows. Statistics are those that the project's other pages show."""
    slug = access.project.slug
    mine = current_verifications(access.project).filter(submission__assignment__person=person)
    items = f"{reverse('quality-items', args=[slug])}?person={person.pk}"
    listed = f"{reverse('manage-verifications', args=[slug])}?person={person.pk}"

    def of_others(verdict: str, other: str) -> str:
        return f"{items}&{urlencode({'mine': verdict, 'theirs': other})}"

    def of_adjudication(verdict: str, other: str) -> str:
        return f"{listed}&{urlencode({'verdict': verdict, 'adjudicated': other})}"

    with_others = confusion_with_others(report(access.project, ITEMS), person.pk)
    adjudicated = confusion_with_adjudication(access.project, person)
    return {
        "measures": [*_agreement(access, person, items), *_suggestions(access, person), *_reports(access, person)],
        "verdicts": _verdicts(access, person.pk, listed),
        "with_others": _table(access, with_others, of_others),
        "adjudicated": _table(access, adjudicated, of_adjudication),
        "latest": mine[:5],
        "total": mine.count(),
        "selection": f"person={person.pk}",
        "all": listed,
        "items": items,
    }


def _agreement(access: QualityAccess, person: User, items: str) -> list[Measure]:
    found: AgreementReport = report(access.project, AGREEMENT)
    rows = found.annotators.rows if found.annotators is not None else []
    mine = next((row for row in rows if row.person == person.pk), None)
    if mine is None:
        return []
    kappa, same = (median_of(value_of(result) for result in column) for column in _columns(rows))
    words = _("Cohen’s kappa with all who verified the same claims; others: median person.")
    share = _("Pairs of verifications of one claim with the same verdict; others: median person.")
    return [
        result_measure(_("Kappa with others"), mine.kappa, kappa, items, words, digits=2),
        result_measure(_("Agreement on the verdict"), mine.percent, same, items, share, digits=2),
    ]


def _columns(rows: list[Any]) -> tuple[list[Any], list[Any]]:
    return [row.kappa for row in rows], [row.percent for row in rows]


def _suggestions(access: QualityAccess, person: User) -> list[Measure]:
    address = reverse("quality-suggestions", args=[access.project.slug]) + query_of(Filters(person=person.pk))
    words = _("Suggestions accepted, of those shown.")
    found: list[Rate] = report(access.project, SUGGESTIONS).people
    return rate_measure(_("Suggestions followed"), found, person.pk, address, words)


def _reports(access: QualityAccess, person: User) -> list[Measure]:
    everybody: list[Produced] = report(access.project, f"production {TaskKind.CLAIM_VERIFICATION}")
    done = next((one for one in everybody if one.person == person.pk), None)
    if done is None:
        return []
    address = reverse("quality-reported", args=[access.project.slug]) + f"?by={person.pk}"
    others = median_of(float(one.reports) for one in everybody)
    words = _("Claims that the person reported instead of verifying them; others: median person.")
    return [Measure(_("Claims reported"), str(done.reports), "" if others is None else f"{others:g}", address, words)]


def _verdicts(access: QualityAccess, person: int, listed: str) -> list[VerdictShare]:
    found = []
    for label, rates in report(access.project, "verdicts").items():
        mine = next((one for one in rates if one.person == person), None)
        if mine is not None:
            address = f"{listed}&{urlencode({'verdict': label})}"
            found.append(VerdictShare(label, access.labels.name(label), mine.events, mine.trials, mine.others, address))
    return found


def _table(access: QualityAccess, found: Confusion, address: Address) -> ConfusionTable | None:
    if not found:
        return None
    values = list(access.labels.values)
    rows = [(mine, [(found[mine, other], address(mine, other), mine == other) for other in values]) for mine in values]
    return ConfusionTable(values, rows)
