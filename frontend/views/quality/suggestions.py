"""Comparison of the suggestion arms, each number leading to its rows."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar, bars
from annotation.figures.figure import unarmed
from annotation.projects.models import Project
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.result import Interval, Result, Undefined, Value
from annotation.results.store import derived_result, result_of
from annotation.suggestions.comparison import CONTROL, Compared, compare, differs
from annotation.suggestions.dashboard import SUGGESTIONS, Dashboard
from annotation.suggestions.enqueue import KIND
from annotation.suggestions.measures import EVERY, MEASURES, Measure, Work
from annotation.suggestions.models import Arm, SuggestionRun
from annotation.suggestions.queries import works
from frontend.views import PersonRequest
from frontend.views.quality.access import Seen, quality_of
from frontend.views.quality.figure_blocks import (
    Block,
    Number,
    as_file,
    ends_of,
    file_of,
    number,
    value_of,
    why,
    with_digits,
)
from frontend.views.quality.filters import query_of
from frontend.views.quality.suggestion_acceptance import people_blocks
from jobs.models import Job

NOTHING_WITHOUT = frozenset({"from_suggestions", "accepted", "dismissed"})  # where nothing is shown
DRAWN = ("agreement", "overlap", "from_suggestions", "seconds")
Address = Callable[..., str]  # of an arm and a measure, to the rows behind them
COLUMNS = ("measure", "arm", "value", "low", "high", "claims", "difference", "difference_low", "difference_high")


@dataclass(frozen=True, slots=True)
class Cell:
    """A measure in one arm. `difference` to the arm "never", with its sign; None for itself, and where there is none or
    nothing to compare with. `differs`: its interval leaves out 0."""

    value: Number
    difference: Number | None
    differs: bool


@require_GET
@login_required
def suggestions(request: PersonRequest, slug: str) -> HttpResponse:
    seen = quality_of(request.user, slug)
    person, names = asked_person(request, seen), seen.names()
    everybody: Dashboard | None = report(seen.project, SUGGESTIONS) if person is None else None
    arms = everybody.arms if everybody is not None else _arms_of(seen.project, person)
    if request.GET.get("file") == "suggestions.csv":
        return as_file(_csv(arms), "suggestions.csv", "text/csv")
    address = partial(_address, slug, person)
    blocks = [_block(address, measure, arms) for measure in MEASURES if measure.name in DRAWN]
    if everybody is not None:
        blocks += people_blocks(slug, everybody.people, names)
    answer = file_of(request, blocks)
    if answer is not None:
        return answer
    shown = seen.page(
        arms=[(Arm(one.arm).label, one, address(one.arm)) for one in arms],
        rows=[(_(one.label), _(one.definition), _cells(address, one, arms)) for one in MEASURES],
        person=None if person is None else names.get(person, "?"),
        blocks=blocks if arms else [],
        definition=_(EVERY),
        notices=_notices(address, arms),
        without_control=bool(arms) and arms[0].arm != CONTROL,
        finding=_finding(seen),
    )
    return render(request, "quality/suggestions.html", shown)


def works_of(project: Project, person: int | None = None) -> list[Work]:
    """Every verification with an arm; of one person."""
    found: list[Work] = result_of(project, "suggestion works", partial(works, project)).value
    return found if person is None else [work for work in found if work.person == person]


def _arms_of(project: Project, person: int | None) -> list[Compared]:
    """The arms of one person alone."""
    found = result_of(project, "suggestion works", partial(works, project))
    mine = [work for work in found.value if work.person == person]
    arms: list[Compared] = derived_result(project, found, ("suggestion arms", person), partial(compare, mine)).value
    return arms


def asked_person(request: HttpRequest, seen: Seen) -> int | None:
    """Whose work an address asks for; None: everybody's, also of a number that is nobody's."""
    text = request.GET.get("person", "")
    return next((person for person in seen.names() if str(person) == text), None)


def _address(slug: str, person: int | None, arm: str, measure: str = "") -> str:
    return reverse("quality-suggested", args=[slug]) + query_of(Filters(person=person), arm=arm, measure=measure)


def _cells(address: Address, measure: Measure, arms: list[Compared]) -> list[Cell]:
    cells = []
    for one in arms:
        href = address(one.arm, measure.name)
        difference = None if measure.name in NOTHING_WITHOUT else one.differences.get(measure.name)
        value = number(_(measure.label), "", one.values[measure.name], href, measure.digits)
        cells.append(Cell(value, _beside(difference, measure, href), differs(difference)))
    return cells


def _beside(difference: Result | None, measure: Measure, href: str) -> Number | None:
    if not isinstance(difference, Value):
        return None
    made = number("", "", difference, href, measure.digits)
    return replace(made, value=_signed(difference.value, made.value))


def _signed(value: float, words: str) -> str:
    """What is more says so; what is less does by itself."""
    return f"+{words}" if value > 0 else words


def _block(address: Address, measure: Measure, arms: list[Compared]) -> Block:
    control = next((value_of(one.values[measure.name]) for one in arms if one.arm == CONTROL), None)
    rows = [
        Bar(
            str(Arm(one.arm).label),
            value_of(one.values[measure.name]),
            ends_of(one.values[measure.name]),
            control,
            one.values[measure.name].items,
            address(one.arm, measure.name),
            why(one.values[measure.name]),
        )
        for one in arms
    ]
    words = f"{_(measure.definition)} {_('The dashed line is the arm “never”.')}"
    columns = (_("arm"), _("value"))
    figure = bars(f"suggestions-{measure.name}", _(measure.label), words, rows, columns=columns, digits=measure.digits)
    return Block(figure, words)


def _notices(address: Address, arms: list[Compared]) -> list[tuple[str, str]]:
    """Words and address of every difference that is no chance: of what suggestions are meant for, too. Not of what can
    only be 0 where nothing is shown."""
    return [
        (words, address(one.arm, measure.name))
        for one in arms
        for measure in MEASURES
        if measure.name not in NOTHING_WITHOUT
        and (words := _notice(one.arm, measure, one.differences.get(measure.name)))
    ]


def _notice(arm: str, measure: Measure, result: Result | None) -> str:
    """Empty where the difference may be chance."""
    if not isinstance(result, Value) or not isinstance(result.interval, Interval) or not differs(result):
        return ""
    ends = result.value, result.interval.low, result.interval.high
    by, low, high = (with_digits(end, measure.digits) for end in ends)
    words = _(
        "%(measure)s: %(by)s where suggestions are shown %(arm)s, compared with “never” (95 %% CI: %(low)s to "
        "%(high)s)."
    )
    by = _signed(result.value, by)
    said = {"arm": Arm(arm).label, "measure": _(measure.label), "by": by, "low": low, "high": high}
    return words % said


def _finding(seen: Seen) -> dict[str, object]:
    """How far the looking for evidence is: claims by the state of their newest run, and what the last job said."""
    newest = SuggestionRun.objects.filter(project=seen.project).order_by("pk").values_list("claim", "state", "model")
    by_claim = {claim: (state, model) for claim, state, model in newest}
    states = Counter(state for state, _model in by_claim.values())
    job = Job.objects.filter(project=seen.project, kind=KIND).order_by("-pk").first()
    return {
        "states": states,
        "models": sorted({model for _state, model in by_claim.values() if model}),
        "job": job,
        "note": (job.result or {}).get("note", "") if job is not None else "",
    }


def _csv(arms: list[Compared]) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for measure in MEASURES:
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
