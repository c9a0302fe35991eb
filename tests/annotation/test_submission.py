"""Submitting: exactly once, with evidence that exists, pinned."""

from __future__ import annotations

import uuid

import pytest

from annotation.errors import AnnotationError, AssignmentClosed, Invalid, LeaseLost
from annotation.models import Evidence, Verification
from annotation.work.assignment import assign_next, expire_overdue, release
from annotation.work.draft import draft_of, save
from annotation.work.log_verification import Checked, broken_logs
from annotation.work.models import Assignment, AssignmentState
from annotation.work.operations import NewOperation, closing_tail, record
from annotation.work.submission import submit, submit_once
from annotation.workflows.claim_verification.replay import replay
from corpus.page.content_hash import content_hash
from corpus.store import get_page
from tests.cast import CAPTION, CELL, DECOMPOSED, ITEM, OTHER_PAGE, SECOND_SENTENCE, SENTENCE, run_out, tasks_of

pytestmark = pytest.mark.both_databases


def submit_for(assignment, evidence_sets=((SENTENCE,),), client_id=None, **changes):
    whole = {"verdict": "SUPPORTS", "challenge": "Other", "operations": []} | changes
    return submit(
        assignment=assignment,
        client_id=client_id or uuid.uuid4(),
        evidence_sets=[list(ids) for ids in evidence_sets],
        **whole,
    )


def contexts(verification):
    found = Evidence.objects.filter(evidence_set__submission__verification=verification)
    return {evidence.element_id: evidence.context for evidence in found}


def test_a_submission_is_stored_and_closes_the_assignment(assignment, claims):
    verification, created = submit_for(assignment, verdict="REFUTES", challenge="Multi-hop Reasoning")
    assert created
    assert (verification.verdict, verification.challenge) == ("REFUTES", "Multi-hop Reasoning")
    assert (verification.claim, verification.revision, verification.is_current) == (claims[0], 1, True)
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.SUBMITTED and assignment.ended_at is not None
    assert tasks_of(claims[0]).get().assigned_count == 1


def test_context_is_computed_on_the_server(assignment):
    verification, _ = submit_for(assignment, [[SENTENCE, SECOND_SENTENCE, CELL, CAPTION, ITEM, DECOMPOSED]])
    title, section = "Harbour League_title", "Harbour League_section_0"
    assert contexts(verification) == {
        SENTENCE: [title],
        SECOND_SENTENCE: [title, section],
        CELL: [title, section, "Harbour League_header_cell_0_1_0", "Harbour League_header_cell_0_0_1"],
        CAPTION: [title, section],
        ITEM: [title, section],
        DECOMPOSED: ["A\u030asa Lind_title"],
    }


def test_sets_and_elements_keep_their_order(assignment):
    verification, _ = submit_for(assignment, [[CELL, SENTENCE], [OTHER_PAGE]])
    sets = [[evidence.element_id for evidence in one.evidence.all()] for one in verification.evidence_sets]
    assert sets == [[CELL, SENTENCE], [OTHER_PAGE]]


def test_page_revision_and_words_are_pinned(assignment, corpus):
    submit_for(assignment)
    evidence = Evidence.objects.get()
    assert (evidence.page_title, evidence.page_revision) == ("Harbour League", 100)
    assert evidence.content_hash == content_hash(get_page(corpus, "Harbour League"), SENTENCE)


def step(number, name, value, **detail):
    return {"sequence": number, "name": name, "value": value, "seconds": number, "detail": detail}


def test_the_log_ends_with_finish(assignment):
    operations = [
        step(1, "Highlighting", SENTENCE, set=0, at=0),
        step(2, "verdict", "SUPPORTS"),
        step(3, "challenge", "Other"),
    ]
    submit_for(assignment, operations=operations)
    names = list(assignment.operations.values_list("name", flat=True))
    assert names == ["start", "Highlighting", "verdict", "challenge", "finish"]


def test_a_log_that_does_not_lead_to_what_was_handed_in_says_so(assignment):
    submit_for(assignment, [[CELL, SENTENCE]], operations=[step(1, "Highlighting", SENTENCE, set=0, at=0)])
    log = list(assignment.operations.all())
    assert [(row.name, row.browser) for row in log[-2:]] == [("draft-taken", ""), ("finish", "")]
    assert log[-2].value == "gap"
    state = replay(log)
    assert (state["sets"], state["verdict"]) == ([[CELL, SENTENCE]], "SUPPORTS")


