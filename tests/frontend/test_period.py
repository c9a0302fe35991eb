"""The filter of days and the CSV files of lists."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta
from itertools import product

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import Assignment, Claim
from annotation.work.assignment import assign_next
from annotation.work.period import EVER, Period
from annotation.work.skipping import skip
from annotation.workflows.kinds import TaskKind
from frontend.views import period_form
from frontend.views.period_form import quick_choices
from tests.frontend.submitting import submitted

DAY = timedelta(days=1)


@pytest.fixture
def as_manager(client: Client, manager, project, verifier, claims, assignment) -> Client:
    """Two verifications by Vincent, now and forty days ago, and a skip."""
    kind = TaskKind.CLAIM_VERIFICATION
    submitted(assignment)
    Assignment.objects.update(ended_at=timezone.now() - 40 * DAY)
    submitted(assign_next(person=verifier, project=project, kind=kind))
    skip(assignment=assign_next(person=verifier, project=project, kind=kind), reason="other", note="=1+1")
    client.force_login(manager)
    return client


def rows(answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode())))


def last_week() -> dict[str, str]:
    today = timezone.now().date()
    return {"since": (today - 6 * DAY).isoformat(), "until": today.isoformat()}


def test_quick_choices_are_days_of_the_present_month_and_the_one_before(monkeypatch):
    monkeypatch.setattr(period_form, "today", lambda: date(2027, 1, 5))
    found = [(choice.since, choice.until) for choice in quick_choices(EVER)]
    assert found == [
        ("2026-12-30", "2027-01-05"),
        ("2026-12-07", "2027-01-05"),
        ("2027-01-01", "2027-01-05"),
        ("2026-12-01", "2026-12-31"),
        (None, None),
    ]
    assert [one.is_current for one in quick_choices(Period(date(2026, 12, 1), date(2026, 12, 31)))][3]


def test_verifications_of_a_period_are_listed_and_downloaded(as_manager, claims):
    Claim.objects.filter(pk=claims[1].pk).update(text='@SUM("x"), and more')
    page = "/p/harbour/manage/verifications/"
    assert as_manager.get(page, last_week()).context["page"].paginator.count == 1
    found = rows(as_manager.get(page, {"file": "verifications.csv"}))
    assert [row["person"] for row in found] == ["vincent"] * 2
    assert found[0]["text"] == '\'@SUM("x"), and more'
    assert (found[0]["evidence_sets"], found[0]["evidence_elements"], found[0]["set_aside"]) == ("1", "2", "0")
    assert len(rows(as_manager.get(page, last_week() | {"file": "verifications.csv"}))) == 1


def test_skips_of_a_period_are_listed_and_downloaded(as_manager):
    page = "/p/harbour/manage/skipped/"
    [row] = rows(as_manager.get(page, last_week() | {"file": "skipped.csv"}))
    assert (row["reason"], row["note"], row["person"]) == ("other", "'=1+1", "vincent")
    assert as_manager.get(page, {"until": "2020-01-01"}).context["page"].paginator.count == 0
    quality = "/p/harbour/quality/skipped/"
    assert [as_manager.get(quality, q).context["page"].paginator.count for q in ({}, {"until": "2020-01-01"})] == [1, 0]


def test_production_and_time_of_a_period(as_manager):
    page = as_manager.get("/p/harbour/quality/production/", last_week())
    [(one, name, href)] = page.context["people"]
    assert (name, one.done, one.skipped, one.ended) == ("vincent", 1, 1, 2)
    assert as_manager.get(href).context["page"].paginator.count == 1
    [row] = rows(as_manager.get("/p/harbour/quality/production/", last_week() | {"file": "production.csv"}))
    assert (row["done"], row["skipped"], "reports" in row) == ("1", "1", False)
    times = as_manager.get("/p/harbour/quality/time/", last_week())
    assert times.context["done"] == 1 and as_manager.get("/p/harbour/quality/time/").context["done"] == 2
    assert [row["done"] for row in rows(as_manager.get("/p/harbour/quality/time/", {"file": "people.csv"}))] == ["2"]


@pytest.mark.parametrize(
    "query", [{"since": "2026-13-40"}, {"until": "9999-12-31"}, {"since": "0001-01-01"}, {"since": "\0"}]
)
def test_days_that_make_no_sense_are_no_error(as_manager, query):
    queries = ({"since": "2026-13-40"}, {"until": "9999-12-31"}, {"since": "0001-01-01"}, {"since": "\0"})
    pages = ("manage/people/", "manage/plan/", "quality/production/", "quality/time/", "manage/skipped/")
    for page, query in product(pages, queries):
        assert as_manager.get(f"/p/harbour/{page}", query).status_code == 200
