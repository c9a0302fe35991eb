"""Managers' actions on verifications and people: what they do, what they leave, and undo."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.actions import run as running
from annotation.actions.job import carry_out, stop
from annotation.actions.kinds import kind_of
from annotation.actions.models import Action, ActionState, Outcome
from annotation.actions.run import (
    begin_undo,
    confirm,
    draft_on_person,
    draft_on_rows,
    outcome_counts,
    run,
    run_undo,
    undoable_counts,
)
from annotation.errors import AnnotationError, Invalid
from annotation.models import Assignment, Calibration, MemberSettings, RevisionRequest, Task, Verification
from annotation.projects.data_version import data_version
from annotation.quality.agreement.queries import agreement_report, items_of
from annotation.quality.audit.queries import verified
from annotation.quality.calibration.approval import decide
from annotation.quality.workflows.claim_verification.revision_requests import stand_by, why_they_stay
from annotation.results.job import refresh_now
from annotation.results.store import cached_result, is_stale
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.counted import counted
from annotation.work.editing import edit
from annotation.work.queue_messages import empty_queue_reason
from annotation.workflows.claim_verification.payload import for_verifier
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from jobs.enqueue import unfinished
from jobs.models import JobState
from jobs.runner import run_next
from tests.annotation.disagreeing import said, submit_work
from tests.annotation.gold import answer_next, gold_phase, read_results
from tests.cast import CELL, OTHER_PAGE, SENTENCE, claim_of

pytestmark = pytest.mark.both_databases

KIND = TaskKind.CLAIM_VERIFICATION
VERIFIER = "verifier"


def act(project, by, kind, rows, reason="careless", note="They were rushed.", **arguments):
    """A confirmed action, carried out."""
    action = draft_on_rows(project=project, by=by, kind=kind, verifications=[row.pk for row in rows])
    confirm(action, by=by, reason=reason, note=note, arguments=arguments)
    run(action)
    return action


def act_on(project, by, kind, person, **arguments):
    action = draft_on_person(project=project, by=by, kind=kind, person=person)
    confirm(action, by=by, reason="careless", arguments=arguments)
    return action


def undo(action, by):
    begin_undo(action, by=by)
    if action.selected:
        run_undo(action)


def preview_of(project, by, kind, rows):
    action = draft_on_rows(project=project, by=by, kind=kind, verifications=[row.pk for row in rows])
    found = kind_of(action).preview(action)
    return found, {str(line.words): line.number for line in found.consequences}


def verdicts(project):
    """Verdict -> counted verifications that give it."""
    counted_ones = Verification.objects.filter(counted("submission__"), claim__project=project, claim__phase=0)
    return dict(Counter(counted_ones.values_list("verdict", flat=True)))


@pytest.fixture
def both(project, verifier, other_verifier, claims):
    """The first claim, which two verified differently."""
    mine = said(project, verifier, "SUPPORTS", [SENTENCE])
    theirs = said(project, other_verifier, "REFUTES", [OTHER_PAGE])
    return mine, theirs


def test_what_is_set_aside_counts_nowhere_and_is_kept(project, manager, both):
    before = data_version(project.pk)
    action = act(project, manager, "set_aside", both[:1])
    both[0].refresh_from_db()
    assert (both[0].verdict, both[0].is_current) == ("SUPPORTS", True)
    assert items_of(project) == [] and agreement_report(project).items == 0
    assert [row.verification for row in verified(project)] == [both[1].pk]
    assert verdicts(project) == {"REFUTES": 1}
    assert data_version(project.pk) > before
    undo(action, manager)
    assert len(items_of(project)) == 1 and verdicts(project) == {"SUPPORTS": 1, "REFUTES": 1}
    assert action.state == ActionState.UNDONE and action.undone_by == manager


def test_a_preview_says_what_follows(project, manager, both):
    """Of two verdicts one is set aside: the claim leaves agreement and enters the release; with both it has none."""
    found, lines = preview_of(project, manager, "set_aside", both[:1])
    assert found.rows == 1 and found.refused == []
    assert sorted(number for number in lines.values()) == [0, 0, 1, 1, 1]
    found, lines = preview_of(project, manager, "set_aside", both)
    assert found.rows == 2 and sorted(lines.values()) == [0, 1, 1, 1]
    assert items_of(project) != [] and Action.objects.count() == 1  # a preview changes nothing, and replaces the last


def test_an_action_needs_a_reason_and_is_confirmed_once(project, manager, both):
    action = draft_on_rows(project=project, by=manager, kind="set_aside", verifications=[both[0].pk])
    for reason, note, field in (("", "", "reason"), ("bored", "", "reason"), ("other", " ", "note")):
        with pytest.raises(Invalid) as error:
            confirm(action, by=manager, reason=reason, note=note)
        assert list(error.value.fields) == [field]
    assert confirm(action, by=manager, reason="bias") is True
    assert confirm(action, by=manager, reason="careless") is False
    assert Action.objects.get().reason == "bias"


def test_rows_that_were_changed_meanwhile_are_left_and_named(project, manager, verifier, both):
    action = draft_on_rows(project=project, by=manager, kind="set_aside", verifications=[row.pk for row in both])
    edit(
        assignment=both[0].assignment,
        client_id="00000000-0000-0000-0000-000000000009",
        base_revision=1,
        verdict="NOT ENOUGH INFO",
        challenge="Other",
        evidence_sets=[[CELL]],
    )
    found = kind_of(action).preview(action)
    assert [(one.code, one.verifications) for one in found.refused] == [("changed", [both[0].pk])] and found.rows == 1
    confirm(action, by=manager, reason="careless")
    run(action)
    assert outcome_counts(action) == {(Outcome.REFUSED, "changed"): 1, (Outcome.DONE, ""): 1}
    assert verdicts(project) == {"NOT ENOUGH INFO": 1}


def test_nothing_is_set_aside_twice(project, manager, both):
    act(project, manager, "set_aside", both[:1])
    again = act(project, manager, "set_aside", both)
    assert outcome_counts(again) == {(Outcome.REFUSED, "set_aside"): 1, (Outcome.DONE, ""): 1}
    undo(again, manager)
    assert Assignment.objects.filter(set_aside__isnull=False).count() == 1  # that of the first action stays


def test_somebody_else_verifies_again_blind(project, manager, verifier, other_verifier, claims):
    only = said(project, verifier, "SUPPORTS", [SENTENCE])
    Task.objects.filter(pk=only.assignment.task_id).update(required_annotations=1)
    Task.objects.exclude(pk=only.assignment.task_id).update(withdrawn_at=timezone.now())
    assert assign_next(person=other_verifier, project=project, kind=KIND) is None
    act(project, manager, "replace", [only], note="Look: nothing of this is seen.")
    assert assign_next(person=verifier, project=project, kind=KIND) is None  # the earlier author, never again
    taken = assign_next(person=other_verifier, project=project, kind=KIND)
    assert taken is not None and claim_of(taken) == only.claim
    hers = json.dumps(for_verifier(taken), default=str)
    assert "nothing of this is seen" not in hers and "vincent" not in hers and SENTENCE not in hers
    submit_work(taken, "REFUTES", [OTHER_PAGE])
    assert verdicts(project) == {"REFUTES": 1}


def test_a_writer_is_not_asked_to_verify_their_claim_again(project, manager, verifier, writer, claims):
    only = said(project, verifier, "SUPPORTS", [SENTENCE])
    project.memberships.create(user=writer, role=VERIFIER)
    Task.objects.exclude(pk=only.assignment.task_id).update(withdrawn_at=timezone.now())
    Task.objects.filter(pk=only.assignment.task_id).update(required_annotations=1)
    act(project, manager, "verify_again", [only])
    assert assign_next(person=writer, project=project, kind=KIND) is None


def test_undo_says_what_others_have_gone_on_with(project, manager, verifier, other_verifier, claims):
    rows = [said(project, verifier, "SUPPORTS", [SENTENCE]) for _ in range(2)]
    Task.objects.update(required_annotations=1)
    Task.objects.exclude(assignments__submissions__verification__in=rows).update(withdrawn_at=timezone.now())
    action = act(project, manager, "replace", rows)
    assert undoable_counts(action) == {"": 2}
    taken = assign_next(person=other_verifier, project=project, kind=KIND)
    assert undoable_counts(action) == {"": 1, "taken": 1}
    undo(action, manager)
    assert outcome_counts(action) == {(Outcome.KEPT, "taken"): 1, (Outcome.UNDONE, ""): 1}
    kept = Assignment.objects.get(set_aside__isnull=False)
    assert kept.task_id == taken.task_id
    assert sorted(Task.objects.filter(withdrawn_at=None).values_list("required_annotations", flat=True)) == [1, 2]


def test_claims_that_nobody_is_offered_are_not_reopened(project, manager, verifier, other_verifier, claims):
    first = said(project, verifier, "SUPPORTS", [SENTENCE])
    second = said(project, verifier, "SUPPORTS", [SENTENCE])
    Task.objects.filter(pk=second.assignment.task_id).update(withdrawn_at=timezone.now())
    report(
        assignment=assign_next(person=other_verifier, project=project, kind=KIND), reasons=["language"], note="Typos."
    )
    action = act(project, manager, "verify_again", [first, second])
    assert outcome_counts(action) == {(Outcome.REFUSED, "reported"): 1, (Outcome.REFUSED, "withdrawn"): 1}


def test_a_claim_is_reopened_once_whatever_number_of_its_rows(project, manager, both, monkeypatch):
    before = Task.objects.get(pk=both[0].assignment.task_id).required_annotations
    monkeypatch.setattr(running, "BATCH", 1)
    action = act(project, manager, "verify_again", both)
    assert outcome_counts(action) == {(Outcome.DONE, ""): 1, (Outcome.REFUSED, "same_claim"): 1}
    assert Task.objects.get(pk=both[0].assignment.task_id).required_annotations == before + 1


def test_sending_back_asks_the_annotator_until_they_answer(project, manager, both):
    action = act(project, manager, "send_back", both, note="Count the clubs again.")
    assert RevisionRequest.objects.filter(note="Count the clubs again.", by=manager).count() == 2
    stand_by(assignment=both[0].assignment, answer="There are eight.")
    assert undoable_counts(action) == {"": 1, "answered": 1}
    undo(action, manager)
    assert RevisionRequest.objects.get().assignment_id == both[0].assignment_id
    again = draft_on_rows(project=project, by=manager, kind="send_back", verifications=[both[0].pk])
    with pytest.raises(Invalid) as error:
        confirm(again, by=manager, reason="guidelines")  # they read the note, so there must be one
    assert list(error.value.fields) == ["note"]


def test_gold_is_made_of_a_verification_and_taken_back(project, manager, verifier, other_verifier, both):
    action = act(project, manager, "make_gold", both, phase="3")
    assert outcome_counts(action) == {(Outcome.DONE, ""): 1, (Outcome.REFUSED, "same_claim"): 1}
    both[0].claim.refresh_from_db()
    assert both[0].claim.phase == Phase.SILENT and items_of(project) == []
    undo(action, manager)
    both[0].claim.refresh_from_db()
    assert both[0].claim.phase == Phase.PRODUCTION and len(items_of(project)) == 1
    assert Task.objects.get(verification_item__claim=both[0].claim).required_annotations == 3


def test_many_rows_are_a_job_in_batches_that_goes_on_where_it_was_killed(project, manager, both, monkeypatch):
    monkeypatch.setattr("annotation.actions.job.AT_ONCE", 1)
    monkeypatch.setattr(running, "BATCH", 1)
    action = draft_on_rows(project=project, by=manager, kind="set_aside", verifications=[row.pk for row in both])
    confirm(action, by=manager, reason="careless")
    job = carry_out(action, manager)
    assert job is not None and carry_out(action, manager) == job and action.items.count() == 0
    with pytest.raises(KeyboardInterrupt):  # killed after the first batch
        run(action, progress=lambda done, total: (_ for _ in ()).throw(KeyboardInterrupt))
    assert action.items.count() == 1
    assert run_next() and unfinished("manager_action", project=project) is None
    action.refresh_from_db()
    assert action.state == ActionState.APPLIED and outcome_counts(action) == {(Outcome.DONE, ""): 2}
    job.refresh_from_db()
    assert job.state == JobState.DONE and job.result == {"action": action.pk, "rows": 2}


def test_a_job_can_be_stopped_and_what_was_done_undone(project, manager, both, monkeypatch):
    monkeypatch.setattr("annotation.actions.job.AT_ONCE", 1)
    action = draft_on_rows(project=project, by=manager, kind="set_aside", verifications=[row.pk for row in both])
    confirm(action, by=manager, reason="careless")
    carry_out(action, manager)
    assert stop(action, manager) is True and stop(action, manager) is False
    action.refresh_from_db()
    assert action.state == ActionState.APPLIED and not run_next()
    undo(action, manager)
    assert action.state == ActionState.UNDONE


def test_the_stored_results_of_a_large_project_are_computed_anew(project, manager, both):
    refresh_now(project)
    assert cached_result(project, "agreement").value.items == 1
    action = act(project, manager, "set_aside", both[:1])
    job = unfinished("quality_numbers", project=project)
    assert job is not None and is_stale(project, cached_result(project, "agreement"))
    run_next()
    assert cached_result(project, "agreement").value.items == 0 and agreement_report(project).items == 0
    undo(action, manager)
    assert unfinished("quality_numbers", project=project) is not None


# --- People ----------------------------------------------------------------------------------------------------------


def test_a_paused_person_finishes_what_they_hold_and_gets_nothing_new(project, manager, assignment, verifier):
    action = act_on(project, manager, "pause", verifier)
    assert assign_next(person=verifier, project=project, kind=KIND) == assignment
    submit_work(assignment, "SUPPORTS", [SENTENCE])
    assert assign_next(person=verifier, project=project, kind=KIND) is None
    assert empty_queue_reason(person=verifier, project=project, kind=KIND)
    with pytest.raises(Invalid):
        act_on(project, manager, "pause", verifier)
    undo(action, manager)
    assert assign_next(person=verifier, project=project, kind=KIND) is not None


def test_a_pause_that_was_ended_since_cannot_be_undone(project, manager, verifier, claims):
    action = act_on(project, manager, "pause", verifier)
    act_on(project, manager, "resume", verifier)
    assert undoable_counts(action) == {"changed_since": 1}
    with pytest.raises(AnnotationError) as error:
        begin_undo(action, by=manager)
    assert error.value.code == "changed_since"
    action.refresh_from_db()
    assert action.state == ActionState.APPLIED


def test_one_persons_qa_share_is_raised(project, manager, verifier, other_verifier, claims):
    project.qa_rate = 0
    project.save()
    action = act_on(project, manager, "qa_share", verifier, share="100")
    for person in (verifier, other_verifier):
        submit_work(assign_next(person=person, project=project, kind=KIND), "SUPPORTS", [SENTENCE])
    wanted = {one.person_id: one.task.required_annotations for one in Assignment.objects.select_related("task").all()}
    assert wanted[verifier.pk] in (2, 3)
    undo(action, manager)
    assert MemberSettings.objects.get().qa_rate is None
    draft = draft_on_person(project=project, by=manager, kind="qa_share", person=verifier)
    for share in ("", "101", "-1", "½"):
        with pytest.raises(Invalid):
            confirm(draft, by=manager, reason="careless", arguments={"share": share})


def test_calibration_is_asked_for_again_with_gold_that_they_have_not_had(project, manager, verifier, claims):
    project.calibration, project.calibration_items = True, 1
    project.save()
    texts = gold_phase(project, Phase.FIRST, size=2) + gold_phase(project, Phase.SECOND, size=2)
    for phase in (Phase.FIRST, Phase.SECOND):
        answer_next(verifier, project)
        read_results(verifier, project, phase)
    decide(person=verifier, project=project, kind=KIND, decision="approved", by=manager)
    before = Calibration.objects.get()
    assert before.decision == "approved" and set(before.scores) == {"1", "2"}
    action = act_on(project, manager, "calibrate_again", verifier)
    row = Calibration.objects.get()
    assert (row.decision, row.scores, row.phase) == ("", {}, 1) and row.earlier[0]["decision"] == "approved"
    assert undoable_counts(action) == {"": 1}
    undo(action, manager)
    row = Calibration.objects.get()
    assert (row.decision, row.scores, row.earlier, row.since) == ("approved", before.scores, [], None)
    act_on(project, manager, "calibrate_again", verifier)
    first = assign_next(person=verifier, project=project, kind=KIND)
    assert first is not None and claim_of(first).text in texts and first.task.phase == Phase.FIRST
    assert Assignment.objects.filter(person=verifier, task=first.task).count() == 1  # one they have not had
    submit_work(first, "REFUTES", [SENTENCE])
    score = Calibration.objects.get().scores["1"]
    assert (score["items"], score["accuracy"]) == (1, 0.0)  # the earlier answer, which was right, counts no more
    again = Action.objects.filter(kind="calibrate_again").first()
    assert undoable_counts(again) == {"changed_since": 1}


def test_calibration_cannot_be_asked_for_where_it_is_off(project, manager, verifier, claims):
    draft = draft_on_person(project=project, by=manager, kind="calibrate_again", person=verifier)
    with pytest.raises(Invalid):
        confirm(draft, by=manager, reason="careless")


def test_whether_many_rows_can_be_sent_back_takes_as_many_queries_as_one(project, verifier, claims):
    mine = [said(project, verifier, "SUPPORTS", [SENTENCE]) for _claim in claims]
    counts = []
    for some in (mine[:1], mine):
        with CaptureQueriesContext(connection) as asked:
            assert why_they_stay(some) == {}
        counts.append(len(asked))
    assert counts[0] == counts[1] < 10
