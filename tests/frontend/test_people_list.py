"""The list of people: filters, order, pages, file, and who is at work now."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotation.accounts.invitations import create_invited
from annotation.models import Assignment, Membership, User
from annotation.projects.member_settings import MemberSettings
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.work.presence import active_now
from annotation.workflows.kinds import TaskKind
from tests.cast import member
from tests.frontend.submitting import submitted

PEOPLE = "/p/harbour/manage/people/"
DAY = timedelta(days=1)


@pytest.fixture
def as_manager(client: Client, manager, project, verifier, other_verifier, writer, assignment) -> Client:
    """Vincent submitted forty days ago and is at work again, Violet submitted now, Wilma is paused."""
    submitted(assignment)
    Assignment.objects.update(ended_at=timezone.now() - 40 * DAY)
    for person in (verifier, other_verifier):
        held = assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION)
        if person == other_verifier:
            submitted(held)
    MemberSettings.objects.create(project=project, user=writer, paused_at=timezone.now())
    client.force_login(manager)
    return client


def names(client: Client, **asked: object) -> list[str]:
    return [row.person.username for row in client.get(PEOPLE, asked).context["page"]]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "VI"}, ["vincent", "violet"]),
        ({"role": "manager"}, ["maya"]),
        ({"status": "active"}, ["vincent"]),
        ({"status": "paused"}, ["wilma"]),
        ({"status": "king"}, ["maya", "vincent", "violet", "wilma"]),
        ({"idle": "7"}, ["maya", "wilma"]),
        ({"sort": "-name"}, ["wilma", "violet", "vincent", "maya"]),
        ({"sort": "-active", "role": "verifier"}, ["violet", "vincent"]),
        ({"sort": "status"}, ["wilma", "vincent", "maya", "violet"]),
        ({"q": "nobody"}, []),
    ],
)
def test_people_are_found_and_ordered(as_manager, asked, found):
    assert names(as_manager, **asked) == found


def test_those_who_are_invited_or_closed_or_calibrate_are_told_apart(as_manager, project, verifier):
    [ivy] = create_invited(["ivy"])
    Membership.objects.create(project=project, user=ivy, role=Role.OBSERVER)
    project.calibration = True
    project.save()
    User.objects.filter(pk=verifier.pk).update(is_active=False)
    found = {s: names(as_manager, status=s) for s in ("closed", "invited", "calibrating")}
    assert found == {"closed": ["vincent"], "invited": ["ivy"], "calibrating": ["violet", "wilma"]}


def test_a_period_narrows_what_is_counted_and_no_people(as_manager):
    today = timezone.now().date()
    rows = as_manager.get(PEOPLE, {"since": today - 7 * DAY, "until": today}).context["page"]
    assert {row.person.username: row.done[0][1] for row in rows}["vincent"] == 0
    done = {row.person.username: sum(count for _head, count, _address in row.done) for row in rows}
    assert done == {"maya": 0, "vincent": 0, "violet": 1, "wilma": 3}
    before = as_manager.get(PEOPLE, {"until": today - 30 * DAY}).context["page"]
    assert sum(count for row in before for _head, count, _address in row.done) == 1


def test_the_file_has_all_pages_under_the_same_filters(as_manager, project):
    for number in range(30):
        member(project, f"={number:02}", Role.OBSERVER)
    page = as_manager.get(PEOPLE, {"role": "observer", "page": 2}).context["page"]
    assert (len(page), page.paginator.count) == (5, 30)
    assert len(as_manager.get(PEOPLE, {"role": "observer", "size": 50}).context["page"]) == 30
    text = as_manager.get(PEOPLE, {"role": "observer", "file": "people.csv"}).getvalue().decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["name"] for row in rows] == [f"'={number:02}" for number in range(30)]


def test_active_is_who_was_heard_of_in_the_last_five_minutes(as_manager, project, verifier):
    kind = TaskKind.CLAIM_VERIFICATION
    assert active_now(project) == {verifier.pk: kind}
    ago = timezone.now() + timedelta(minutes=project.lease_minutes - 6)
    Assignment.objects.filter(person=verifier, ended_at=None).update(leased_until=ago)
    assert active_now(project) == {}


def test_the_number_of_queries_does_not_depend_on_the_people(as_manager, project, django_assert_max_num_queries):
    for number in range(40):
        member(project, f"person{number}", Role.VERIFIER)
    as_manager.get(PEOPLE)
    with django_assert_max_num_queries(40):
        as_manager.get(PEOPLE, {"size": 100})
