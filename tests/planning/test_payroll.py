"""Payroll, costs and what remains: a month whose hours and amounts are worked out by hand."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.test import Client

from annotation.actions.models import Action
from annotation.models import Assignment, Operation, Task, User
from annotation.planning.costs import costs
from annotation.planning.payroll import payroll
from annotation.planning.plan import by_week, done_by_day, every_day, plan_of
from annotation.planning.remaining import remaining_work
from annotation.quality.audit.work_days import produced_in, times_in, work_days
from annotation.vocabulary.operation_names import OperationName
from annotation.vocabulary.tasks import Phase
from annotation.work.models import AssignmentState
from annotation.work.period import EVER, Period
from annotation.workflows.kinds import TaskKind

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION
OCTOBER, NOVEMBER = Period(date(2026, 10, 1), date(2026, 10, 31)), Period(date(2026, 11, 1), date(2026, 11, 30))


def moment(month: int, day: int, hour: int = 12) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=UTC)


def work(
    project, person: User, at: datetime, seconds: float, phase: Phase = Phase.PRODUCTION, **more: object
) -> Assignment:
    """A task that the person submitted at this moment after so many active seconds."""
    task = Task.objects.create(project=project, kind=KIND, phase=phase, assigned_count=1)
    done = {"state": AssignmentState.SUBMITTED, "leased_until": at, "ended_at": at} | more
    assignment = Assignment.objects.create(task=task, project=project, kind=KIND, person=person, **done)
    if assignment.state == AssignmentState.SUBMITTED:
        finish(assignment, 1, at, seconds)
    return assignment


def finish(assignment: Assignment, sitting: int, at: datetime, seconds: float) -> None:
    Operation.objects.create(
        assignment=assignment,
        sequence=sitting,
        browser_sequence=sitting,
        sitting=sitting,
        name=OperationName.FINISH.value,
        value="finish",
        seconds=2 * seconds,
        active_seconds=seconds,
        received_at=at,
    )


@pytest.fixture
def month(project, verifier, other_verifier, manager):
    """Vincent: 1,800 s and 900 s in November, of which the second is set aside, 360 s of a change in November of work
    of October, 720 s of an attention check, 1,080 s of calibration. Violet: 36 s; and a skip."""
    project.hourly_rate, project.currency = Decimal("24.50"), "EUR"
    project.save()
    action = Action.objects.create(project=project, kind="set_aside", by=manager)
    work(project, verifier, moment(11, 2), 1800)
    work(project, verifier, moment(11, 30, 23), 900, set_aside=action)
    old = work(project, verifier, moment(10, 31, 23), 3600)
    finish(old, 2, moment(11, 3), 360)
    work(project, verifier, moment(11, 4), 720, Phase.SILENT)
    work(project, verifier, moment(11, 5), 1080, Phase.FIRST)
    work(project, verifier, moment(11, 5), 9999, Phase.GUIDED)
    work(project, other_verifier, moment(11, 6), 36)
    work(project, other_verifier, moment(11, 6), 0, state=AssignmentState.SKIPPED, skip_reason="other")
    return project


def test_a_month_is_paid_by_active_hours(month, verifier, other_verifier):
    found = payroll(month, NOVEMBER)
    vincent, violet = found.rows
    assert (vincent.person, violet.person) == (verifier.pk, other_verifier.pk)
    assert vincent.hours[KIND] == Decimal("0.95")  # (1800 + 900 + 720) s
    assert (vincent.calibration, vincent.changes, vincent.total) == (Decimal("0.30"), Decimal("0.10"), Decimal("1.35"))
    assert (vincent.items, vincent.set_aside, vincent.amount) == (3, 1, Decimal("33.08"))  # 33.075
    assert (violet.total, violet.items, violet.amount) == (Decimal("0.01"), 1, Decimal("0.25"))
    assert (found.total.total, found.total.items, found.total.amount) == (Decimal("1.36"), 4, Decimal("33.33"))
    assert payroll(month, NOVEMBER, with_calibration=False).rows[0].total == Decimal("1.05")


def test_months_add_up_to_all_and_a_change_is_no_second_item(month):
    october = payroll(month, OCTOBER).total
    assert (october.total, october.items) == (Decimal("1.00"), 1)
    ever = payroll(month).total
    assert (ever.total, ever.items) == (Decimal("2.36"), 5)


def test_the_file_adds_up_to_the_page(client: Client, month, manager, verifier):
    User.objects.filter(pk=verifier.pk).update(username="=vincent")
    client.force_login(manager)
    at = {"month": "2026-11"}
    total = client.get("/p/harbour/manage/plan/payroll/", at).context["payroll"].total
    file = client.get("/p/harbour/manage/plan/payroll/", at | {"file": "payroll.csv"})
    rows = list(csv.DictReader(io.StringIO(file.getvalue().decode())))
    assert sum(Decimal(row["amount"]) for row in rows) == total.amount
    assert sum(Decimal(row["hours"]) for row in rows) == total.total
    assert [row["name"] for row in rows] == ["'=vincent", "violet"]
    for wrong in ("2026-13", "0000-01", "soon", ""):
        assert client.get("/p/harbour/manage/plan/payroll/", {"month": wrong}).status_code == 200


def test_months_are_linked_back_to_the_first_one_with_work(client: Client, month, manager):
    client.force_login(manager)
    address = "/p/harbour/manage/plan/payroll/"
    before = [client.get(address, {"month": name}).context["before"] for name in ("2026-11", "2026-10", "2025-01")]
    assert before == ["2026-10", "", ""]


def test_production_of_a_period_is_that_of_its_days(month, verifier, other_verifier):
    days = work_days(month, KIND)
    vincent, violet = produced_in(days, NOVEMBER)
    assert (vincent.person, vincent.done, vincent.seconds, vincent.median) == (verifier.pk, 1, 1800.0, 1800.0)
    assert (violet.done, violet.skipped, violet.ended) == (1, 1, 2)
    assert sorted(one.seconds for one in times_in(days, EVER)) == [36.0, 1800.0, 3600.0]
    assert done_by_day(month, KIND) == {date(2026, 10, 31): 1, date(2026, 11, 2): 1, date(2026, 11, 6): 1}


def test_days_and_weeks_without_work_are_there():
    done = {date(2026, 11, 1): 2, date(2026, 11, 16): 3}  # a Sunday, a Monday
    assert by_week(done) == {date(2026, 10, 26): 2, date(2026, 11, 2): 0, date(2026, 11, 9): 0, date(2026, 11, 16): 3}
    assert sum(every_day(done).values()) == 5 and len(every_day(done)) == 16


def test_what_remains_is_what_people_are_still_offered(month, claims, verifier, highlight):
    Task.objects.filter(verification_item__claim=claims[0]).update(required_annotations=3, assigned_count=1)
    Task.objects.filter(verification_item__claim=claims[1]).update(withdrawn_at=moment(11, 9))
    Assignment.objects.create(
        task=Task.objects.get(verification_item__claim=claims[0]),
        project=month,
        kind=KIND,
        person=verifier,
        leased_until=moment(11, 9) + timedelta(days=999),
    )
    found = remaining_work(month)[KIND]
    assert (found.free, found.held, found.withdrawn, found.to_come, found.total) == (3, 1, 1, 0, 4)
    assert remaining_work(month)[TaskKind.CLAIM_GENERATION].total == 1
    [_writing, verifying] = plan_of(month, date(2026, 11, 20))
    assert verifying.forecast.remaining == 4 and verifying.forecast.day is None


def test_costs_are_those_of_the_payroll(month, claims):
    found = costs(month, remaining_work(month))
    assert (found.hours, found.amount) == (Decimal("2.36"), payroll(month).total.amount)
    one = next(one for one in found.kinds if one.kind == KIND)
    assert (one.hours, one.done, one.cost_each) == (Decimal("1.96"), 3, Decimal("16.01"))
    assert found.hours_to_go == pytest.approx(3 * 1.96 / 3) and found.releasable == 0 and found.cost_a_claim is None
    assert found.amount_at_end == found.amount + Decimal("48.02")
    assert costs(month, remaining_work(month), NOVEMBER).releasable is None


def test_the_plan_is_shown_with_its_figure_and_days(client: Client, month, claims, manager):
    client.force_login(manager)
    for query in ({}, {"by": "week"}, {"since": "2026-11-01", "until": "2026-11-03"}):
        answer = client.get("/p/harbour/manage/plan/", query)
        assert answer.status_code == 200
    [block] = answer.context["blocks"]
    assert [row[1] for row in block.figure.rows] == [1]
    lines = client.get("/p/harbour/manage/plan/", {"file": "days.csv"}).getvalue().decode().splitlines()
    assert lines[0] == "day,kind,submitted" and lines[1:3] == [f"2026-10-31,{KIND},1", f"2026-11-02,{KIND},1"]
