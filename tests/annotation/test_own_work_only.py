"""Access to assignments, projects and sessions: everyone reaches their own and nobody else's."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth import authenticate, get_user
from django.http import Http404, HttpRequest

from annotation.claims.claim_importer import create_tasks
from annotation.models import Claim
from annotation.projects.models import Role
from annotation.work.access import assignment_for, project_to_work_in
from annotation.work.assignment import assign_next
from annotation.work.models import Task
from annotation.work.queue import eligible_tasks
from annotation.workflows.kinds import TaskKind
from tests.cast import PASSWORD, claim_of, member, tasks_of

pytestmark = pytest.mark.both_databases

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION


@pytest.fixture
def two(project):
    """Two verifiers, each with an assignment."""
    claims = [Claim.objects.create(project=project, text=f"Claim number {number} is a claim.") for number in range(2)]
    create_tasks(project=project, claims=claims)
    people = [member(project, name, Role.VERIFIER) for name in ("ada", "bo")]
    return [(person, assign_next(person=person, project=project, kind=KIND)) for person in people]


def test_everybody_gets_their_own_assignment_and_nobody_elses(two, django_assert_num_queries):
    for person, taken in two:
        with django_assert_num_queries(1):
            found = assignment_for(person, str(taken.public_id))
            assert (found.pk, found.person, found.task, found.project) == (taken.pk, person, taken.task, taken.project)
            assert found.project.corpus_id == taken.project.corpus_id
    (ada, adas), (bo, bos) = two
    for person, wanted in ((ada, bos.public_id), (bo, adas.public_id), (ada, uuid.uuid4()), (ada, uuid.UUID(int=1))):
        with pytest.raises(Http404):
            assignment_for(person, wanted)


def test_who_is_no_longer_a_member_finds_nothing(two, project):
    person, taken = two[0]
    assert assignment_for(person, taken.public_id) == taken
    person.memberships.all().delete()
    with pytest.raises(Http404):
        assignment_for(person, taken.public_id)
    with pytest.raises(Http404):
        project_to_work_in(person, project.slug, KIND)


def test_every_session_is_its_own_persons(two, client, rf):
    for person, _taken in two:
        assert authenticate(rf.post("/login/"), username=person.username, password=PASSWORD) == person
        client.force_login(person)
        request = HttpRequest()
        request.session = client.session
        assert get_user(request) == person
    person.is_active = False
    person.save()
    assert get_user(request).is_anonymous


def test_a_role_more_does_not_multiply_an_assignment(two, project):
    person, taken = two[0]
    project.memberships.create(user=person, role=Role.MANAGER)
    assert assignment_for(person, taken.public_id) == taken


def test_a_session_cookie_with_a_nul_is_anonymous(two, client):
    client.cookies["sessionid"] = "\0"
    assert client.get("/api/v1/assignments/x/").status_code == 401


@pytest.mark.parametrize("position", [-1, -2])
def test_a_negative_queue_position_is_an_ordinary_one(project, position):
    claims = [Claim.objects.create(project=project, text=f"Claim number {number} is a claim.") for number in range(2)]
    create_tasks(project=project, claims=claims)
    tasks_of(claims[1]).update(position=position)
    person = member(project, "ada", Role.VERIFIER)
    eligible = eligible_tasks(person=person, project=project, kind=KIND)
    assert eligible.get(position=position).verification_item.claim == claims[1]
    taken = assign_next(person=person, project=project, kind=KIND)
    assert claim_of(taken) == claims[1]
    assert Task.objects.get(position=position).assigned_count == 1
