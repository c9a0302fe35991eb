"""Comparison of the suggestion arms, each number leading to its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.dashboard.reports import report
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.result import Interval, Result, Value, value_of
from annotation.quality.audit.rates import Rate
from annotation.results.store import derived_result, result_of
from annotation.suggestions.comparison import CONTROL, Compared, compare, differs
from annotation.suggestions.dashboard import SUGGESTIONS, Dashboard
from annotation.suggestions.enqueue import KIND
from annotation.suggestions.measures import EVERY, Measure, Work, measures_of
from annotation.suggestions.models import Arm, SuggestionRun
from annotation.suggestions.queries import works
from frontend.views.access import PersonRequest
from frontend.views.job_status import latest_job
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import (
    Block,
    bar_block,
    download,
    figures_page,
    result_bar,
    with_digits,
)
from frontend.views.quality.filters import query_of
from frontend.workflows.claim_verification.arms_table import Address, arm_rows, arms_csv, signed

NOTHING_WITHOUT = frozenset({"from_suggestions", "accepted", "dismissed"})  # where nothing is shown
DRAWN = ("agreement", "overlap", "from_suggestions", "seconds")


@quality_view("GET")
def suggestions(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    person, names = asked_person(request, access), access.names()
    everybody: Dashboard | None = report(access.project, SUGGESTIONS) if person is None else None
    arms = everybody.arms if everybody is not None else _arms_of(access.project, person)
    measures = measures_of(access.labels)
    if request.GET.get("file") == "suggestions.csv":
        return download(arms_csv(arms, measures), "suggestions.csv", "text/csv")
    address = partial(_address, access.project.slug, person)
    blocks = [_block(address, measure, arms) for measure in measures if measure.name in DRAWN]
    if everybody is not None:
        blocks += people_blocks(access.project.slug, everybody.people, names)
    return figures_page(
        request,
        access,
        "claim_verification/suggestions.html",
        blocks,
        arms=[(Arm(one.arm).label, one, address(one.arm)) for one in arms],
        rows=arm_rows(address, measures, arms, NOTHING_WITHOUT),
        person=None if person is None else names.get(person, "?"),
        blocks=blocks if arms else [],
        definition=_(EVERY),
        notices=_notices(address, arms, measures),
        without_control=bool(arms) and arms[0].arm != CONTROL,
        finding=_finding(access),
    )


def works_of(project: Project, person: int | None = None) -> list[Work]:
    """Every verification with an arm; of one person."""
    found: list[Work] = result_of(project, "suggestion works", lambda: list(works(project))).value
    return found if person is None else [work for work in found if work.person == person]


def _arms_of(project: Project, person: int | None) -> list[Compared]:
    """The arms of one person alone."""
    found = result_of(project, "suggestion works", lambda: list(works(project)))
    mine = [work for work in found.value if work.person == person]
    compared = partial(compare, mine, measures_of(label_set_of(project)))
    arms: list[Compared] = derived_result(project, found, ("suggestion arms", person), compared).value
    return arms


def asked_person(request: HttpRequest, access: QualityAccess) -> int | None:
    """Whose work an address asks for; None: everybody's, also of a number that is nobody's."""
    text = request.GET.get("person", "")
    return next((person for person in access.names() if str(person) == text), None)


def _address(slug: str, person: int | None, arm: str, measure: str = "") -> str:
    return reverse("quality-suggested", args=[slug]) + query_of(Filters(person=person), arm=arm, measure=measure)


def _block(address: Address, measure: Measure[Work], arms: list[Compared]) -> Block:
    control = next((value_of(one.values[measure.name]) for one in arms if one.arm == CONTROL), None)
    rows = [
        result_bar(str(Arm(one.arm).label), result, result.items, address(one.arm, measure.name), control)
        for one in arms
        for result in [one.values[measure.name]]
    ]
    words = f"{_(measure.definition)} {_('The dashed line is the arm “never”.')}"
    columns = (_("arm"), _("value"))
    name = f"suggestions-{measure.name}"
    return bar_block(name, _(measure.label), words, rows, columns=columns, digits=measure.digits)


def _notices(address: Address, arms: list[Compared], measures: Sequence[Measure[Work]]) -> list[tuple[str, str]]:
    """Words and address of every difference that is no chance: of what suggestions are meant for, too. Not of what can
    only be 0 where nothing is shown."""
    return [
        (words, address(one.arm, measure.name))
        for one in arms
        for measure in measures
        if measure.name not in NOTHING_WITHOUT
        and (words := _notice(one.arm, measure, one.differences.get(measure.name)))
    ]


def _notice(arm: str, measure: Measure[Work], result: Result | None) -> str:
    """Empty where the difference may be chance."""
    if not isinstance(result, Value) or not isinstance(result.interval, Interval) or not differs(result):
        return ""
    ends = result.value, result.interval.low, result.interval.high
    by, low, high = (with_digits(end, measure.digits) for end in ends)
    words = _(
        "%(measure)s: %(by)s where suggestions are shown %(arm)s, compared with “never” (95 %% CI: %(low)s to "
        "%(high)s)."
    )
    by = signed(result.value, by)
    said = {"arm": Arm(arm).label, "measure": _(measure.label), "by": by, "low": low, "high": high}
    return words % said


def _finding(access: QualityAccess) -> dict[str, object]:
    """How far the looking for evidence is: claims by the state of their newest run, and what the last job said."""
    newest = SuggestionRun.objects.filter(project=access.project).order_by("pk").values_list("claim", "state", "model")
    by_claim = {claim: (state, model) for claim, state, model in newest}
    states = Counter(state for state, _model in by_claim.values())
    job = latest_job(access.project, KIND)
    return {
        "states": states,
        "models": sorted({model for _state, model in by_claim.values() if model}),
        "job": job,
        "note": (job.result or {}).get("note", "") if job is not None else "",
    }


SHOWN = 20


def people_blocks(slug: str, found: Sequence[Rate], names: Mapping[int, str]) -> list[Block]:
    """The rate of acceptance of everybody who was shown any; nothing where nobody was."""
    if not found:
        return []
    address = reverse("quality-suggestions", args=[slug])
    rows = [
        result_bar(
            names.get(one.person, "?") + (" ▲" if one.is_high else ""),
            one.rate,
            one.events,
            address + query_of(Filters(person=one.person)),
            one.others,
        )
        for one in found[:SHOWN]
    ]
    words = _(
        "Share of the suggestions shown to a person that they accepted; highest first, with 95 % confidence "
        "intervals. The dashed line is the rate of all others; ▲ marks people significantly above it. An acceptance "
        "rate near 100 % suggests that a person follows the model; each name opens the arms of that person alone."
    )
    title = _("Suggestions accepted, by person")
    return [bar_block("suggestions-people", title, words, rows, high=1.0, columns=(_("person"), _("share")))]
