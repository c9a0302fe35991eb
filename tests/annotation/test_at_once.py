"""Several processes at the same moment, on the database that is configured: nothing twice, nothing lost."""

from __future__ import annotations

import uuid

import pyotp
import pytest

from annotation.accounts.second_factor import begin_set_up, confirm_set_up
from annotation.claims.claim_importer import create_tasks
from annotation.models import (
    Assignment,
    Attempts,
    Claim,
    Membership,
    Report,
    SecondFactor,
    Task,
    User,
    Verification,
)
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.work.models import AssignmentState
from annotation.work.submission import submit
from annotation.workflows.claim_verification.models import ReportReason
from annotation.workflows.kinds import TaskKind
from tests.annotation.worker import at_once
from tests.cast import SENTENCE, run_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
PROCESSES = 6


@pytest.fixture
def many(transactional_db, project):
    """Makes so many claims, wanted so often, and so many verifiers, dealt out to the processes."""

    def make(claims: int, wanted: int, people: int) -> list[list[str]]:
        project.verifications_per_claim = wanted
        made = Claim.objects.bulk_create(Claim(project=project, text=f"Claim {n}.") for n in range(claims))
        create_tasks(project=project, claims=made)
        users = User.objects.bulk_create(User(username=f"person-{n}") for n in range(people))
        Membership.objects.bulk_create(Membership(project=project, user=user, role=Role.VERIFIER) for user in users)
        return [[user.username for user in users[n::PROCESSES]] for n in range(PROCESSES)]

    return make


@pytest.mark.parametrize(("claims", "wanted", "people"), [(30, 1, 42), (6, 5, 42), (40, 1, 30)])
def test_no_overlap_is_exceeded_and_no_place_is_lost(many, claims, wanted, people):
    answers = at_once("take_for_each", many(claims, wanted, people))
    taken = [public_id for answer in answers for public_id in answer if public_id]
    assert len(taken) == len(set(taken)) == min(people, claims * wanted)
    for task in Task.objects.all():
        assert task.assigned_count == task.assignments.count() <= wanted
    assert Assignment.objects.count() == len(taken)


def test_one_person_in_many_windows_holds_one_claim(many):
    many(20, 1, 1)
    answers = at_once("take_for_each", [["person-0"]] * PROCESSES)
    assert len({public_id for answer in answers for public_id in answer}) == 1
    assert Assignment.objects.count() == 1
    assert sum(Task.objects.values_list("assigned_count", flat=True)) == 1


def test_a_submission_that_arrives_many_times_at_once_is_stored_once(transactional_db, assignment):
    what = {"assignment": str(assignment.public_id), "client_id": str(uuid.uuid4()), "element": SENTENCE}
    answers = at_once("submit_once", [what] * PROCESSES)
    verification = Verification.objects.get()
    assert {pk for pk, _created in answers} == {verification.pk}
    assert [created for _pk, created in answers].count(True) == 1
    assert list(assignment.operations.values_list("name", flat=True)) == ["start", "draft-taken", "finish"]


def changes_of(assignment, *client_ids):
    submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[SENTENCE]],
    )
    public_id = str(assignment.public_id)
    return [{"assignment": public_id, "client_id": str(one), "element": SENTENCE} for one in client_ids]


def test_a_change_that_arrives_many_times_at_once_is_one_revision(transactional_db, assignment):
    answers = at_once("edit_once", changes_of(assignment, *[uuid.uuid4()] * PROCESSES))
    assert answers == [[2]] * PROCESSES
    assert Verification.objects.count() == 2
    assert list(assignment.operations.values_list("name", flat=True)).count("finish") == 2


def test_of_different_changes_at_once_one_is_stored_and_the_others_are_told(transactional_db, assignment):
    answers = at_once("edit_once", changes_of(assignment, *[uuid.uuid4() for _ in range(PROCESSES)]))
    assert sorted(map(str, answers)) == ["['revision_conflict']"] * (PROCESSES - 1) + ["[2]"]
    assert Verification.objects.get(submission__is_current=True).revision == 2 and Verification.objects.count() == 2


def test_a_report_that_arrives_many_times_at_once_is_one(transactional_db, assignment):
    what = [{"assignment": str(assignment.public_id), "reason": reason} for reason in ReportReason.values]
    assert len(set(at_once("report_once", what))) == 1
    assert Report.objects.count() == 1 and Task.objects.get(pk=assignment.task_id).assigned_count == 0


def test_many_who_find_overdue_leases_free_each_place_once(many, project):
    dealt = many(8, 1, 24)
    sleepers = User.objects.bulk_create(User(username=f"sleeper-{n}") for n in range(8))
    for sleeper in sleepers:
        taken = assign_next(person=sleeper, project=project, kind=TaskKind.CLAIM_VERIFICATION)
        assert taken is not None
        run_out(taken)
    answers = at_once("take_for_each", dealt)
    taken_now = [public_id for answer in answers for public_id in answer if public_id]
    assert len(taken_now) == len(set(taken_now)) == 8
    assert Assignment.objects.filter(state=AssignmentState.EXPIRED).count() == 8
    assert all(task.assigned_count == 1 for task in Task.objects.all())


def test_guesses_of_several_processes_are_counted_together(transactional_db):
    """Before they are judged: not one more is looked at than is free."""
    assert sum(at_once("guess_three_times", [{"free": 5}] * PROCESSES)) == 5
    assert Attempts.objects.get().failures == 5


def test_a_code_lets_one_of_several_processes_in(transactional_db, verifier):
    secret = begin_set_up(verifier)
    recovery = confirm_set_up(verifier, pyotp.TOTP(secret).now())[1][0]
    SecondFactor.objects.update(last_step=0)
    for code, others in ((recovery, "wrong"), (pyotp.TOTP(secret).now(), "used")):
        answers = at_once("use_code", [{"person": "vincent", "code": code}] * PROCESSES)
        assert sorted(answers) == sorted(["right", *[others] * (PROCESSES - 1)])
