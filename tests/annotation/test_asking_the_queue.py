"""What taking work reads, and what it makes of work that was put aside or reported."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.claims.claim_importer import create_tasks
from annotation.errors import AssignmentClosed
from annotation.models import Assignment, Claim, Task
from annotation.projects.models import Role
from annotation.work.assignment import assign_next, expire_overdue, release, renew
from annotation.work.models import AssignmentState
from annotation.work.queue import eligible_tasks, next_task
from annotation.work.queue_messages import empty_queue_reason
from annotation.workflows.claim_verification.workflow import NO_CLAIM_LEFT
from annotation.workflows.kinds import TaskKind
from tests.cast import member, run_out

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION


def taken_by(person, project):
    return assign_next(person=person, project=project, kind=KIND)


def park(assignment, until=None):
    until = until or timezone.now() + timedelta(hours=8)
    Assignment.objects.filter(pk=assignment.pk).update(state=AssignmentState.PARKED, leased_until=until)


def plan_of(query):
    """How SQLite would answer: for each table or index what it does there."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query}")
        return [row[3] for row in cursor.fetchall()]


@pytest.mark.sqlite  # PostgreSQL chooses by what the tables hold
def test_taking_reads_no_row_of_what_others_have_done(project, verifier, other_verifier, claims):
    done = taken_by(other_verifier, project)
    Assignment.objects.filter(pk=done.pk).update(state=AssignmentState.SUBMITTED, ended_at=timezone.now())
    with CaptureQueriesContext(connection) as asked:
        assert taken_by(verifier, project) is not None
    questions = [query["sql"] for query in asked if query["sql"].startswith("SELECT")]
    of_assignments = [sql for sql in questions if 'FROM "annotation_assignment"' in sql.split("WHERE")[0]]
    (sql,) = of_assignments  # whose lease is over, and what is mine
    plans = [step for step in plan_of(sql) if "annotation_assignment" in step]
    (written,) = [sql for sql in questions if 'FROM "annotation_claim"' in sql]
    plans += [step for step in plan_of(written) if "annotation_assignment" in step]
    assert len(plans) == 3  # and whether I have written
    for plan in plans:
        assert "assignment_overdue" in plan or "assignment_of_person" in plan, plan
        assert "project_id=? AND kind=?" in plan, plan


@pytest.mark.sqlite
def test_bound_values_do_not_hide_the_index_of_overdue_leases(project):
    """With values in the SQL SQLite may use an index that it cannot use when they are bound."""
    overdue = Assignment.objects.filter(project=project, kind=KIND, ended_at=None, leased_until__lt=timezone.now())
    assert "assignment_overdue" in overdue.explain()


@pytest.mark.sqlite  # PostgreSQL chooses by what the tables hold
@pytest.mark.parametrize("kind", TaskKind)
def test_taking_reads_no_row_of_what_one_has_done_oneself(project, verifier, kind):
    """Of one's own assignments it looks at those of the very task, or highlight: some have thousands of others."""
    with CaptureQueriesContext(connection) as asked:
        next_task(person=verifier, project=project, kind=kind)
    *_whether_one_has_written, sql = [query["sql"] for query in asked]
    plan = plan_of(sql)
    assert any("task_open_queue" in step for step in plan), plan
    assert not [step for step in plan if "(person_id=?)" in step], plan


def test_the_sql_that_is_kept_asks_for_the_person_and_project_of_now(project, verifier, other_verifier, claims):
    for person in (verifier, other_verifier, verifier):
        expected = eligible_tasks(person=person, project=project, kind=KIND).first()
        assert next_task(person=person, project=project, kind=KIND) == expected
        taken = taken_by(person, project)
        assert taken.person == person
        release(taken)


def test_what_was_put_aside_keeps_its_place(project, verifier, other_verifier, claims):
    mine = taken_by(verifier, project)
    park(mine)
    second = taken_by(verifier, project)
    assert second is not None
    assert second.task_id != mine.task_id
    assert Task.objects.get(pk=mine.task_id).assigned_count == 1
    for _ in range(3):
        other = taken_by(other_verifier, project)
        assert other is None or other.task_id != mine.task_id
        if other is not None:
            release(other)


