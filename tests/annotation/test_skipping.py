"""Putting a task aside: who gets it next, and when nobody does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.errors import AssignmentClosed, Invalid, LeaseLost
from annotation.models import Assignment, Task
from annotation.projects.models import Role
from annotation.work.assignment import assign_next, release, renew
from annotation.work.models import AssignmentState
from annotation.work.queue_messages import empty_queue_reason
from annotation.work.skip_reasons import FORMATTING, NOTHING_VERIFIABLE, OTHER, POLITICS
from annotation.work.skipping import put_back, skip
from annotation.workflows.kinds import TaskKind
from tests.cast import claim_of, member, tasks_of

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_GENERATION


def taken_by(person, project):
    return assign_next(person=person, project=project, kind=KIND)


def writers(project, number):
    return [member(project, f"writer{n}", Role.CLAIM_WRITER) for n in range(number)]


def test_a_skipped_task_goes_to_somebody_else_and_never_comes_back(project, highlight):
    first, second = writers(project, 2)
    assert not skip(assignment=taken_by(first, project), reason="other", note="I know these people")
    assert taken_by(first, project) is None
    assert "had every highlight" in empty_queue_reason(person=first, project=project, kind=KIND)
    assert taken_by(second, project) is not None


@pytest.mark.parametrize(
    ("reason", "people"),
    [(one.value, one.withdraws_after) for one in (FORMATTING, POLITICS, NOTHING_VERIFIABLE, OTHER)],
)
def test_a_task_is_withdrawn_when_enough_people_give_the_same_reason(project, highlight, reason, people):
    everybody = writers(project, people + 1)
    for number, person in enumerate(everybody[:-1], start=1):
        withdrawn = skip(assignment=taken_by(person, project), reason=reason, note="a note")
        assert withdrawn == (number == people)
    assert taken_by(everybody[-1], project) is None
    task = Task.objects.get()
    assert (task.assigned_count, task.withdrawn_at is None) == (0, False)


def test_different_reasons_are_not_added_up(project, highlight):
    first, second, third = writers(project, 3)
    skip(assignment=taken_by(first, project), reason="nothing_verifiable")
    assert not skip(assignment=taken_by(second, project), reason="other", note="a note")
    assert taken_by(third, project) is not None


def test_skipping_twice_keeps_the_first_reason(project, highlight, writer):
    assignment = taken_by(writer, project)
    skip(assignment=assignment, reason="nothing_verifiable")
    assert not skip(assignment=assignment, reason="formatting")
    assignment.refresh_from_db()
    assert (assignment.state, assignment.skip_reason) == (AssignmentState.SKIPPED, "nothing_verifiable")
    assert Task.objects.get().withdrawn_at is None


def test_what_ran_out_can_be_skipped_without_freeing_its_place_twice(project, highlight):
    first, second = writers(project, 2)
    assignment = taken_by(first, project)
    Assignment.objects.filter(pk=assignment.pk).update(leased_until=timezone.now() - timedelta(minutes=1))
    assert taken_by(second, project) is not None
    skip(assignment=assignment, reason="other", note="a note")
    assert Task.objects.get().assigned_count == 1
    assert taken_by(first, project) is None


def test_what_was_given_back_cannot_be_skipped(project, highlight, writer):
    assignment = taken_by(writer, project)
    release(assignment)
    with pytest.raises(AssignmentClosed):
        skip(assignment=assignment, reason="formatting")


def test_work_that_ran_out_on_a_withdrawn_task_cannot_be_taken_up_again(project, highlight):
    first, second = writers(project, 2)
    held = taken_by(first, project)
    Assignment.objects.filter(pk=held.pk).update(leased_until=timezone.now() - timedelta(minutes=1))
    skip(assignment=taken_by(second, project), reason="formatting")
    with pytest.raises(LeaseLost):
        renew(held)


@pytest.mark.parametrize(
    ("reason", "note", "field"), [("boring", "", "reason"), ("other", " ", "note"), ("other", "x" * 2001, "note")]
)
def test_a_skip_that_says_nothing_useful_is_refused(project, highlight, writer, reason, note, field):
    assignment = taken_by(writer, project)
    with pytest.raises(Invalid) as caught:
        skip(assignment=assignment, reason=reason, note=note)
    assert list(caught.value.fields) == [field]
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD


def test_a_person_gets_no_more_than_the_project_wants_of_one(project, claims, verifier):
    project.verifications_per_person = 1
    project.save()
    first = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION) == first
    Assignment.objects.filter(pk=first.pk).update(state=AssignmentState.SUBMITTED, ended_at=timezone.now())
    assert assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION) is None
    reason = empty_queue_reason(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert "limit per person" in reason


def test_what_ran_out_before_the_last_one_does_not_come_back_on_top(project, claims, verifier, other_verifier):
    """It would pass the limit: by taking again, and by going on in a window that was left open."""
    project.verifications_per_person = 1
    project.save()
    first = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    Assignment.objects.filter(pk=first.pk).update(leased_until=timezone.now() - timedelta(minutes=1))
    theirs = assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    last = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    release(theirs)  # the place of the first is free again
    Assignment.objects.filter(pk=last.pk).update(state=AssignmentState.SUBMITTED, ended_at=timezone.now())
    assert assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION) is None
    with pytest.raises(LeaseLost, match="limit per person"):
        renew(first)
    assert Task.objects.get(pk=first.task_id).assigned_count == 0


def test_what_is_put_back_goes_to_others_until_one_more_gives_the_same_reason(project, highlight):
    first, second, third, fourth = writers(project, 4)
    for person in (first, second):
        skip(assignment=taken_by(person, project), reason="nothing_verifiable")
    assert put_back(Task.objects.get())
    assert (taken_by(first, project), taken_by(second, project)) == (None, None)
    assert skip(assignment=taken_by(third, project), reason="nothing_verifiable")
    assert taken_by(fourth, project) is None


def test_putting_back_what_is_not_withdrawn_does_nothing(project, highlight, writer):
    held = taken_by(writer, project)
    assert not put_back(held.task)
    held.task.refresh_from_db()
    assert (held.task.assigned_count, held.task.withdrawn_at) == (1, None)


def test_a_claim_is_skipped_for_reasons_of_its_own(assignment, verifier, project):
    with pytest.raises(Invalid) as caught:
        skip(assignment=assignment, reason="nothing_verifiable")  # such a claim is reported
    assert list(caught.value.fields) == ["reason"]
    skip(assignment=assignment, reason="personal")
    assignment.refresh_from_db()
    assert (assignment.state, assignment.skip_reason) == (AssignmentState.SKIPPED, "personal")


def test_a_highlight_is_not_skipped_for_the_reasons_of_a_claim(project, highlight, writer):
    with pytest.raises(Invalid):
        skip(assignment=taken_by(writer, project), reason="personal")


def test_what_one_person_cannot_judge_goes_to_others_for_ever(project, claims):
    for number in range(5):
        person = member(project, f"verifier{number}", Role.VERIFIER)
        held = assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION)
        assert claim_of(held) == claims[0]
        assert not skip(assignment=held, reason="personal")
    assert tasks_of(claims[0]).get().withdrawn_at is None
