"""Reporting a claim: to whom it is offered then, what becomes of others' work, what is released."""

from __future__ import annotations

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.errors import AssignmentClosed, Invalid, LeaseLost
from annotation.models import Claim, Report, Task, Verification
from annotation.projects.models import Role
from annotation.release.summary import Counts
from annotation.work.assignment import assign_next, release, renew
from annotation.work.models import AssignmentState
from annotation.work.submission import submit
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from tests.annotation.released import records
from tests.cast import SENTENCE, claim_of, member, run_out, tasks_of

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION


def submitted(assignment):
    evidence = [[SENTENCE]]
    return submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=evidence,
    )[0]


def released(project):
    counts = Counts()
    return [record.claim for record in records(project, counts)], dict(counts.excluded)


def test_a_reported_claim_is_offered_to_nobody(project, assignment, claims, other_verifier):
    report(assignment=assignment, reasons=["language"])
    for _ in claims[1:]:
        held = assign_next(person=other_verifier, project=project, kind=KIND)
        assert claim_of(held) != claims[0]
        submitted(held)
    assert assign_next(person=other_verifier, project=project, kind=KIND) is None


def test_a_report_keeps_its_reasons_and_closes_the_assignment(assignment, claims):
    made = report(assignment=assignment, reasons=["display", "language", "display"], note="  a table is empty ")
    assert (made.claim, made.reasons, made.note) == (claims[0], ["language", "display"], "a table is empty")
    assert (made.decision, made.decided_at, made.decided_by) == ("", None, None)
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.REPORTED and assignment.ended_at is not None
    task = tasks_of(claims[0]).get()
    assert (task.assigned_count, task.withdrawn_at is None) == (0, False)


def test_reporting_twice_finds_the_first_report(assignment):
    first = report(assignment=assignment, reasons=["language"])
    assert report(assignment=assignment, reasons=["display"], note="again") == first
    assert Report.objects.get().reasons == ["language"]


@pytest.mark.parametrize(
    ("reasons", "note", "field"),
    [([], "it is odd", "reasons"), (["boring"], "", "reasons"), (["language", "x"], "", "reasons")]
    + [(["language"], "x" * 2001, "note")],
)
def test_a_report_that_says_nothing_is_refused(assignment, reasons, note, field):
    with pytest.raises(Invalid) as caught:
        report(assignment=assignment, reasons=reasons, note=note)
    assert list(caught.value.fields) == [field]
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD and not Report.objects.exists()


def test_others_who_hold_the_claim_may_finish(project, assignment, claims, other_verifier):
    tasks_of(claims[0]).update(required_annotations=2)
    theirs = assign_next(person=other_verifier, project=project, kind=KIND)
    assert claim_of(theirs) == claims[0]
    report(assignment=assignment, reasons=["guidelines"])
    renew(theirs)
    assert submitted(theirs).claim == claims[0]


def test_work_that_ran_out_on_a_reported_claim_cannot_be_taken_up_again(project, assignment, claims, other_verifier):
    tasks_of(claims[0]).update(required_annotations=2)
    theirs = assign_next(person=other_verifier, project=project, kind=KIND)
    run_out(theirs)
    report(assignment=assignment, reasons=["guidelines"])
    assign_next(person=other_verifier, project=project, kind=KIND)
    with pytest.raises(LeaseLost):
        renew(theirs)


def test_what_ran_out_can_be_reported_without_freeing_its_place_twice(project, assignment, claims, other_verifier):
    run_out(assignment)
    assert claim_of(assign_next(person=other_verifier, project=project, kind=KIND)) == claims[0]
    report(assignment=assignment, reasons=["language"])
    assert tasks_of(claims[0]).get().assigned_count == 1


def test_what_is_closed_cannot_be_reported(project, assignment, verifier):
    release(assignment)
    with pytest.raises(AssignmentClosed):
        report(assignment=assignment, reasons=["language"])
    other = assign_next(person=verifier, project=project, kind=KIND)
    submitted(other)
    with pytest.raises(AssignmentClosed):
        report(assignment=other, reasons=["language"])
    assert not Report.objects.exists()


def test_a_reported_claim_is_released_only_when_it_is_put_back(project, assignment, claims, other_verifier, manager):
    tasks_of(claims[0]).update(required_annotations=2)
    theirs = assign_next(person=other_verifier, project=project, kind=KIND)
    made = report(assignment=assignment, reasons=["unverifiable"])
    submitted(theirs)
    assert released(project) == ([], {"reported": 1, "not verified": 2})
    for decision, found in (("retired", []), ("reinstated", [claims[0].text])):
        made.decision, made.decided_by, made.decided_at = decision, manager, timezone.now()
        made.save()
        assert released(project)[0] == found


def test_one_report_that_stands_is_enough(project, claims, manager):
    tasks_of(claims[0]).update(required_annotations=3)
    people = [member(project, f"verifier{n}", Role.VERIFIER) for n in range(3)]
    first, second, third = (assign_next(person=person, project=project, kind=KIND) for person in people)
    made = report(assignment=first, reasons=["unverifiable"])
    report(assignment=second, reasons=["language"])
    submitted(third)
    made.decision, made.decided_by, made.decided_at = "reinstated", manager, timezone.now()
    made.save()
    assert released(project) == ([], {"reported": 1, "not verified": 2})


@pytest.mark.parametrize(("decision", "decided"), [("retired", False), ("", True), ("maybe", True)])
def test_the_database_refuses_half_a_decision(assignment, decision, decided):
    made = report(assignment=assignment, reasons=["language"])
    made.decision, made.decided_at = decision, timezone.now() if decided else None
    with pytest.raises(IntegrityError), transaction.atomic():
        made.save()


def test_a_report_leaves_the_claim_and_its_verdicts(assignment, claims):
    report(assignment=assignment, reasons=["language"])
    assert Claim.objects.count() == len(claims) and not Verification.objects.exists()


def test_a_reported_claim_comes_back_by_a_decision_alone(client, project, assignment, manager):
    report(assignment=assignment, reasons=["language"])
    client.force_login(manager)
    assert claim_of(assignment).text not in client.get("/p/harbour/manage/withdrawn/").text
    assert client.post(f"/p/harbour/manage/withdrawn/{assignment.task_id}/put-back/").status_code == 404
    assert Task.objects.get(pk=assignment.task_id).withdrawn_at is not None
