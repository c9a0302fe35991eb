"""Times in the reader's time zone, and what they have done today."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format

from annotation.models import Assignment
from annotation.quality.audit.personal_weeks import daily_work
from annotation.work.assignment import assign_next
from annotation.work.guidelines import confirm
from annotation.workflows.kinds import TaskKind
from frontend.time_zone import COOKIE, TimeZoneMiddleware
from tests.frontend.html import texts
from tests.frontend.submitting import submitted

KIND = TaskKind.CLAIM_VERIFICATION


@pytest.mark.parametrize(
    ("cookie", "name"),
    [("Asia/Kathmandu", "Asia/Kathmandu"), ("", "UTC"), ("Nowhere/Land", "UTC"), ("../etc/passwd", "UTC")],
)
def test_times_are_those_of_the_browser(cookie, name, rf: RequestFactory):
    request = rf.get("/")
    request.COOKIES[COOKIE] = cookie
    seen = TimeZoneMiddleware(lambda request: timezone.get_current_timezone_name())(request)
    assert seen == name
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(("language", "shown"), [("en", "25 Nov 2026, 02:49"), ("de", "25. November 2026 02:49")])
def test_times_within_a_sentence_are_written_as_in_lists(language, shown):
    with translation.override(language):
        assert date_format(datetime(2026, 11, 25, 2, 49), "DATETIME_FORMAT") == shown


def test_the_header_counts_the_work_since_midnight(project, verifier, claims, client):
    confirm(person=verifier, project=project, kind=KIND, version=0)
    midnight = datetime(2026, 3, 1, tzinfo=UTC)
    for hours in (-1, 1):
        assignment = assign_next(person=verifier, project=project, kind=KIND)
        assert assignment is not None
        submitted(assignment)
        Assignment.objects.filter(pk=assignment.pk).update(ended_at=midnight + timedelta(hours=hours))
    day = daily_work(verifier, project, KIND, midnight)
    assert (day.done, day.median is not None) == (1, True)
    assert daily_work(verifier, project, KIND, midnight - timedelta(hours=2)).done == 2
    Assignment.objects.filter(pk=assignment.pk).update(ended_at=timezone.now())
    held = assign_next(person=verifier, project=project, kind=KIND)
    assert held is not None
    client.force_login(verifier)
    html = client.get(reverse("work", args=[held.public_id]), follow=True).text
    assert texts(html, "[data-test=my-day] .number") == ["1"]
