"""The payroll of a month, as a page and as a CSV file."""

from __future__ import annotations

import re
from datetime import date

from django.http.response import HttpResponseBase
from django.shortcuts import render

from annotation.planning.payroll import Paid, payroll
from annotation.projects.models import Project
from annotation.work.period import Period, month_before, month_of
from frontend.views.access import PersonRequest, manager_view
from frontend.views.csv_file import FILE, Value, csv_answer
from frontend.views.period_form import today
from frontend.views.quality.access import QualityAccess

MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")


@manager_view("GET")
def payroll_page(request: PersonRequest, project: Project) -> HttpResponseBase:
    """?month=2026-11, without it the month that was over last; calibration=0 pays none of it."""
    month = asked_month(request.GET.get("month", ""))
    with_calibration = request.GET.get("calibration") != "0"
    found = payroll(project, month, with_calibration=with_calibration)
    assert month.first is not None and month.last is not None
    name = f"{month.first:%Y-%m}"
    if request.GET.get(FILE) == "payroll.csv":
        head = ["id", "name", *(f"hours_{kind}" for kind in found.kinds)]
        head += [
            "hours_calibration",
            "hours_changes",
            "hours",
            "items",
            "items_set_aside",
            "items_not_timed",
            "rate",
            "amount",
            "currency",
        ]
        return csv_answer(f"{project.slug}-payroll-{name}.csv", head, (_cells(project, one) for one in found.rows))
    shown = {
        "payroll": found,
        "month": month,
        "name": name,
        "before": f"{month_before(month.first).first:%Y-%m}" if found.since and found.since < month.first else "",
        "after": _following(month),
        "is_over": month.last < today(),
        "with_calibration": with_calibration,
    }
    return render(request, "plan/payroll.html", QualityAccess(project, is_manager=True).page(**shown))


def asked_month(text: str) -> Period:
    """The month of a text such as "2026-11"; of any other text the month before this one."""
    found = MONTH.fullmatch(text)
    if found is None or found[1] == "0000":
        return month_before(today())
    return month_of(date(int(found[1]), int(found[2]), 1))


def _following(month: Period) -> str:
    """The month after it, if it has begun."""
    assert month.last is not None
    return "" if month.last >= today() else f"{date.fromordinal(month.last.toordinal() + 1):%Y-%m}"


def _cells(project: Project, one: Paid) -> list[Value]:
    """Hours and amounts as the page shows them, with a point."""
    hours = [*one.hours.values(), one.calibration, one.changes, one.total]
    rate = None if project.hourly_rate is None else float(project.hourly_rate)
    amount = None if one.amount is None else float(one.amount)
    return [
        one.person,
        one.name,
        *map(float, hours),
        one.items,
        one.set_aside,
        one.untimed,
        rate,
        amount,
        project.currency,
    ]
