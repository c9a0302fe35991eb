"""Gold that is changed after people have answered it: their scores follow, and what they were is kept."""

from __future__ import annotations

import pytest

from annotation.quality.calibration.approval import decide
from annotation.quality.calibration.candidates import drifting
from annotation.quality.calibration.gold_items import GoldAnswer, make_gold
from annotation.quality.calibration.models import Calibration, GoldChange, GoldItem, Rescore
from annotation.quality.calibration.rescoring import change_gold, effect, see, to_see
from annotation.quality.calibration.results import results_of
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign
from annotation.work.models import Task
from tests.annotation.disagreeing import submit_work
from tests.annotation.gold import answer_next, gold_phase
from tests.cast import CELL, SENTENCE, claim_of

pytestmark = pytest.mark.both_databases

AS_IT_WAS = GoldAnswer("SUPPORTS", ["Other"], [[SENTENCE]])
REFUTED = GoldAnswer("REFUTES", ["Other"], [[SENTENCE]])


@pytest.fixture
def calibrating(project, claims):
    project.calibration, project.calibration_items, project.calibration_min_accuracy = True, 2, 70
    project.save()
    gold_phase(project, Phase.FIRST)
    gold_phase(project, Phase.SECOND)
    return project


@pytest.fixture
def scored(calibrating, verifier, other_verifier):
    """Both have done phase 1: the verifier all right, the other one neither."""
    for _ in range(2):
        answer_next(verifier, calibrating)
        answer_next(other_verifier, calibrating, verdict="REFUTES", sets=[[CELL]])
    return calibrating


def item():
    return GoldItem.objects.filter(task__phase=1).select_related("task__project").order_by("pk")[0]


def accuracy(person):
    return Calibration.objects.get(person=person).scores["1"]["accuracy"]


def test_the_preview_says_whose_result_changes_and_who_falls(scored, verifier, other_verifier):
    found = effect(item(), REFUTED)
    assert (found.answers, found.judged) == (2, 2)
    assert {one.row.person: (one.before["accuracy"], one.after["accuracy"]) for one in found.scores} == {
        verifier: (1, 0.5),
        other_verifier: (0, 0.5),
    }
    assert [one.row.person for one in found.falling] == [verifier]
    assert accuracy(verifier) == 1 and not Rescore.objects.exists(), "looking changes nothing"


def test_scores_are_computed_again_and_what_they_were_is_kept(scored, verifier, other_verifier, manager):
    expected = {one.row.person: one.after for one in effect(item(), REFUTED).scores}
    change = change_gold(item=item(), phase=Phase.FIRST, right=REFUTED, by=manager)
    assert (change.by, change.before["verdict"], change.after["verdict"]) == (manager, "SUPPORTS", "REFUTES")
    kept = {one.calibration.person: one for one in Rescore.objects.all()}
    assert kept.keys() == {verifier, other_verifier}
    for person, one in kept.items():
        assert one.after == expected[person] == Calibration.objects.get(person=person).scores["1"]
    assert kept[verifier].before["accuracy"] == 1 and accuracy(verifier) == 0.5


def test_what_was_never_scored_by_it_stays(scored, verifier, manager):
    """Of phase 2, and of somebody in the middle of phase 1: their score is made when they are done."""
    other = GoldItem.objects.filter(task__phase=2).select_related("task__project")[0]
    assert effect(other, REFUTED).scores == ()
    change_gold(item=other, phase=Phase.SECOND, right=REFUTED, by=manager)
    assert GoldChange.objects.count() == 1 and not Rescore.objects.exists() and accuracy(verifier) == 1


def test_a_phase_in_work_is_scored_by_gold_as_it_is_then(calibrating, verifier, manager):
    answer_next(verifier, calibrating)
    for one in GoldItem.objects.filter(task__phase=1).select_related("task__project"):
        change_gold(item=one, phase=Phase.FIRST, right=REFUTED, by=manager)
    assert not Rescore.objects.exists()
    answer_next(verifier, calibrating)
    assert accuracy(verifier) == 0


def test_a_comment_changes_no_score(scored, manager):
    commented = GoldAnswer("SUPPORTS", ["Other"], [[SENTENCE]], "Look at the first sentence.")
    assert effect(item(), commented).judged == 0
    assert change_gold(item=item(), phase=Phase.FIRST, right=commented, by=manager) is None
    assert item().comment == "Look at the first sentence." and not GoldChange.objects.exists()


def test_changing_it_back_restores_the_score_and_keeps_both_changes(scored, verifier, manager):
    change_gold(item=item(), phase=Phase.FIRST, right=REFUTED, by=manager)
    change_gold(item=item(), phase=Phase.FIRST, right=AS_IT_WAS, by=manager)
    assert accuracy(verifier) == 1
    mine = Rescore.objects.filter(calibration__person=verifier).order_by("pk")
    assert [(one.before["accuracy"], one.after["accuracy"]) for one in mine] == [(1, 0.5), (0.5, 1)]


def test_a_decision_stays_and_the_person_is_told_once(scored, verifier, manager):
    decide(person=verifier, project=scored, kind="claim_verification", decision="approved", by=manager)
    change_gold(item=item(), phase=Phase.FIRST, right=REFUTED, by=manager)
    assert Calibration.objects.get(person=verifier).decision == "approved"
    new = list(to_see(verifier, scored))
    assert len(new) == 1
    see(new)
    assert not to_see(verifier, scored).exists()


def test_answers_to_silent_gold_are_judged_by_gold_as_it_is(project, claims, verifier, manager):
    gold_phase(project, Phase.SILENT, size=3)
    for task in Task.objects.filter(phase=Phase.SILENT):
        submit_work(assign(task, verifier, project), "SUPPORTS", [SENTENCE])
    results = results_of(project, "claim_verification", [Phase.SILENT])[verifier.pk]
    one = GoldItem.objects.select_related("task__project").get(pk=results[0].item.pk)
    assert effect(one, REFUTED).judged == 1 and effect(one, REFUTED).scores == ()
    before = drifting(project, "claim_verification")[0].drift.score.accuracy
    change_gold(item=one, phase=Phase.SILENT, right=REFUTED, by=manager)
    assert drifting(project, "claim_verification")[0].drift.score.accuracy == pytest.approx(before - 1 / len(results))


def test_whoever_changes_gold_has_not_made_it(scored, verifier, manager):
    """`results_of` leaves out what its maker answered: a correction must not bring those answers in."""
    GoldItem.objects.filter(pk=item().pk).update(made_by=verifier)
    one = item()
    make_gold(claim=claim_of(one), phase=Phase.FIRST, right=REFUTED, by=manager)
    assert item().made_by == verifier
