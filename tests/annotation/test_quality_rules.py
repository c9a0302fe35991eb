"""Rules that act on their own: a third verifier, a pause below a gold threshold, a QA share, and more overlap."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from annotation.actions.models import Action, ActionItem
from annotation.actions.rules.gold_pause import GoldRecord, below_gold, pause_below_gold
from annotation.actions.rules.models import QualityRules, Rule
from annotation.actions.rules.more_overlap import drawn_for_overlap
from annotation.actions.rules.qa_share import change_qa_shares, qa_changes
from annotation.actions.rules.rules_job import apply_now
from annotation.actions.rules.third_verifier import open_disagreements
from annotation.actions.run import begin_undo, run_undo
from annotation.claims.claim_importer import create_tasks
from annotation.models import Assignment, Claim, MemberSettings, Submission, Task, Verification
from annotation.projects.data_version import bump
from annotation.projects.member_settings import is_paused, qa_rate_of
from annotation.projects.models import Role
from annotation.quality.agreement.queries import items_of
from annotation.quality.calibration.gold_items import GoldAnswer, make_gold
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign, assign_next
from annotation.work.models import AssignmentState
from annotation.workflows.claim_verification.payload import for_verifier
from annotation.workflows.kinds import TaskKind
from tests.annotation.disagreeing import submit_work
from tests.cast import CELL, OTHER_PAGE, SENTENCE, member, tasks_of

pytestmark = pytest.mark.both_databases
KIND = TaskKind.CLAIM_VERIFICATION


def rules(project, **settings):
    project.refresh_from_db()  # it keeps the rules that it came with, as in a request
    return QualityRules.objects.update_or_create(project=project, defaults=settings)[0]


@pytest.fixture
def twice(project, claims):
    """The three claims, each wanted twice."""
    Task.objects.filter(project=project).update(required_annotations=2)
    return claims


def verify(project, person, verdict, *sets):
    return submit_work(assign_next(person=person, project=project, kind=KIND), verdict, *sets)


def wanted(claim):
    return tasks_of(claim).get().required_annotations


def test_two_who_differ_get_a_third_once_and_agreement_leaves_it_out(project, verifier, other_verifier, twice):
    rules(project, third_verifier="verdict")
    third = member(project, "vera", Role.VERIFIER)
    for verdict in ("SUPPORTS", "REFUTES"):
        verify(project, verifier, verdict, [SENTENCE])
    for _time in range(2):
        verify(project, other_verifier, "REFUTES", [OTHER_PAGE])
    assert [wanted(claim) for claim in twice] == [3, 2, 2]
    before, payloads = items_of(project), set()
    held = assign_next(person=third, project=project, kind=KIND)
    payloads.add(frozenset(for_verifier(held)))
    assert held.task == tasks_of(twice[0]).get()  # where it always stood
    submit_work(held, "NOT ENOUGH INFO", [CELL])
    payloads.add(frozenset(for_verifier(assign_next(person=third, project=project, kind=KIND))))
    assert len(payloads) == 1 and wanted(twice[0]) == 3  # a third that differs from both asks for nobody
    assert items_of(project) == before and [len(item.ratings) for item in before] == [2, 2]


def test_different_evidence_counts_where_the_rule_says_so(project, verifier, other_verifier, twice):
    for when, expected in (("verdict", 2), ("evidence", 3)):
        rules(project, third_verifier=when)
        verify(project, verifier, "SUPPORTS", [SENTENCE])
        later = verify(project, other_verifier, "SUPPORTS", [OTHER_PAGE])
        assert wanted(later.claim) == expected
    assert open_disagreements(project, "evidence") == [twice[0].pk] and open_disagreements(project, "verdict") == []


def test_the_log_has_one_action_a_day_that_can_be_undone(project, manager, verifier, other_verifier, twice):
    rules(project, third_verifier="verdict")
    for person, verdict in ((verifier, "SUPPORTS"), (other_verifier, "REFUTES")):
        for _time in range(2):
            verify(project, person, verdict, [SENTENCE])
    action = Action.objects.get()
    assert (action.by, action.rule, action.reason, len(action.selected)) == (None, Rule.THIRD_VERIFIER, "rule", 2)
    held = assign_next(person=member(project, "vera", Role.VERIFIER), project=project, kind=KIND)
    begin_undo(action, by=manager)
    run_undo(action)
    assert wanted(twice[0]) == 3 and wanted(twice[1]) == 2  # somebody holds the first one
    assert sorted(ActionItem.objects.values_list("code", flat=True)) == ["", "taken"] and held is not None


def test_what_agrees_is_off_or_is_wanted_by_others_gets_no_third(project, verifier, other_verifier, twice):
    for setting, verdict in (("verdict", "SUPPORTS"), ("off", "REFUTES")):
        rules(project, third_verifier=setting)
        verify(project, verifier, "SUPPORTS", [SENTENCE])
        verify(project, other_verifier, verdict, [SENTENCE])
    assert [wanted(claim) for claim in twice] == [2, 2, 2] and not Action.objects.exists()
    assert open_disagreements(project, "verdict") == [twice[1].pk]


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_both_submitting_at_once_ask_for_one_third(project, verifier, other_verifier, twice):
    rules(project, third_verifier="verdict")
    held = [assign_next(person=person, project=project, kind=KIND) for person in (verifier, other_verifier)]

    def send(pair):
        try:
            return submit_work(Assignment.objects.get(pk=pair[0].pk), pair[1], [SENTENCE])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(send, zip(held, ("SUPPORTS", "REFUTES"), strict=True)))
    assert wanted(twice[0]) == 3 and len(Action.objects.get().selected) == 1


@pytest.fixture
def checks(project, manager, verifier):
    """Eight attention checks; the verifier is wrong in seven."""
    texts = [f"Claim {n} has a known answer." for n in range(8)]
    for number, claim in enumerate(Claim.objects.bulk_create(Claim(project=project, text=text) for text in texts)):
        right = GoldAnswer("SUPPORTS", ["Other"], [[SENTENCE]])
        item = make_gold(claim=claim, phase=Phase.SILENT, right=right, by=manager)
        submit_work(assign(item.task, verifier, project), "REFUTES" if number else "SUPPORTS", [SENTENCE])


def test_people_below_the_gold_threshold_are_paused_by_a_job_and_begin_anew(project, manager, verifier, checks, claims):
    on = rules(project, gold_pause=True, gold_least=8, gold_below=60)
    held = assign_next(person=verifier, project=project, kind=KIND)
    assert not is_paused(project, verifier)  # never at a submission: they would know which claim was gold
    assert [(one.person, one.n, one.right) for one in below_gold(project, on)] == [(verifier.pk, 8, 1)]
    (action,) = pause_below_gold(project, on)
    assert is_paused(project, verifier) and MemberSettings.objects.get().paused_by_rule
    assert (action.kind, action.person, action.arguments["n"]) == ("pause", verifier, 8)
    submit_work(held, "SUPPORTS", [SENTENCE])  # they may finish it
    assert assign_next(person=verifier, project=project, kind=KIND) is None
    assert apply_now(project) == 0
    begin_undo(action, by=manager)
    assert not is_paused(project, verifier) and apply_now(project) == 0  # old answers do not count again


def test_a_threshold_is_missed_by_the_whole_interval():
    on = QualityRules(gold_least=10, gold_below=60)
    # Wilson's upper end by hand: 4 of 10: 0.687; 2 of 10: 0.510.
    assert GoldRecord(1, 10, 4).high == pytest.approx(0.687, abs=1e-3) and not GoldRecord(1, 10, 4).is_below(on)
    assert GoldRecord(1, 10, 2).high == pytest.approx(0.510, abs=1e-3) and GoldRecord(1, 10, 2).is_below(on)
    assert not GoldRecord(1, 9, 0).is_below(on) and not GoldRecord(1, 0, 0).is_below(on)


@pytest.fixture
def contrary(project, writer, verifier, other_verifier, corpus):
    """Forty claims: `verifier` and a third person agree on all, `other_verifier` with them on none of theirs."""
    third = member(project, "vera", Role.VERIFIER)
    made = Claim.objects.bulk_create(Claim(project=project, text=f"Claim {n}.", author=writer) for n in range(80))
    create_tasks(project=project, claims=made)
    tasks = {task.verification_item.claim_id: task for task in tasks_of(*made)}
    now = timezone.now()
    for number, claim in enumerate(made):
        verdict, other = ("SUPPORTS", "REFUTES")[:: 1 if number % 2 else -1]
        pair = [(verifier, verdict), (third, verdict) if number < 40 else (other_verifier, other)]
        for person, given in pair:
            assignment = Assignment.objects.create(
                task=tasks[claim.pk],
                project=project,
                kind=KIND,
                person=person,
                state=AssignmentState.SUBMITTED,
                leased_until=now,
                ended_at=now - timedelta(hours=1),
            )
            submission = Submission.objects.create(assignment=assignment, client_id=uuid.uuid4())
            Verification.objects.create(submission=submission, claim=claim, verdict=given, challenge="Other")
    Task.objects.filter(pk__in=[task.pk for task in tasks.values()]).update(required_annotations=2, assigned_count=2)


def test_the_qa_share_of_people_in_doubt_is_raised_and_lowered(project, manager, verifier, other_verifier, contrary):
    on = rules(project, qa_raise=True, qa_below=40, qa_share=30)
    assert {one.person for one in qa_changes(project, on).raised} == {verifier.pk, other_verifier.pk}
    raised, _lowered = change_qa_shares(project, on)
    assert [qa_rate_of(project, one.pk) * 100 for one in (verifier, other_verifier)] == [30, 30]
    assert change_qa_shares(project, on) == ([], [])
    # Without the other's work the verifier agrees with everybody.
    Assignment.objects.filter(person=other_verifier).update(set_aside=raised[0])
    bump(project.pk)
    _raised, lowered = change_qa_shares(project, on)
    assert [action.person for action in lowered] == [verifier] and qa_rate_of(project, verifier.pk) == 0
    assert lowered[0].undone_by is None and qa_rate_of(project, other_verifier.pk) * 100 == 30


def test_more_overlap_is_drawn_alike_and_grows_with_the_share(project, verifier, claims):
    done = [verify(project, verifier, "SUPPORTS", [SENTENCE]) for _time in range(3)]
    Claim.objects.filter(pk=claims[0].pk).update(claim_type="I")
    one, two, everything = (drawn_for_overlap(project, share=share) for share in (34, 67, 100))
    assert (len(one), len(two)) == (1, 2) and set(one) < set(two) < set(everything) == {each.pk for each in done}
    assert drawn_for_overlap(project, share=100, claim_type="I") == [done[0].pk]
    assert drawn_for_overlap(project, share=100, until=timezone.now() - timedelta(days=1)) == []
    tasks_of(claims[1]).update(required_annotations=2)
    assert done[1].pk not in drawn_for_overlap(project, share=100)