def test_the_same_client_id_finds_the_first_answer(assignment):
    client_id = uuid.uuid4()
    first, _ = submit_for(assignment, client_id=client_id)
    again, created = submit_for(assignment, [[CELL]], client_id=client_id, verdict="REFUTES")
    assert (again, created) == (first, False)
    assert Verification.objects.get().verdict == "SUPPORTS"


def test_another_client_id_is_told_that_it_is_submitted(assignment):
    submit_for(assignment)
    with pytest.raises(AssignmentClosed, match="already been submitted"):
        submit_for(assignment)
    assert Verification.objects.count() == 1


def test_a_client_id_of_another_assignment_is_refused(project, assignment, other_verifier):
    client_id = uuid.uuid4()
    submit_for(assignment, client_id=client_id)
    other = assign_next(person=other_verifier, project=project, kind=assignment.kind)
    with pytest.raises(AnnotationError, match="used before") as error:
        submit_for(other, client_id=client_id)
    assert (error.value.code, error.value.status) == ("client_id_taken", 409)


@pytest.mark.parametrize(
    "element",
    [
        "Harbour League_sentence_99",
        "Harbour League_cell_0_0_0",  # a header there
        "Harbour League_cell_7_0_0",
        "Harbor League_sentence_0",  # a redirect: released ids name the page itself
        "Nowhere_sentence_0",
    ],
)
def test_a_forged_element_is_refused_and_named(assignment, element):
    with pytest.raises(Invalid) as error:
        submit_for(assignment, [[SENTENCE], [element, "Elsewhere_sentence_1"]])
    assert element in error.value.message and "Elsewhere_sentence_1" in error.value.message
    assert list(error.value.fields) == ["evidence_sets"]
    assert not Verification.objects.exists()
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD


def test_an_overdue_lease_that_nobody_took_still_submits(assignment):
    run_out(assignment)
    assert submit_for(assignment)[1]


def test_an_expired_lease_takes_its_place_again(project, assignment, claims):
    run_out(assignment)
    expire_overdue(project=project, kind=assignment.kind)
    assert submit_for(assignment)[1]
    assert tasks_of(claims[0]).get().assigned_count == 1


def test_a_lost_place_keeps_the_draft_and_the_operations(project, assignment, other_verifier):
    save(assignment=assignment, base_version=0, body={"sets": [[SENTENCE]]})
    run_out(assignment)
    assign_next(person=other_verifier, project=project, kind=assignment.kind)
    operations = [{"sequence": 1, "name": "search", "value": "rovers", "seconds": 1}]
    with pytest.raises(LeaseLost):
        submit_for(assignment, operations=operations)
    assert draft_of(assignment).body == {"sets": [[SENTENCE]]}
    assert assignment.operations.count() == 2
    assert not Verification.objects.exists()


def test_what_was_given_back_cannot_be_submitted(assignment):
    release(assignment)
    with pytest.raises(AssignmentClosed):
        submit_for(assignment)


def test_a_failure_half_way_stores_nothing(assignment, monkeypatch):
    def fail(*_args, **_kwargs):
        raise RuntimeError("the power went")

    monkeypatch.setattr("annotation.workflows.claim_verification.storage.store_sets", fail)
    with pytest.raises(RuntimeError):
        submit_for(assignment)
    assert not Verification.objects.exists() and not Evidence.objects.exists()
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD


def test_operations_that_arrive_while_the_log_is_being_closed_stay_before_its_end(assignment):
    late: NewOperation = {"sequence": 1, "name": "search", "value": "harbour", "seconds": 2}

    def tail():
        built = closing_tail(assignment)
        record(assignment=assignment, operations=[late])  # from another window; the second time it is known
        return built

    stored, created = submit_once(
        assignment, known=lambda: None, tail=tail, store=lambda: "stored", keep_operations=lambda: None
    )
    assert (stored, created) == ("stored", True)
    assert [row.name for row in assignment.operations.all()] == ["start", "search", "finish"]
    assert not list(broken_logs(Assignment.objects.filter(pk=assignment.pk), Checked()))