def test_what_was_put_aside_too_long_goes_to_somebody_else(project, verifier, other_verifier, claims):
    Task.objects.exclude(verification_item__claim=claims[0]).delete()
    mine = taken_by(verifier, project)
    park(mine, until=timezone.now() - timedelta(seconds=1))
    assert expire_overdue(project=project, kind=KIND) == 1
    mine.refresh_from_db()
    assert mine.state == AssignmentState.EXPIRED
    assert mine.ended_at is not None
    assert taken_by(other_verifier, project).task_id == mine.task_id
    assert Task.objects.get(pk=mine.task_id).assigned_count == 1


def test_a_late_heartbeat_does_not_take_up_what_was_put_aside(assignment):
    park(assignment)
    with pytest.raises(AssignmentClosed, match="put this task aside"):
        renew(assignment)
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.PARKED


def test_what_was_put_aside_can_be_given_back(project, assignment):
    park(assignment)
    release(assignment)
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.RELEASED
    assert Task.objects.get(pk=assignment.task_id).assigned_count == 0


def test_what_was_put_aside_counts_towards_the_limit_once(project, verifier, claims):
    project.verifications_per_person = 2
    project.save()
    first = taken_by(verifier, project)
    park(first)
    second = taken_by(verifier, project)
    assert second is not None
    Assignment.objects.filter(pk=second.pk).update(state=AssignmentState.SUBMITTED, ended_at=timezone.now())
    assert taken_by(verifier, project) is None
    said = empty_queue_reason(person=verifier, project=project, kind=KIND)
    assert said.startswith("You have put 1 claim aside.")
    assert "2, which is all this project wants" in said
    # Taken up again it is the last one, and not one too many.
    Assignment.objects.filter(pk=first.pk).update(state=AssignmentState.HELD)
    assert taken_by(verifier, project) == first


def test_an_empty_queue_names_what_the_person_put_aside(project, verifier, claims):
    for _ in range(2):
        park(taken_by(verifier, project))
    assert "put" not in empty_queue_reason(person=member(project, "vera", Role.VERIFIER), project=project, kind=KIND)
    Task.objects.filter(assigned_count=0).delete()
    assert taken_by(verifier, project) is None
    said = empty_queue_reason(person=verifier, project=project, kind=KIND)
    assert said.startswith("You have put 2 claims aside.")


def test_others_who_put_the_last_claims_aside_may_give_them_back(project, verifier, other_verifier, claims):
    Task.objects.exclude(verification_item__claim=claims[0]).delete()
    park(taken_by(verifier, project))
    assert taken_by(other_verifier, project) is None
    assert empty_queue_reason(person=other_verifier, project=project, kind=KIND) == str(NO_CLAIM_LEFT)


def test_a_reported_claim_is_offered_to_nobody_and_said_to_wait(project, verifier, other_verifier, claims):
    Task.objects.exclude(verification_item__claim=claims[0]).delete()
    mine = taken_by(verifier, project)
    now = timezone.now()
    Assignment.objects.filter(pk=mine.pk).update(state=AssignmentState.REPORTED, ended_at=now)
    Task.objects.filter(pk=mine.task_id).update(withdrawn_at=now, assigned_count=0)
    for person in (verifier, other_verifier):
        assert taken_by(person, project) is None
        assert "wait for your manager" in empty_queue_reason(person=person, project=project, kind=KIND)
    with pytest.raises(AssignmentClosed, match="reported"):
        renew(mine)


def test_the_latest_of_several_expired_comes_back_first(project, verifier, claims):
    create_tasks(project=project, claims=[Claim.objects.create(project=project, text="Another claim.")])
    first = taken_by(verifier, project)
    run_out(first)
    expire_overdue(project=project, kind=KIND)
    Assignment.objects.filter(pk=first.pk).update(ended_at=timezone.now() - timedelta(hours=1))
    Task.objects.filter(pk=first.task_id).update(assigned_count=1)  # somebody has it
    second = taken_by(verifier, project)
    run_out(second)
    expire_overdue(project=project, kind=KIND)
    Task.objects.filter(pk=first.task_id).update(assigned_count=0)
    assert taken_by(verifier, project) == second
