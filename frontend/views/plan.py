"""The plan of a project: what remains, by when it is done, work by day and week, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http.response import HttpResponseBase
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.figures.counts import Step, Usual, counts
from annotation.planning.costs import costs
from annotation.planning.forecast import Forecast, NoForecast
from annotation.planning.plan import KindPlan, by_week, every_day, plan_of
from annotation.projects.models import Project
from annotation.work.period import Period
from annotation.work.registry import get_workflow
from frontend.page_sections import Rows
from frontend.views.access import PersonRequest, manager_view
from frontend.views.csv_file import FILE, csv_answer
from frontend.views.lists import choice_of
from frontend.views.period_form import asked_period
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.figure_blocks import Block, figures_page
from frontend.views.quality.row_links import rows_in

STEPS: dict[str, Promise] = {"day": gettext_lazy("By day"), "week": gettext_lazy("By week")}
MOST_DAYS, MOST_WEEKS = 62, 60  # shown without a period: the latest ones
WHY: dict[str, Promise] = {
    NoForecast.DONE: gettext_lazy("Everything is done."),
    NoForecast.NOT_BEGUN: gettext_lazy("No forecast: nothing was submitted before today."),
    NoForecast.STOPPED: gettext_lazy("No forecast: nothing was submitted in the last four weeks."),
    NoForecast.TOO_FEW: gettext_lazy("No forecast yet: it takes five days with work on usual working days."),
    NoForecast.TOO_FAR: gettext_lazy("No forecast: at this pace it would take more than ten years."),
}
COLUMNS = ("day", "kind", "submitted")


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """A kind of work in the table of the plan."""

    plan: KindPlan
    name: str
    why: str

    @property
    def forecast(self) -> Forecast:
        """By when it is done."""
        return self.plan.forecast


@manager_view("GET")
def plan(request: PersonRequest, project: Project) -> HttpResponseBase:
    """The page, or its figures and days as files."""
    access, asked = QualityAccess(project, is_manager=True), asked_period(request)
    plans = plan_of(project)
    step = choice_of(request, "by", STEPS, "day")
    if request.GET.get(FILE) == "days.csv":
        rows = ((day.isoformat(), one.kind, n) for one in plans for day, n in _done(one, asked.period).items())
        return csv_answer(f"{project.slug}-days.csv", COLUMNS, rows)
    return figures_page(
        request,
        access,
        "plan/plan.html",
        [_figure(access, one, step, asked.period) for one in plans if one.done],
        plans=[_shown(one) for one in plans],
        period=asked,
        steps=list(STEPS.items()),
        step=step,
        costs=costs(project, {one.kind: one.remaining for one in plans}, asked.period),
    )


def _shown(one: KindPlan) -> ShownPlan:
    why = one.forecast.why
    return ShownPlan(one, str(get_workflow(one.kind).activity), "" if why is None else str(WHY[why]))


def _done(one: KindPlan, period: Period) -> dict[date, int]:
    return {day: count for day, count in one.done.items() if day in period}


def _figure(access: QualityAccess, one: KindPlan, step: str, period: Period) -> Block:
    """Work by day, with the pace where it was taken from these days; or by week."""
    done, workflow = _done(one, period), get_workflow(one.kind)
    titles = {"day": _("%(work)s, by day"), "week": _("%(work)s, by week")}
    title = titles[step] % {"work": workflow.activity}
    if step == "week":
        shown = list(by_week(done).items())[None if period else -MOST_WEEKS :]
        made = [Step(_short(day), count) for day, count in shown]
        definition = _("Tasks submitted in production, without those set aside; weeks from Monday on, in UTC.")
        heads = (_("week of"), _("submitted"))
        return Block(counts(f"work-{one.kind}", title, definition, made, heads=heads), definition)
    shown = list(every_day(done).items())[None if period else -MOST_DAYS :]
    made = [
        Step(_short(day), count, rows_in(access, one.kind, Rows(), Period(day, day)) if count else None)
        for day, count in shown
    ]
    pace = one.forecast.pace
    usual = None if pace is None else Usual(_("Pace"), pace.median, pace.low, pace.high)
    definition = _(
        "Tasks submitted in production, without those set aside; days in UTC. Dashed line: pace on a working day, with "
        "its 95 % interval."
    )
    figure = counts(
        f"work-{one.kind}", title, definition, made, heads=(_("day"), _("submitted")), usual=usual if made else None
    )
    return Block(figure, definition)


def _short(day: date) -> str:
    return date_format(day, "j M")
