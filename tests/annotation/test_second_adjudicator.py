"""Two adjudicators decide on a claim: who is asked, what holds meanwhile, what becomes of two decisions."""

from __future__ import annotations

import threading

import pytest
from django.db import connections
from django.utils import timezone

from annotation.dashboard.adjudication import adjudication_queue
from annotation.errors import AnnotationError
from annotation.models import Adjudication, AdjudicationAssignment, Membership, SecondAdjudication
from annotation.projects.models import Role
from annotation.quality.adjudication.adjudicate import adjudicate, current_adjudication, is_somebody_elses
from annotation.quality.adjudication.assigning import assign_claims, open_counts, share_out
from annotation.quality.adjudication.models import SecondState
from annotation.quality.adjudication.queue import Wanted
from annotation.quality.adjudication.second import doubled, draw_again, is_drawn
from annotation.quality.adjudication.turns import do_without
from annotation.quality.workflows.claim_verification.report_decisions import decide as decide_report
from annotation.release.auxiliary_files import adjudications
from annotation.release.feverous import released as read_released
from annotation.release.summary import Counts
from annotation.work.assignment import assign_next
from annotation.workflows.claim_verification.models import ReportReason
from annotation.workflows.claim_verification.reporting import report
from tests.annotation.disagreeing import said
from tests.cast import CELL, OTHER_PAGE, SENTENCE, member

pytestmark = pytest.mark.both_databases

SUPPORTS, REFUTES = "SUPPORTS", "REFUTES"


@pytest.fixture
def deciders(project, manager, verifier, other_verifier, claims):
    """Three adjudicators; two claims on which verifiers differ. Every claim is decided by two."""
    for _claim in range(2):
        said(project, verifier, SUPPORTS, [SENTENCE])
        said(project, other_verifier, REFUTES, [OTHER_PAGE])
    project.second_adjudication_share = 100
    project.save()
    return [member(project, name, Role.ADJUDICATOR) for name in ("ada", "ben", "cleo")]


@pytest.fixture
def claim(project, deciders, claims):
    found = claims[0]
    found.project = project
    return found


def decide(claim, person, verdict=REFUTES, evidence=SENTENCE, **more):
    return adjudicate(
        claim=claim, adjudicator=person, kind="new", error_type="guidelines", verdict=verdict, challenge="Other",
        evidence_sets=[[evidence]], **more,
    )  # fmt: skip


def state_of(claim):
    return SecondAdjudication.objects.get(claim=claim).state


def asked(claim):
    """Who is asked for the second decision, and the others who are not the first."""
    one = doubled(claim.project)[claim.pk]
    return one.asked


def people(deciders, claim):
    """(second, another one): `deciders` without the first."""
    person = asked(claim)
    second = next(one for one in deciders if one.pk == person)
    return second, next(one for one in deciders[1:] if one.pk != person)


def claims_in(project, wanted, person):
    return [entry.claim for entry in adjudication_queue(project, wanted, person.pk)]


def refused(act):
    with pytest.raises(AnnotationError) as error:
        act()
    return error.value.code


def test_the_draw_is_stable_and_a_larger_share_contains_a_smaller_one(project):
    drawn = {}
    for share in (0, 10, 30, 100):
        project.second_adjudication_share = share
        drawn[share] = {claim for claim in range(2_000) if is_drawn(project, claim)}
    assert not drawn[0] and drawn[10] < drawn[30] < drawn[100] and len(drawn[100]) == 2_000
    assert 150 < len(drawn[10]) < 250 and 500 < len(drawn[30]) < 700


