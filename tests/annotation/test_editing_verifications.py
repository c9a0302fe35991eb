"""Changing what was handed in: revisions, the time for it, the log, and what is released of it."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.errors import AnnotationError, Invalid
from annotation.models import Assignment, Evidence, Operation, Task, Verification
from annotation.release.summary import Counts
from annotation.work.assignment import assign_next
from annotation.work.draft import save_edit
from annotation.work.editing import edit, is_editable
from annotation.work.models import AssignmentState
from annotation.work.submission import submit
from annotation.workflows.claim_verification.payload import for_verifier
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from tests.annotation.released import records
from tests.cast import CELL, OTHER_PAGE, SENTENCE
from tests.workflows.fact_checks import api

pytestmark = pytest.mark.both_databases

HEADER = "Harbour League_header_cell_0_1_0"
FIRST = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[SENTENCE]]}


def operation(number, value, name="search"):
    return {"sequence": number, "name": name, "value": value, "seconds": number}


@pytest.fixture
def verified(assignment):
    return submit(assignment=assignment, client_id=uuid.uuid4(), operations=[operation(1, "rovers")], **FIRST)[0]


def changed(verification, **changes):
    whole = {"client_id": uuid.uuid4(), "base_revision": 1} | FIRST | changes
    return edit(assignment=Assignment.objects.get(pk=verification.assignment_id), **whole)


def closed(assignment_id, hours):
    """Handed in so many hours ago."""
    Assignment.objects.filter(pk=assignment_id).update(ended_at=timezone.now() - timedelta(hours=hours))


def test_a_change_is_a_revision_and_the_earlier_one_stays(verified):
    second = changed(verified, verdict="REFUTES", evidence_sets=[[CELL], [OTHER_PAGE]])
    verified.refresh_from_db()
    assert (second.revision, second.is_current, verified.is_current) == (2, True, False)
    assert (verified.verdict, second.verdict) == ("SUPPORTS", "REFUTES")
    kept = Evidence.objects.filter(evidence_set__submission__verification=verified)
    assert list(kept.values_list("element_id", flat=True)) == [SENTENCE]
    new = Evidence.objects.filter(evidence_set__submission__verification=second).order_by("evidence_set__position")
    assert list(new.values_list("element_id", flat=True)) == [CELL, OTHER_PAGE]


def test_a_change_leaves_the_assignment_and_its_place(verified):
    changed(verified, verdict="REFUTES")
    verified.assignment.refresh_from_db()
    assert verified.assignment.state == AssignmentState.SUBMITTED
    assert Task.objects.get(pk=verified.assignment.task_id).assigned_count == 1


def test_another_person_s_verification_of_the_claim_is_untouched(project, verified, other_verifier):
    Task.objects.filter(pk=verified.assignment.task_id).update(required_annotations=2)
    theirs = assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    other = submit(assignment=theirs, client_id=uuid.uuid4(), **FIRST)[0]
    changed(verified, verdict="REFUTES")
    other.refresh_from_db()
    assert (other.is_current, other.verdict, other.revision) == (True, "SUPPORTS", 1)


def test_the_same_client_id_makes_one_revision(verified):
    client_id = uuid.uuid4()
    first = changed(verified, client_id=client_id, verdict="REFUTES")
    assert changed(verified, client_id=client_id, verdict="NOT ENOUGH INFO") == first
    assert Verification.objects.count() == 2


def test_what_changes_nothing_makes_no_revision(verified):
    assert changed(verified) == verified
    assert changed(verified, looks=[{"name": "", "colour": "yellow"}]) == verified  # the colour it is shown in anyway
    assert Verification.objects.count() == 1


@pytest.mark.parametrize(
    "change",
    [
        {"challenge": "Numerical Reasoning"},
        {"evidence_sets": [[SENTENCE, CELL]]},
        {"looks": [{"name": "the box", "colour": "blue"}]},
    ],
)
def test_everything_counts_as_a_change(verified, change):
    assert changed(verified, **change).revision == 2


def test_dropping_context_counts_as_a_change(assignment):
    first = submit(assignment=assignment, client_id=uuid.uuid4(), **FIRST | {"evidence_sets": [[CELL]]})[0]
    second = changed(first, evidence_sets=[[CELL]], dropped_context=[{CELL: [HEADER]}])
    assert second.revision == 2
    assert Evidence.objects.get(evidence_set__submission__verification=second).dropped == [HEADER]


def test_any_work_that_can_be_changed_has_one_address_for_it(verified, verifier, writing, writer):
    """Whatever its workflow; what its workflow changes in another way has none."""
    address = f"/api/v1/assignments/{verified.assignment.public_id}/revision/"
    sent = {"client_id": str(uuid.uuid4()), "base_revision": 1} | FIRST | {"verdict": "REFUTES"}
    answer = api(verifier).put(address, sent, format="json")
    assert (answer.status_code, answer.json()["revision"]) == (200, 2)
    assert Verification.objects.get(submission__is_current=True).verdict == "REFUTES"
    assert api(writer).put(address, sent, format="json").status_code == 404
    other = f"/api/v1/assignments/{writing.public_id}/revision/"
    assert api(writer).put(other, sent, format="json").status_code == 404


def test_the_second_window_gets_a_conflict(verified):
    changed(verified, verdict="REFUTES")
    with pytest.raises(AnnotationError, match="another window") as caught:
        changed(verified, verdict="NOT ENOUGH INFO")
    assert (caught.value.code, caught.value.status) == ("revision_conflict", 409)
    assert caught.value.fields == {"base_revision": ["The current revision is 2."]}
    assert Verification.objects.get(submission__is_current=True).verdict == "REFUTES"


def test_a_forged_element_is_refused_and_nothing_is_stored(verified):
    with pytest.raises(Invalid):
        changed(verified, evidence_sets=[["Harbour League_sentence_99"]])
    verified.refresh_from_db()
    assert verified.is_current and Verification.objects.count() == 1


def test_a_failure_half_way_stores_nothing(verified, monkeypatch):
    def fail(*_arguments, **_named):
        raise RuntimeError("the power went")

    monkeypatch.setattr("annotation.work.editing.finish", fail)
    with pytest.raises(RuntimeError):
        changed(verified, verdict="REFUTES")
    verified.refresh_from_db()
    assert verified.is_current and Verification.objects.count() == 1


@pytest.mark.parametrize(("hours", "limit", "open_still"), [(47, 48, True), (49, 48, False), (9000, 0, True)])
def test_the_project_says_how_long(project, verified, hours, limit, open_still):
    project.edit_hours = limit
    project.save()
    closed(verified.assignment_id, hours)
    if open_still:
        assert changed(verified, verdict="REFUTES").revision == 2
        return
    with pytest.raises(AnnotationError, match="for 48 hours") as caught:
        changed(verified, verdict="REFUTES")
    assert (caught.value.code, caught.value.status) == ("edit_closed", 409)


def test_a_later_change_does_not_lengthen_the_time(verified):
    changed(verified, verdict="REFUTES")
    closed(verified.assignment_id, 49)
    with pytest.raises(AnnotationError, match="time for changes is over"):
        changed(verified, base_revision=2)


def test_what_was_not_handed_in_has_no_revision(assignment):
    with pytest.raises(AnnotationError) as caught:
        edit(assignment=assignment, client_id=uuid.uuid4(), base_revision=1, **FIRST)
    assert caught.value.code == "edit_closed"


def test_a_retired_claim_is_closed(project, verified, other_verifier, manager):
    Task.objects.filter(pk=verified.assignment.task_id).update(required_annotations=2)
    theirs = assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    made = report(assignment=theirs, reasons=["language"])
    assert is_editable(verified.assignment)  # a report alone decides nothing
    made.decision, made.decided_by, made.decided_at = "retired", manager, timezone.now()
    made.save()
    with pytest.raises(AnnotationError, match="was retired"):
        changed(verified, verdict="REFUTES")


def test_each_sitting_ends_with_a_finish_of_its_own(verified):
    changed(verified, verdict="REFUTES", operations=[operation(2, "anna")])
    changed(verified, base_revision=2, verdict="NOT ENOUGH INFO", operations=[operation(3, "berg")])
    rows = Operation.objects.filter(assignment=verified.assignment_id).order_by("sequence")
    log = [(row.sitting, row.value) for row in rows if row.name != "draft-taken"]
    assert log == [
        *[(1, "start"), (1, "rovers"), (1, "finish")],
        *[(2, "anna"), (2, "finish")],
        *[(3, "berg"), (3, "finish")],
    ]


def test_a_release_has_the_new_verdict_and_the_first_sitting_of_the_log(project, verified):
    changed(verified, verdict="REFUTES", operations=[operation(2, "anna")])
    (record,) = records(project, Counts())
    assert record.label == "REFUTES"
    assert [one.value for one in record.annotator_operations] == ["start", "rovers", "finish"]


def test_who_handed_in_first_speaks_for_the_claim_whatever_they_change(project, verified, other_verifier):
    Task.objects.filter(pk=verified.assignment.task_id).update(required_annotations=2)
    theirs = assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    submit(assignment=theirs, client_id=uuid.uuid4(), **FIRST | {"evidence_sets": [[OTHER_PAGE]]})
    changed(verified, evidence_sets=[[CELL]])
    (record,) = records(project, Counts())
    assert record.evidence[0].content == (CELL,)


# --- What the page is sent -------------------------------------------------------------------------------------------
def payload(verification):
    return for_verifier(Assignment.objects.get(pk=verification.assignment_id))


def test_the_payload_opens_what_was_handed_in(assignment):
    sets = [[CELL, SENTENCE], [OTHER_PAGE]]
    first = submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="REFUTES",
        challenge="Multi-hop Reasoning",
        evidence_sets=sets,
        dropped_context=[{CELL: [HEADER]}, {}],
        looks=[{"name": "the table", "colour": "green"}, {}],
    )[0]
    sent = payload(first)
    assert sent["verification"]["revision"] == 1 and sent["verification"]["editable"]
    assert sent["draft"]["body"] == {
        "sets": sets,
        "dropped": [{CELL: [HEADER]}, {}],
        "added": [{}, {}],
        "bookmarks": [],
        "contradictions": [],
        "unsure": False,
        "joined": [{}, {}],
        "looks": [{"name": "the table", "colour": "green"}, {"name": "", "colour": "blue"}],
        "active_set": 0,
        "verdict": "REFUTES",
        "challenge": "Multi-hop Reasoning",
        "place": {},
    }


def test_changes_that_were_begun_are_opened_again(verified):
    body = {"sets": [[CELL]], "verdict": "REFUTES", "challenge": "Other", "place": {"title": "Anna Berg"}}
    save_edit(assignment=verified.assignment, base_version=0, body=body)
    assert payload(verified)["draft"] == {"version": 1, "body": body}
    second = changed(verified, verdict="REFUTES")
    sent = payload(second)["draft"]
    assert (sent["version"], sent["body"]["sets"], sent["body"]["place"]) == (1, [[SENTENCE]], {"title": "Anna Berg"})


def test_the_payload_says_until_when(project, verified):
    sent = payload(verified)["verification"]
    ended = verified.assignment.ended_at + timedelta(hours=48)
    assert sent["editable_until"] == ended.isoformat().replace("+00:00", "Z")
    project.edit_hours = 0
    project.save()
    assert payload(verified)["verification"] == {"revision": 1, "editable_until": None, "editable": True}
    project.edit_hours = 1
    project.save()
    closed(verified.assignment_id, 2)
    assert payload(verified)["verification"]["editable"] is False
