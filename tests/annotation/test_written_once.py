"""Questions whose SQL is written once: asked of something else, they answer about that."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth import authenticate, get_user
from django.http import Http404, HttpRequest

from annotation.models import Claim
from annotation.projects.access import assignment_for, project_to_work_in
from annotation.projects.models import Role
from annotation.work.assignment import take
from annotation.work.models import TaskKind
from annotation.workflows.claim_generation.claims_in import open_tasks
from tests.cast import PASSWORD, member

KIND = TaskKind.CLAIM_VERIFICATION


@pytest.fixture
def two(project):
    """Two verifiers, each with an assignment."""
    claims = [Claim.objects.create(project=project, text=f"Claim number {number} is a claim.") for number in range(2)]
    open_tasks(project=project, claims=claims)
    people = [member(project, name, Role.VERIFIER) for name in ("ada", "bo")]
    return [(person, take(person=person, project=project, kind=KIND)) for person in people]


def test_everybody_gets_their_own_assignment_and_nobody_elses(two, django_assert_num_queries):
    for person, taken in two:
        with django_assert_num_queries(4):
            found = assignment_for(person, str(taken.public_id))
            assert (found.pk, found.person, found.task, found.project) == (taken.pk, person, taken.task, taken.project)
            assert found.project.corpus == taken.project.corpus
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