def test_where_both_agree_the_first_decision_holds_and_nothing_does_before(project, manager, deciders, claim):
    ada = deciders[0]
    first = decide(claim, ada)
    assert state_of(claim) == SecondState.WAITING and current_adjudication(claim) is None
    assert _excluded(project) == {"verdicts disagree": 2, "not verified": 1}
    assert not list(adjudications(project))  # a release of now has nothing of it
    second, third = people(deciders, claim)
    # The second finds it as open as ever; whoever is neither finds it nowhere; the first among the decided ones.
    assert claim.pk in claims_in(project, Wanted.VERDICTS, second)
    for person in (ada, third):
        assert claim.pk not in claims_in(project, Wanted.VERDICTS, person)
    assert claims_in(project, Wanted.DONE, ada) == [claim.pk] and not claims_in(project, Wanted.DONE, second)
    assert not claims_in(project, Wanted.DONE, third) and is_somebody_elses(claim, third)
    stored = decide(claim, second)
    assert stored.turn == 2 and stored.is_blind and state_of(claim) == SecondState.AGREED
    assert current_adjudication(claim) == first and _excluded(project)["verdicts disagree"] == 1
    assert [one["turn"] for one in adjudications(project)] == [1, 2]
    for person in (ada, second):
        assert refused(lambda person=person: decide(claim, person, base_revision=2)) == "decided_twice"


def _excluded(project):
    counts = Counts()
    list(read_released(project, counts))
    return counts.excluded


def test_where_they_differ_a_manager_who_is_neither_decides(project, manager, deciders, claim):
    decide(claim, deciders[0])
    second, third = people(deciders, claim)
    decide(claim, second, SUPPORTS)
    assert state_of(claim) == SecondState.DIFFERENT and current_adjudication(claim) is None
    assert refused(lambda: decide(claim, third, base_revision=2)) == "decided_twice"
    assert refused(lambda: decide(claim, manager, base_revision=1)) == "revision_conflict"
    final = decide(claim, manager, SUPPORTS, base_revision=2)
    row = SecondAdjudication.objects.get(claim=claim)
    assert (final.turn, final.is_current, row.state, row.closed_by) == (3, True, SecondState.DECIDED, manager)
    again = decide(claim, manager, REFUTES, base_revision=3)  # revised: the history stays
    assert current_adjudication(claim) == again
    assert list(Adjudication.objects.values_list("turn", "stands", "is_current")) == [
        (1, True, False),
        (2, True, False),
        (3, False, False),
        (3, True, True),
    ]


@pytest.mark.parametrize(
    ("verdict", "evidence", "state"), [(REFUTES, CELL, "different"), (REFUTES, SENTENCE, "agreed")]
)
def test_the_same_verdict_on_other_evidence_is_no_agreement(deciders, claim, verdict, evidence, state):
    decide(claim, deciders[0])
    decide(claim, people(deciders, claim)[0], verdict, evidence)
    assert state_of(claim) == state


def test_a_manager_who_was_one_of_the_two_decides_only_if_nobody_else_can(project, manager, deciders, claim):
    decide(claim, manager)
    second = next(one for one in deciders if one.pk == asked(claim))
    decide(claim, second, SUPPORTS)
    other = member(project, "otto", Role.MANAGER)
    assert refused(lambda: decide(claim, manager, base_revision=2)) == "one_of_two"
    Membership.objects.filter(user=other).delete()
    assert decide(claim, manager, base_revision=2).turn == 3


def test_managers_are_asked_only_where_there_is_no_adjudicator(project, manager, deciders, claim):
    Membership.objects.filter(user__in=deciders[1:]).delete()
    decide(claim, deciders[0])
    assert asked(claim) == manager.pk
    assert decide(claim, manager).is_blind is False and state_of(claim) == SecondState.AGREED


def test_whoever_leaves_or_is_paused_is_replaced(project, manager, deciders, claim):
    decide(claim, deciders[0])
    second, third = people(deciders, claim)
    settings = project.member_settings.create(user=second, paused_at=timezone.now())
    assert asked(claim) == third.pk
    settings.delete()
    assert asked(claim) == second.pk
    Membership.objects.filter(user=second).delete()
    assert asked(claim) == third.pk and not is_somebody_elses(claim, third)
    Membership.objects.filter(user__in=[third, manager]).delete()
    assert asked(claim) is None
    assert do_without(project=project, claims=[claim.pk], by=manager) == 1
    assert current_adjudication(claim).adjudicator == deciders[0] and state_of(claim) == SecondState.WAIVED


