"""What becomes of a reported claim: who is offered it then, what counts, what its writer reads."""

from __future__ import annotations

import pytest

from annotation.errors import AnnotationError, Invalid
from annotation.models import Assignment, Claim, Report, Task, Verification
from annotation.projects.models import Role
from annotation.quality.workflows.claim_verification.report_decisions import decide
from annotation.release.summary import Counts
from annotation.work.assignment import assign_next
from annotation.work.editing import is_editable
from annotation.work.models import AssignmentState
from annotation.work.postponing import postpone
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from tests.annotation.disagreeing import submit_work
from tests.annotation.released import records
from tests.cast import CLAIMS, SENTENCE, claim_of, member, tasks_of

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION
NEW = "Anna Berg founded the Harbour League in 1921."


@pytest.fixture
def reported(project, assignment):
    return report(assignment=assignment, reasons=["guidelines"], note="Which one?")


def offered(project, person):
    found = assign_next(person=person, project=project, kind=KIND)
    return claim_of(found).text if found else None


@pytest.mark.parametrize(("decision", "text"), [("reinstated", CLAIMS[0]), ("corrected", NEW), ("retired", CLAIMS[1])])
def test_what_others_are_offered_then(project, reported, manager, verifier, other_verifier, decision, text):
    decide(report=reported, by=manager, decision=decision, note="Said so.", text=NEW)
    assert offered(project, other_verifier) == text
    assert offered(project, verifier) not in (CLAIMS[0], NEW)  # whoever reported it never gets it again


def test_a_correction_is_a_revision_of_the_claim(reported, manager, writer):
    decide(report=reported, by=manager, decision="corrected", text=f"  {NEW} ", note="The year was missing.")
    claim = Claim.objects.get(pk=reported.claim_id)
    assert claim.text == NEW and claim.signatures.exists()
    assert list(claim.revisions.values_list("number", "text", "author__username")) == [
        (1, CLAIMS[0], "wilma"),
        (2, NEW, "maya"),
    ]
    reported.refresh_from_db()
    assert (reported.decision, reported.decided_by, reported.decision_note) == (
        "corrected",
        manager,
        "The year was missing.",
    )


def test_verdicts_on_the_old_words_count_no_more_and_as_many_others_are_asked(
    project, assignment, manager, other_verifier
):
    Task.objects.filter(pk=assignment.task_id).update(required_annotations=2)
    theirs = assign_next(person=other_verifier, project=project, kind=KIND)
    made = report(assignment=assignment, reasons=["language"])
    old = submit_work(theirs, "SUPPORTS", [SENTENCE])
    decide(report=made, by=manager, decision="corrected", text=NEW)
    old.refresh_from_db()
    theirs.refresh_from_db()
    assert not old.is_current and not is_editable(theirs)
    assert not list(records(project, Counts()))
    fresh = [member(project, name, Role.VERIFIER) for name in ("vera", "volker", "vroni")]
    assert [offered(project, person) for person in fresh] == [NEW, NEW, CLAIMS[1]]  # wanted twice, as before
    assert Verification.objects.count() == 1  # nothing is lost


def test_what_was_put_aside_is_taken_up_again_with_the_new_words(project, assignment, manager, other_verifier):
    Task.objects.filter(pk=assignment.task_id).update(required_annotations=2)
    theirs = assign_next(person=other_verifier, project=project, kind=KIND)
    postpone(theirs)
    decide(report=report(assignment=assignment, reasons=["language"]), by=manager, decision="corrected", text=NEW)
    theirs.refresh_from_db()
    assert theirs.state == AssignmentState.EXPIRED
    again = assign_next(person=other_verifier, project=project, kind=KIND)
    assert again == theirs and claim_of(again).text == NEW


def test_a_claim_is_not_changed_before_the_eyes_of_whoever_verifies_it(project, assignment, manager, other_verifier):
    Task.objects.filter(pk=assignment.task_id).update(required_annotations=2)
    theirs = assign_next(person=other_verifier, project=project, kind=KIND)
    made = report(assignment=assignment, reasons=["language"])
    with pytest.raises(AnnotationError) as caught:
        decide(report=made, by=manager, decision="corrected", text=NEW)
    assert caught.value.code == "being_verified"
    assert Claim.objects.get(pk=made.claim_id).text == CLAIMS[0] and Report.objects.get().decision == ""
    submit_work(theirs, "SUPPORTS", [SENTENCE])
    decide(report=made, by=manager, decision="corrected", text=NEW)


def test_all_reports_of_a_claim_are_decided_together(project, assignment, manager, other_verifier):
    Task.objects.filter(pk=assignment.task_id).update(required_annotations=2)
    theirs = assign_next(person=other_verifier, project=project, kind=KIND)
    first = report(assignment=assignment, reasons=["language"])
    report(assignment=theirs, reasons=["display"])
    decide(report=first, by=manager, decision="reinstated")
    assert set(Report.objects.values_list("decision", flat=True)) == {"reinstated"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"decision": "burnt"}, "decision"),
        ({"decision": "retired", "note": ""}, "note"),
        ({"decision": "corrected", "text": ""}, "text"),
        ({"decision": "corrected", "text": CLAIMS[0]}, "text"),
        ({"decision": "corrected", "text": CLAIMS[1]}, "text"),
        ({"decision": "reinstated", "note": "x" * 2001}, "note"),
    ],
)
def test_half_a_decision_is_refused(reported, manager, changes, field):
    with pytest.raises(Invalid) as caught:
        decide(report=reported, by=manager, **({"decision": "retired", "note": "No."} | changes))
    assert list(caught.value.fields) == [field]
    assert Report.objects.get().decision == "" and tasks_of(reported.claim).get().withdrawn_at is not None


def test_a_retired_claim_can_be_brought_back_and_a_reinstated_one_is_decided(project, reported, manager):
    decide(report=reported, by=manager, decision="retired", note="No.")
    decide(report=reported, by=manager, decision="reinstated")
    with pytest.raises(AnnotationError) as caught:
        decide(report=reported, by=manager, decision="retired", note="No.")
    assert caught.value.code == "decided_already"
    assert Assignment.objects.get().state == AssignmentState.REPORTED


def test_the_manager_decides_on_the_page_and_the_writer_reads_why(client, project, reported, manager, writer):
    address = f"/p/harbour/manage/reports/{reported.pk}/"
    client.force_login(manager)
    assert CLAIMS[0] in client.get(address).text
    wrong = client.post(address, {"decision": "corrected", "text": CLAIMS[1], "note": "kept"})
    assert wrong.status_code == 400 and "has this very claim" in wrong.text and "kept" in wrong.text
    done = client.post(address, {"decision": "corrected", "text": NEW, "note": "The year was missing."})
    assert done.status_code == 302 and NEW in client.get("/p/harbour/manage/reports/").text
    client.force_login(writer)
    for page in ("/p/harbour/my-claims/", "/my-work/"):
        text = client.get(page).text
        assert NEW in text and "The year was missing." in text and "guidelines of claim writing" in text
        assert "vincent" not in text and "Which one?" not in text
