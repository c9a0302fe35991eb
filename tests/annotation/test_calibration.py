"""Two phases with known answers before production: who may have what, when, and what counts nowhere."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.errors import AnnotationError
from annotation.models import Claim, Task
from annotation.projects.models import Role
from annotation.quality.agreement.queries import items_of
from annotation.quality.audit.queries import verified
from annotation.quality.calibration import gold_mode
from annotation.quality.calibration.approval import decide
from annotation.quality.calibration.candidates import Status, candidates, drifting
from annotation.quality.calibration.eligibility import eligibility_of
from annotation.quality.calibration.gold_items import (
    gold_answer_of,
    make_gold,
    make_highlight_gold,
    return_to_production,
)
from annotation.quality.calibration.grading import grade
from annotation.quality.calibration.models import Calibration, GoldItem
from annotation.release.summary import Counts
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.editing import is_editable
from annotation.work.queue import eligible_tasks
from annotation.work.queue_messages import empty_queue_reason
from annotation.work.skipping import skip
from annotation.work.submission import submit
from annotation.work.submission import submit as hand_in_claims
from annotation.workflows.claim_generation.editing import editable
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.claim_verification.models import Verification
from annotation.workflows.claim_verification.queries import progress
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from tests.annotation.gold import answer_next, gold_phase, read_results, silent_gold_among_three
from tests.annotation.released import records
from tests.cast import CELL, SENTENCE, claim_of, member, tasks_of, three_claims

pytestmark = pytest.mark.both_databases

KIND, WRITING = TaskKind.CLAIM_VERIFICATION, TaskKind.CLAIM_GENERATION


@pytest.fixture
def calibrating(project, claims):
    """Two items in each phase, before three claims of production."""
    project.calibration, project.calibration_items = True, 2
    project.save()
    gold_phase(project, Phase.FIRST)
    gold_phase(project, Phase.SECOND)
    return project


def said(person, project, kind=KIND):
    return empty_queue_reason(person=person, project=project, kind=kind)


def through_both(person, project, *decision):
    for phase in (Phase.FIRST, Phase.SECOND):
        answer_next(person, project)
        answer_next(person, project)
        read_results(person, project, phase)


def test_a_candidate_gets_the_tasks_of_their_phase_only(calibrating, verifier):
    assert eligibility_of(person=verifier, project=calibrating, kind=KIND).phase == Phase.FIRST
    assert {task.phase for task in eligible_tasks(person=verifier, project=calibrating, kind=KIND)} == {Phase.FIRST}
    assert assign_next(person=verifier, project=calibrating, kind=KIND).task.phase == Phase.FIRST


def test_everybody_gets_the_same_items(calibrating, verifier, other_verifier):
    theirs = [answer_next(person, calibrating).task_id for person in (verifier, other_verifier)]
    assert theirs[0] == theirs[1]


def test_a_phase_is_scored_with_its_last_item_and_must_be_read_before_the_next(calibrating, verifier):
    answer_next(verifier, calibrating)
    assert not Calibration.objects.filter(scores__has_key="1").exists()
    answer_next(verifier, calibrating, verdict="REFUTES", sets=[[CELL]])
    row = Calibration.objects.get()
    assert row.scores["1"] == {
        "items": 2,
        "accuracy": 0.5,
        "precision": 0.5,
        "recall": 0.5,
        "f1": 0.5,
        "complete_sets": 1,
        "gold_sets": 2,
        "challenge": 1.0,
    }
    assert answer_next(verifier, calibrating) is None
    assert "Phase 1 of your calibration is done: read your results" in said(verifier, calibrating)
    read_results(verifier, calibrating, Phase.FIRST)
    assert assign_next(person=verifier, project=calibrating, kind=KIND).task.phase == Phase.SECOND


def test_a_candidate_without_one_right_answer_is_not_locked_out(calibrating, verifier):
    """On the original platform an accuracy of 0 read as "not scored yet", for ever (D19)."""
    for _ in range(2):
        answer_next(verifier, calibrating, verdict="REFUTES", sets=[[CELL]])
    assert Calibration.objects.get().scores["1"]["accuracy"] == 0
    read_results(verifier, calibrating, Phase.FIRST)
    assert assign_next(person=verifier, project=calibrating, kind=KIND).task.phase == Phase.SECOND


def test_opening_some_of_the_feedback_is_not_reading_it(calibrating, verifier):
    from annotation.quality.calibration.phase_completion import read_feedback

    answer_next(verifier, calibrating)
    answer_next(verifier, calibrating)
    row = Calibration.objects.get()
    read_feedback(row=row, item=GoldItem.objects.filter(task__phase=1).first().pk)
    assert assign_next(person=verifier, project=calibrating, kind=KIND) is None
    assert "read your results" in said(verifier, calibrating)


def test_production_begins_with_the_manager_s_approval(calibrating, verifier, manager):
    through_both(verifier, calibrating)
    assert assign_next(person=verifier, project=calibrating, kind=KIND) is None
    assert "waiting for your manager" in said(verifier, calibrating)
    decide(person=verifier, project=calibrating, kind=KIND, decision="approved", by=manager)
    assert assign_next(person=verifier, project=calibrating, kind=KIND).task.phase == Phase.PRODUCTION


def test_who_is_rejected_gets_nothing_and_is_told(calibrating, verifier, manager):
    decide(person=verifier, project=calibrating, kind=KIND, decision="rejected", by=manager)
    assert assign_next(person=verifier, project=calibrating, kind=KIND) is None
    assert "do not go on" in said(verifier, calibrating)
    decide(person=verifier, project=calibrating, kind=KIND, decision="", by=manager)
    assert assign_next(person=verifier, project=calibrating, kind=KIND).task.phase == Phase.FIRST


def test_no_more_than_the_items_of_a_phase_are_given(calibrating, verifier):
    from annotation.work.postponing import postpone

    gold_phase(calibrating, Phase.FIRST, size=5)
    answer_next(verifier, calibrating)
    postpone(assign_next(person=verifier, project=calibrating, kind=KIND))
    assert assign_next(person=verifier, project=calibrating, kind=KIND) is None
    assert "put 1 claim aside" in said(verifier, calibrating) and "phase 1" in said(verifier, calibrating)


def test_a_skipped_item_is_replaced_and_the_last_one_ends_the_phase(calibrating, verifier, other_verifier):
    skipped = assign_next(person=verifier, project=calibrating, kind=KIND)
    assert skip(assignment=skipped, reason="formatting")  # said as of any claim, so that silent gold is not told
    assert Task.objects.get(pk=skipped.task_id).withdrawn_at is None
    answer_next(verifier, calibrating)
    assert assign_next(person=verifier, project=calibrating, kind=KIND) is None
    assert Calibration.objects.get().scores["1"]["items"] == 1
    assert assign_next(person=other_verifier, project=calibrating, kind=KIND).task_id == skipped.task_id


def test_a_report_does_not_take_gold_from_the_others(calibrating, verifier, other_verifier):
    mine = assign_next(person=verifier, project=calibrating, kind=KIND)
    report(assignment=mine, reasons=["language"])
    assert assign_next(person=other_verifier, project=calibrating, kind=KIND).task_id == mine.task_id


def test_what_is_scored_cannot_be_changed_any_more(calibrating, verifier):
    first = answer_next(verifier, calibrating)
    assert is_editable(first)
    answer_next(verifier, calibrating)
    assert not is_editable(first)


def test_without_gold_a_candidate_waits_for_the_manager(project, claims, verifier):
    project.calibration = True
    project.save()
    assert assign_next(person=verifier, project=project, kind=KIND) is None
    assert "nothing yet to calibrate with" in said(verifier, project)


def test_calibration_that_is_off_costs_no_query(project, verifier, claims):
    with CaptureQueriesContext(connection) as asked:
        assert assign_next(person=verifier, project=project, kind=KIND).task.phase == Phase.PRODUCTION
    assert not [query for query in asked if "annotation_calibration" in query["sql"]]


def test_the_limit_of_a_person_counts_production_only(calibrating, verifier, manager):
    calibrating.verifications_per_person = 1
    calibrating.save()
    through_both(verifier, calibrating)
    decide(person=verifier, project=calibrating, kind=KIND, decision="approved", by=manager)
    assert answer_next(verifier, calibrating) is not None
    assert answer_next(verifier, calibrating) is None


@pytest.mark.sqlite  # PostgreSQL chooses by what the tables hold
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase != Phase.GUIDED])  # a handful, sorted by kind
def test_the_next_task_of_a_phase_is_found_by_the_index_of_the_open_queue(calibrating, verifier, phase):
    query = eligible_tasks(person=verifier, project=calibrating, kind=KIND, phase=phase)[:1]
    with connection.cursor() as cursor:
        sql, values = query.query.sql_with_params()
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", values)
        plan = [each[3] for each in cursor.fetchall()]
    assert "task_open_queue (project_id=? AND kind=? AND phase=?)" in plan[0], plan
    assert not any("TEMP B-TREE" in step for step in plan), plan


# --- What counts nowhere ---------------------------------------------------------------------------------------------
def test_gold_is_not_released_counted_or_compared(calibrating, verifier, other_verifier):
    before = progress(calibrating)
    for person in (verifier, other_verifier):
        answer_next(person, calibrating)
        answer_next(person, calibrating)
    assert progress(calibrating) == before
    counts = Counts()
    assert list(records(calibrating, counts)) == [] and before.claims == 3
    assert counts.excluded == {"calibration": 4, "not verified": 3} and counts.claims == 7
    assert items_of(calibrating) == [] and verified(calibrating) == []


def test_making_gold_of_a_released_claim_takes_it_out_of_the_release(project, claims, verifier, manager):
    done = answer_next(verifier, project)
    assert len(list(records(project, Counts()))) == 1
    verification = Verification.objects.get(submission__assignment=done)
    make_gold(claim=verification.claim, phase=Phase.SILENT, right=gold_answer_of(verification), by=manager)
    assert list(records(project, Counts())) == []
    gold = GoldItem.objects.get()
    assert (gold.verdict, gold.sets, gold.silent) == ("SUPPORTS", [[SENTENCE]], True)


def test_gold_that_somebody_did_stays_in_its_phase(calibrating, verifier, manager):
    done = answer_next(verifier, calibrating)
    item = GoldItem.objects.get(task=done.task_id)
    with pytest.raises(AnnotationError, match="stays where it is"):
        make_gold(
            claim=claim_of(done),
            phase=Phase.SECOND,
            right=gold_answer_of(Verification.objects.get(submission__assignment=done)),
            by=manager,
        )
    with pytest.raises(AnnotationError, match="stays where it is"):
        return_to_production(item)
    other = GoldItem.objects.exclude(pk=item.pk).first()
    return_to_production(other)
    task = Task.objects.get(pk=other.task_id)
    assert (task.phase, task.required_annotations, task.verification_item.claim.phase) == (Phase.PRODUCTION, 1, 0)


# --- Silent gold -----------------------------------------------------------------------------------------------------
def test_silent_gold_comes_in_between_and_its_answers_show_who_drifts(project, claims, verifier, other_verifier):
    project.drift_window = 1
    silent_gold_among_three(project, verifier)
    phases = [answer_next(verifier, project, verdict="REFUTES").task.phase for _ in range(4)]
    assert set(phases) == {Phase.PRODUCTION, Phase.SILENT}
    (one,) = drifting(project, "claim_verification")
    assert one.person == verifier and one.answers == phases.count(Phase.SILENT)
    assert one.drift.low == ("accuracy",)


def test_silent_gold_alone_is_nobody_s_work(project, verifier):
    gold_phase(project, Phase.SILENT)
    project.silent_gold_rate = 50
    project.save()
    assert assign_next(person=verifier, project=project, kind=KIND) is None
    assert "no claims to verify yet" in said(verifier, project)


# --- What the manager sees -------------------------------------------------------------------------------------------
def test_each_candidate_has_a_status(calibrating, verifier, other_verifier, manager):
    def statuses():
        return {one.person.username: one.status for one in candidates(calibrating, KIND)}

    assert statuses() == {"vincent": Status.WORKING, "violet": Status.WORKING}
    answer_next(verifier, calibrating)
    answer_next(verifier, calibrating, verdict="REFUTES")
    assert statuses()["vincent"] == Status.READING
    read_results(verifier, calibrating, Phase.FIRST)
    assert statuses()["vincent"] == Status.WORKING
    answer_next(verifier, calibrating)
    answer_next(verifier, calibrating)
    assert statuses()["vincent"] == Status.DECISION
    decide(person=other_verifier, project=calibrating, kind=KIND, decision="rejected", by=manager)
    assert statuses()["violet"] == Status.REJECTED
    first, second = next(one for one in candidates(calibrating, KIND) if one.person == verifier).phases
    assert first.score and second.score
    assert (first.done, first.asked, first.score["accuracy"], first.is_read) == (2, 2, 0.5, True)
    assert (second.score["accuracy"], second.is_read) == (1.0, False)


# --- Writers ---------------------------------------------------------------------------------------------------------
@pytest.fixture
def writing_calibration(project, highlight, manager):
    project.calibration = True
    project.save()
    references = {"I": ["The league was founded in 1921."]}
    make_highlight_gold(highlight=highlight, phase=Phase.FIRST, references=references, comment="Look.", by=manager)
    return project


def write(person, project):
    taken = assign_next(person=person, project=project, kind=WRITING)
    claims = {ClaimType(kind): WrittenClaim(**one) for kind, one in three_claims().items()}
    hand_in_claims(assignment=taken, client_id=uuid.uuid4(), claims=claims)
    return list(Claim.objects.filter(claim_set__submission__assignment=taken).order_by("claim_type"))


def test_a_managers_verification_of_a_new_claim_is_its_gold(project, manager, verifier):
    begun = gold_mode.begin(project=project, text="The league has nine clubs.", phase=Phase.FIRST, by=manager)
    submit(
        assignment=begun,
        client_id=uuid.uuid4(),
        verdict="REFUTES",
        challenge="Other",
        evidence_sets=[[SENTENCE]],
    )
    gold = GoldItem.objects.get(task=begun.task)
    assert (gold.verdict, gold.challenges, gold.sets, gold.made_by) == ("REFUTES", ["Other"], [[SENTENCE]], manager)


def test_claims_of_calibration_are_graded_and_neither_verified_nor_released(
    writing_calibration, writer, manager, verifier
):
    project = writing_calibration
    written = write(writer, project)
    assert not tasks_of(*written).exists()
    assert progress(project).claims == 0
    assert assign_next(person=writer, project=project, kind=WRITING) is None
    assert "waiting for your manager, who grades it" in said(writer, project, WRITING)
    for number, claim in enumerate(written):
        assert "1" not in (Calibration.objects.get().scores if Calibration.objects.exists() else {})
        assert editable([claim]) == {claim.pk: True}
        grade(claim=claim, by=manager, meets_guideline=number != 1, challenge_fits=number == 0, comment="So.")
        assert editable([claim]) == {claim.pk: False}
    assert Calibration.objects.get().scores["1"] == {
        "items": 1,
        "claims": 3,
        "accuracy": pytest.approx(2 / 3),
        "challenge": pytest.approx(1 / 3),
    }
    with pytest.raises(AnnotationError, match="grades stay as they are"):
        grade(claim=written[0], by=manager, meets_guideline=False, challenge_fits=False)
    assert "read your results" in said(writer, project, WRITING)
    read_results(writer, project, Phase.FIRST, WRITING)
    assert eligibility_of(person=writer, project=project, kind=WRITING).phase == Phase.SECOND


def test_two_candidates_may_write_the_same_claims(writing_calibration, writer):
    other = member(writing_calibration, "wanda", Role.CLAIM_WRITER)
    assert [claim.text for claim in write(writer, writing_calibration)] == [
        claim.text for claim in write(other, writing_calibration)
    ]
    (status,) = {one.status for one in candidates(writing_calibration, WRITING)}
    assert status == Status.GRADING