def test_the_first_is_revised_before_the_second_comes_and_not_after(deciders, claim):
    ada = deciders[0]
    decide(claim, ada)
    assert refused(lambda: decide(claim, ada, SUPPORTS)) == "revision_conflict"
    revised = decide(claim, ada, SUPPORTS, base_revision=1)
    assert revised.turn == 1 and state_of(claim) == SecondState.WAITING
    decide(claim, people(deciders, claim)[0], SUPPORTS)
    assert current_adjudication(claim) == revised


def test_assigned_claims_have_both_from_the_beginning_and_either_may_be_first(
    project, manager, deciders, claims, claim
):
    ada, ben, cleo = deciders
    keys = [one.pk for one in claims[:2]]
    assert assign_claims(project=project, claims=keys, to=ada, by=manager) == 2
    other = asked(claim)
    assert other in (ben.pk, cleo.pk) and sum(open_counts(project).values()) == 4
    second = next(one for one in deciders if one.pk == other)
    decide(claim, second)  # before the one it is assigned to: then that one is asked as well
    assert asked(claim) == ada.pk
    decide(claim, ada)
    assert state_of(claim) == SecondState.AGREED
    assign_claims(project=project, claims=keys, to=None, by=manager)
    assert not SecondAdjudication.objects.filter(claim=keys[1]).exists()
    assert share_out(project=project, claims=keys[1:], by=manager) == 1
    to = AdjudicationAssignment.objects.get(claim=keys[1]).adjudicator_id
    assert asked(claims[1]) not in (None, to)


def test_a_changed_share_leaves_what_was_begun(project, manager, deciders, claims, claim):
    assign_claims(project=project, claims=[one.pk for one in claims[:2]], to=deciders[0], by=manager)
    decide(claim, deciders[0])
    project.second_adjudication_share = 0
    project.save()
    draw_again(project)
    assert list(SecondAdjudication.objects.values_list("claim", "state")) == [(claim.pk, "waiting")]
    claims[1].project = project
    decide(claims[1], deciders[0])
    assert current_adjudication(claims[1]) is not None
    project.second_adjudication_share = 100
    project.save()
    draw_again(project)  # decided ones are not drawn: everybody could read what was decided
    assert SecondAdjudication.objects.count() == 1
    second = next(one for one in deciders if one.pk == asked(claim))
    decide(claim, second)
    assert state_of(claim) == SecondState.AGREED


def test_a_reported_claim_waits_and_a_corrected_one_begins_anew(project, manager, deciders, claim):
    decide(claim, deciders[0])
    second, _third = people(deciders, claim)
    task = claim.verification_item.task
    type(task).objects.filter(pk=task.pk).update(required_annotations=3)
    reporting = report(
        assignment=assign_next(
            person=member(project, "vera", Role.VERIFIER), project=project, kind="claim_verification"
        ),
        reasons=[ReportReason.values[0]],
    )
    assert claim.pk not in claims_in(project, Wanted.VERDICTS, second)
    decide_report(report=reporting, by=manager, decision="corrected", text="Anna Berg founded the league.")
    assert not SecondAdjudication.objects.exists() and not Adjudication.objects.filter(stands=True).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
@pytest.mark.parametrize("is_assigned", [True, False])
def test_two_decide_at_once(project, manager, deciders, claim, is_assigned):
    pair = deciders[:2]
    if is_assigned:
        assign_claims(project=project, claims=[claim.pk], to=deciders[0], by=manager)
        pair = [deciders[0], next(one for one in deciders if one.pk == asked(claim))]
    barrier, errors = threading.Barrier(2), []

    def act(person):
        try:
            barrier.wait(20)
            decide(claim, person)
        except AnnotationError as error:
            errors.append(error.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=act, args=(one,)) for one in pair]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and state_of(claim) == SecondState.AGREED
    assert sorted(Adjudication.objects.values_list("turn", "is_current")) == [(1, True), (2, False)]
