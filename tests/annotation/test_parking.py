"""Putting work aside and taking it up again."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.claims.claim_importer import import_claims
from annotation.errors import AnnotationError, AssignmentClosed, LeaseLost
from annotation.models import Assignment, Task
from annotation.projects.models import Role
from annotation.work.assignment import assign_next, expire_overdue, release, renew
from annotation.work.draft import draft_of, save
from annotation.work.models import AssignmentState
from annotation.work.postponing import MAX_POSTPONED, postpone, resume
from annotation.workflows.kinds import TaskKind
from tests.cast import claim_of, member, run_out

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION


def taken_by(person, project):
    return assign_next(person=person, project=project, kind=KIND)


def test_what_is_put_aside_keeps_its_place_and_its_draft(project, assignment, verifier, other_verifier, claims):
    save(assignment=assignment, base_version=0, body={"verdict": "SUPPORTS"})
    until = postpone(assignment)
    assert timedelta(hours=23.9) < until - timezone.now() <= timedelta(hours=24)
    assignment.refresh_from_db()
    assert (assignment.state, assignment.leased_until, assignment.ended_at) == (AssignmentState.PARKED, until, None)
    assert claim_of(taken_by(other_verifier, project)) == claims[1]
    assert claim_of(taken_by(verifier, project)) == claims[2]
    assert draft_of(assignment).body == {"verdict": "SUPPORTS"}


def test_the_project_says_how_long(project, assignment):
    project.park_hours = 2
    project.save()
    assert postpone(Assignment.objects.get(pk=assignment.pk)) - timezone.now() <= timedelta(hours=2)


def test_putting_aside_twice_keeps_the_first_time(assignment):
    assert postpone(assignment) == postpone(assignment)


def test_it_is_taken_up_again_and_that_may_be_sent_twice(assignment):
    postpone(assignment)
    for _ in range(2):
        resume(assignment)
        assignment.refresh_from_db()
        assert assignment.state == AssignmentState.HELD
        assert assignment.leased_until < timezone.now() + timedelta(hours=1)
    assert Task.objects.get(pk=assignment.task_id).assigned_count == 1


def test_one_is_open_at_a_time(project, assignment, verifier):
    postpone(assignment)
    other = taken_by(verifier, project)
    with pytest.raises(AnnotationError, match="another task open") as caught:
        resume(assignment)
    assert (caught.value.code, caught.value.status) == ("one_open", 409)
    release(other)
    resume(assignment)
    assert assignment.state == AssignmentState.HELD


def test_another_that_ran_out_is_not_in_the_way(project, assignment, verifier):
    postpone(assignment)
    run_out(taken_by(verifier, project))
    resume(assignment)
    assert assignment.state == AssignmentState.HELD


def test_three_are_the_most(project, claims, verifier):
    import_claims(project=project, lines=[json.dumps({"claim": f"Claim {n} is a claim."}) for n in range(3)])
    for _ in range(MAX_POSTPONED):
        postpone(taken_by(verifier, project))
    held = taken_by(verifier, project)
    with pytest.raises(AnnotationError, match="put 3 tasks aside") as caught:
        postpone(held)
    assert (caught.value.code, caught.value.status) == ("too_many_parked", 409)
    held.refresh_from_db()
    assert held.state == AssignmentState.HELD


def test_what_others_put_aside_does_not_count(project, claims, verifier):
    for n in range(2):
        postpone(taken_by(member(project, f"verifier{n}", Role.VERIFIER), project))
    assert postpone(taken_by(verifier, project))


def test_a_heartbeat_on_its_way_does_not_take_it_up(assignment):
    postpone(assignment)
    with pytest.raises(AssignmentClosed, match="put this task aside"):
        renew(assignment)


def test_after_its_time_others_may_have_it(project, assignment, other_verifier, claims):
    postpone(assignment)
    run_out(assignment)
    assert claim_of(taken_by(other_verifier, project)) == claims[0]
    with pytest.raises(LeaseLost):
        resume(assignment)


def test_after_its_time_it_is_taken_up_if_nobody_has_it(project, assignment):
    postpone(assignment)
    run_out(assignment)
    expire_overdue(project=project, kind=KIND)
    resume(assignment)
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD
    assert Task.objects.get(pk=assignment.task_id).assigned_count == 1


def test_what_ran_out_takes_its_place_to_be_put_aside(project, assignment):
    run_out(assignment)
    expire_overdue(project=project, kind=KIND)
    postpone(assignment)
    assert Task.objects.get(pk=assignment.task_id).assigned_count == 1


@pytest.mark.parametrize("deed", [postpone, resume])
def test_what_was_given_back_stays_so(assignment, deed):
    release(assignment)
    with pytest.raises(AssignmentClosed, match="returned this task"):
        deed(assignment)


def test_what_is_put_aside_can_be_given_back(assignment):
    postpone(assignment)
    release(assignment)
    assert Task.objects.get(pk=assignment.task_id).assigned_count == 0
