"""Taking work, holding it, giving it back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.errors import AssignmentClosed, LeaseLost
from annotation.models import Assignment, Claim, Draft, Highlight, Task
from annotation.projects.models import Role
from annotation.work import assignment as work
from annotation.work.append_only import removal_allowed
from annotation.work.assignment import assign_next, expire_overdue, release, renew
from annotation.work.draft import save
from annotation.work.models import AssignmentState
from annotation.work.queue_messages import empty_queue_reason
from annotation.workflows.kinds import TaskKind
from tests.cast import claim_of, member, run_out, tasks_of

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION


def take_for(person, project):
    return assign_next(person=person, project=project, kind=KIND)


def places(claim: Claim) -> int:
    return tasks_of(claim).get().assigned_count


def test_the_next_claim_comes_by_position(project, verifier, other_verifier, claims):
    assert claim_of(take_for(verifier, project)) == claims[0]
    assert claim_of(take_for(other_verifier, project)) == claims[1]


def test_taking_again_gives_the_one_that_is_held(project, verifier, assignment):
    assert take_for(verifier, project) == assignment
    assert Assignment.objects.count() == 1


def test_taking_writes_start_at_second_zero(assignment):
    start = assignment.operations.get()
    assert (start.sequence, start.name, start.value, start.seconds) == (0, "start", "start", 0)


def test_taking_again_renews_the_lease(project, verifier, assignment):
    soon = timezone.now() + timedelta(seconds=5)
    Assignment.objects.update(leased_until=soon)
    assert take_for(verifier, project).leased_until > soon


def test_a_full_task_is_not_given_out(project, verifier, other_verifier, claims):
    Task.objects.exclude(verification_item__claim=claims[0]).delete()
    assert take_for(verifier, project)
    assert take_for(other_verifier, project) is None


def test_a_task_wanted_twice_goes_to_two_people_and_no_third(project, verifier, other_verifier, manager, claims):
    Task.objects.exclude(verification_item__claim=claims[0]).delete()
    Task.objects.update(required_annotations=2)
    third = member(project, "vera", Role.VERIFIER)
    assert take_for(verifier, project).task == take_for(other_verifier, project).task
    assert take_for(third, project) is None


def test_nobody_gets_a_claim_they_wrote(project, writer, claims):
    member(project, writer.username, Role.VERIFIER)
    assert take_for(writer, project) is None
    assert "written by you" in empty_queue_reason(person=writer, project=project, kind=KIND)


def test_nobody_gets_a_claim_of_a_highlight_they_wrote_for(project, verifier, writer, claims):
    highlight = Highlight.objects.create(project=project, kind="table", page_title="P", element_ids=["P_table_0"])
    Claim.objects.filter(pk__in=[claims[0].pk, claims[1].pk]).update(highlight=highlight)
    Claim.objects.filter(pk=claims[1].pk).update(author=verifier)
    assert claim_of(take_for(verifier, project)) == claims[2]


def test_nobody_writes_for_a_highlight_of_which_they_had_a_claim(project, verifier, claims, highlight):
    member(project, verifier.username, Role.CLAIM_WRITER)
    Claim.objects.filter(pk=claims[0].pk).update(highlight=highlight)
    assert claim_of(take_for(verifier, project)) == claims[0]
    assert assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_GENERATION) is None
    assert "verified claims from the highlights" in empty_queue_reason(
        person=verifier, project=project, kind=TaskKind.CLAIM_GENERATION
    )


def test_nobody_gets_a_claim_of_a_highlight_they_are_writing_for(project, writer, claims, highlight, writing):
    """Two are wanted of it, and the other writer was quicker."""
    member(project, writer.username, Role.VERIFIER)
    Claim.objects.update(author=None)
    Claim.objects.filter(pk=claims[0].pk).update(highlight=highlight)
    assert claim_of(take_for(writer, project)) == claims[1]


def test_taking_goes_on_when_another_window_hands_in_at_that_moment(project, verifier, assignment, claims, monkeypatch):
    look = work._in_order

    def look_too_early(*asked):
        found = look(*asked)
        Assignment.objects.filter(state="held").update(state="submitted", ended_at=timezone.now())
        return found

    monkeypatch.setattr(work, "_in_order", look_too_early)
    assert claim_of(take_for(verifier, project)) == claims[1]


def test_a_claim_that_was_given_back_goes_to_others_but_never_returns(project, verifier, other_verifier, assignment):
    release(assignment)
    assert assignment.state == AssignmentState.RELEASED
    assert take_for(verifier, project).task != assignment.task
    assert take_for(other_verifier, project).task == assignment.task


def test_giving_back_twice_frees_one_place(assignment, claims):
    release(assignment)
    release(assignment)
    assert places(claims[0]) == 0


def test_an_overdue_lease_frees_its_place_once(project, assignment, claims):
    run_out(assignment)
    assert expire_overdue(project=project, kind=KIND) == 1
    assert expire_overdue(project=project, kind=KIND) == 0
    assert places(claims[0]) == 0
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.EXPIRED and assignment.ended_at is not None


def test_an_overdue_claim_goes_to_the_next_person(project, other_verifier, assignment, claims):
    run_out(assignment)
    assert claim_of(take_for(other_verifier, project)) == claims[0]


def test_one_s_own_expired_claim_comes_back_with_its_draft(project, verifier, assignment, claims):
    save(assignment=assignment, base_version=0, body={"verdict": "REFUTES"})
    run_out(assignment)
    expire_overdue(project=project, kind=KIND)
    again = take_for(verifier, project)
    assert again == assignment and again.state == AssignmentState.HELD
    assert Draft.objects.get(assignment=again).body == {"verdict": "REFUTES"}
    assert places(claims[0]) == 1
    assert again.operations.count() == 1


def test_an_expired_claim_that_someone_else_took_does_not_come_back(project, verifier, other_verifier, assignment):
    run_out(assignment)
    theirs = take_for(other_verifier, project)
    mine = take_for(verifier, project)
    assert theirs.task == assignment.task
    assert mine.task != assignment.task


def test_renewing_holds_on(assignment):
    run_out(assignment)
    assert renew(assignment) > timezone.now()
    assert assignment.state == AssignmentState.HELD


def test_renewing_an_expired_one_takes_its_place_again(project, assignment, claims):
    run_out(assignment)
    expire_overdue(project=project, kind=KIND)
    renew(assignment)
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD and assignment.ended_at is None
    assert places(claims[0]) == 1


def test_renewing_fails_when_the_place_is_gone(project, other_verifier, assignment, claims):
    run_out(assignment)
    take_for(other_verifier, project)
    with pytest.raises(LeaseLost, match="someone else has taken it"):
        renew(assignment)
    assert places(claims[0]) == 1


def test_renewing_fails_when_another_claim_was_begun(project, verifier, other_verifier, assignment, claims):
    run_out(assignment)
    theirs = take_for(other_verifier, project)
    take_for(verifier, project)
    release(theirs)
    with pytest.raises(LeaseLost, match="begun another one"):
        renew(assignment)
    assert places(claims[0]) == 0


def test_what_was_given_back_cannot_be_renewed(assignment):
    release(assignment)
    with pytest.raises(AssignmentClosed, match="returned this task"):
        renew(assignment)


def test_the_last_message_does_not_tell_whose_claims_are_repeated(project, verifier, other_verifier, claims):
    def reason(person):
        return empty_queue_reason(person=person, project=project, kind=KIND)

    Task.objects.exclude(verification_item__claim=claims[0]).delete()
    assignment = take_for(verifier, project)
    while_another_works = reason(other_verifier)
    release(assignment)
    left_for_others = reason(verifier)  # it waits for somebody else, as one that is repeated does
    with removal_allowed():
        Assignment.objects.all().delete()
    Task.objects.update(assigned_count=1)
    assert while_another_works == left_for_others == reason(verifier)
    Task.objects.all().delete()
    assert "no claims" in reason(verifier)


def test_the_database_refuses_more_places_than_wanted(claims):
    with pytest.raises(IntegrityError), transaction.atomic():
        tasks_of(claims[0]).update(assigned_count=2)


def test_the_database_refuses_two_open_assignments_a_person(project, verifier, assignment, claims):
    with pytest.raises(IntegrityError), transaction.atomic():
        Assignment.objects.create(
            task=tasks_of(claims[1]).get(),
            project=project,
            kind=KIND,
            person=verifier,
            leased_until=timezone.now(),
        )


def test_a_race_with_a_window_that_has_ended_its_task_by_now_is_tried_again(project, verifier, claims, monkeypatch):
    """One window takes a task, this one breaks the constraint, and the first one gives its task back before we look."""
    from_queue, raced = work._assign_from_queue, []

    def with_another_window(person, project, kind):
        if raced:
            return from_queue(person, project, kind)
        raced.append(from_queue(person, project, kind))
        try:
            return from_queue(person, project, kind)
        finally:
            release(raced[0])

    monkeypatch.setattr(work, "_assign_from_queue", with_another_window)
    taken = take_for(verifier, project)
    assert taken is not None and taken != raced[0]
    assert [one.state for one in Assignment.objects.order_by("pk")] == [AssignmentState.RELEASED, AssignmentState.HELD]
