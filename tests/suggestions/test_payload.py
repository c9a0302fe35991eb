"""What a verifier's page is sent: as much as its arm allows, nothing that tells of the claim, and never an error."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation.evidence.excerpts import excerpts
from annotation.models import Assignment, Claim, Project, Suggestion, SuggestionArm, SuggestionRun
from annotation.quality.calibration.gold_items import GoldAnswer, make_gold
from annotation.suggestions import payload
from annotation.suggestions.arms import drawn_arm
from annotation.suggestions.enqueue import ask_for_suggestions
from annotation.suggestions.payload import suggestions_for
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.submission import submit
from annotation.workflows.claim_verification.replay import replay
from annotation.workflows.kinds import TaskKind
from jobs.runner import run_next
from tests.annotation.test_blindness import leaks, world  # noqa: F401
from tests.cast import CELL, SECOND_SENTENCE, SENTENCE, claim_of, tasks_of
from tests.suggestions.made import Said

PLUGS = "tests.suggestions.plugs."


@pytest.fixture(autouse=True)
def plug(settings):
    settings.ATTEST_SUGGESTER = PLUGS + "three"
    return settings


def work_off() -> None:
    while run_next() is not None:
        pass


def arms(project: Project, **weights: int) -> None:
    Project.objects.filter(pk=project.pk).update(suggestion_arms=weights)


def asked(assignment: Assignment, person=None) -> dict:
    client = Client()
    client.force_login(person or assignment.person)
    answer = client.get(reverse("api-suggestions", kwargs={"public_id": assignment.public_id}))
    assert answer.status_code == 200
    return answer.json()


# --- What is sent ----------------------------------------------------------------------------------------------------
def test_cards_come_as_the_workspace_draws_evidence(assignment):
    work_off()
    answer = asked(assignment)
    assert (answer["state"], answer["show"]) == ("ready", "after_first")
    assert [one["element_id"] for one in answer["suggestions"]] == [SENTENCE, SECOND_SENTENCE, CELL]
    cell = answer["suggestions"][2]
    assert (cell["page_title"], cell["stage"], cell["rank"]) == ("Harbour League", "cells", 1)
    client = Client()
    client.force_login(assignment.person)
    address = reverse("api-excerpts", kwargs={"slug": "harbour"})
    excerpts = client.post(address, {"ids": [CELL]}, content_type="application/json").json()["excerpts"]
    assert cell["card"] == excerpts[0]


def test_what_is_below_the_threshold_is_not_sent(assignment):
    work_off()
    Suggestion.objects.filter(element_id=SECOND_SENTENCE).update(is_shown=False)
    assert [one["element_id"] for one in asked(assignment)["suggestions"]] == [SENTENCE, CELL]


def test_neither_score_nor_model_nor_version_is_sent(assignment):
    work_off()
    assert set(asked(assignment)["suggestions"][0]) == {"element_id", "page_title", "stage", "rank", "card"}
    text = json.dumps(asked(assignment))
    assert "score" not in text and "made up" not in text and '"v1"' not in text


def test_before_anything_was_looked_for_it_is_pending(assignment):
    assert asked(assignment) == {"state": "pending", "show": "after_first", "suggestions": []}


def test_the_arm_never_is_sent_nothing_and_no_reason(project, assignment):
    work_off()
    arms(project, none=1)
    never = asked(assignment)
    SuggestionArm.objects.all().delete()
    Project.objects.update(suggestions_on=False)
    assert never == asked(assignment) == {"state": "off", "show": "never", "suggestions": []}


def test_the_arm_at_once_says_so(project, assignment):
    work_off()
    arms(project, at_once=1)
    assert asked(assignment)["show"] == "at_once"


@pytest.mark.parametrize("plug_name", ["nothing", "always_failing"])
def test_nothing_found_and_a_failed_model_look_alike(settings, assignment, plug_name):
    settings.ATTEST_SUGGESTER = PLUGS + plug_name
    work_off()
    assert asked(assignment) == {"state": "nothing", "show": "after_first", "suggestions": []}


def test_where_no_suggester_is_configured_it_is_off(settings, assignment):
    work_off()
    settings.ATTEST_SUGGESTER = ""
    assert asked(assignment)["state"] == "off"


def test_what_the_corpus_does_not_have_is_left_out(settings, assignment):
    settings.ATTEST_SUGGESTER = PLUGS + "odd"
    work_off()
    assert [one["element_id"] for one in asked(assignment)["suggestions"]] == [SENTENCE]


@pytest.mark.parametrize(
    ("kinds", "shown"),
    [
        ("all", [SENTENCE, SECOND_SENTENCE, CELL]),
        ("sentences", [SENTENCE, SECOND_SENTENCE]),
        ("introductions", [SENTENCE]),
    ],
)
def test_what_the_project_does_not_accept_as_evidence_is_left_out(project, assignment, kinds, shown):
    Project.objects.filter(pk=project.pk).update(evidence_kinds=kinds)
    work_off()
    assert [one["element_id"] for one in asked(assignment)["suggestions"]] == shown


@pytest.mark.parametrize("kinds", ["sentences", "introductions"])
def test_a_page_that_the_corpus_lacks_does_not_take_the_other_suggestions_away(settings, project, assignment, kinds):
    settings.ATTEST_SUGGESTER = PLUGS + "odd"
    Project.objects.filter(pk=project.pk).update(evidence_kinds=kinds)
    work_off()
    assert [one["element_id"] for one in asked(assignment)["suggestions"]] == [SENTENCE]


def test_whatever_fails_work_goes_on(assignment, monkeypatch):
    work_off()

    def fail(*_arguments):
        raise RuntimeError("a disk that is gone")

    monkeypatch.setattr(payload, "excerpts", fail)
    assert asked(assignment) == {"state": "off", "show": "never", "suggestions": []}


def test_no_model_runs_while_somebody_waits(settings, assignment):
    settings.ATTEST_SUGGESTER = "tests.suggestions.nowhere"  # opening it would be an error
    assert asked(assignment)["state"] == "pending"


def test_a_writer_and_others_have_none(assignment, other_verifier, writing):
    client = Client()
    client.force_login(other_verifier)
    for one in (assignment, writing):
        assert client.get(reverse("api-suggestions", kwargs={"public_id": one.public_id})).status_code == 404


# --- The arm ---------------------------------------------------------------------------------------------------------
def test_the_arm_is_the_same_for_every_verifier_of_a_claim(project, claims, verifier, other_verifier):
    arms(project, none=1, after=1, at_once=1)
    tasks_of(claims[0]).update(required_annotations=2)
    first = [
        assign_next(person=one, project=project, kind=TaskKind.CLAIM_VERIFICATION) for one in (verifier, other_verifier)
    ]
    for one in first:
        asked(one)
    drawn = SuggestionArm.objects.values_list("assignment__task__verification_item__claim", "arm")
    assert len(drawn) == 2 and len(set(drawn)) == 1


def test_arms_come_in_proportion_to_their_weights():
    drawn = [drawn_arm(7, claim, {"none": 1, "after": 2, "at_once": 1}) for claim in range(4000)]
    assert abs(drawn.count("none") - 1000) < 100
    assert abs(drawn.count("after") - 2000) < 120


def test_another_seed_draws_other_arms():
    weights = {"none": 1, "at_once": 1}
    assert [drawn_arm(1, n, weights) for n in range(50)] != [drawn_arm(2, n, weights) for n in range(50)]


@pytest.mark.parametrize("weights", [{}, {"none": 0, "after": 0, "at_once": 0}, {"at_once": -1}])
def test_without_weights_nothing_is_ever_shown(weights):
    assert drawn_arm(1, 1, weights) == "none"


def test_a_changed_setting_does_not_change_what_was_opened(project, assignment):
    work_off()
    asked(assignment)
    arms(project, none=1)
    assert asked(assignment)["show"] == "after_first"


def test_what_was_handed_in_before_has_no_arm(assignment):
    work_off()
    submit(
        assignment=assignment,
        client_id=assignment.public_id,
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[SENTENCE]],
    )
    assert asked(assignment)["state"] == "off"
    assert not SuggestionArm.objects.exists()


# --- The run ---------------------------------------------------------------------------------------------------------
def test_a_newer_run_does_not_change_the_cards_under_the_hands(plug, assignment, project):
    work_off()
    before = asked(assignment)
    plug.ATTEST_SUGGESTER = PLUGS + "odd"
    SuggestionRun.objects.update(version="v0")
    ask_for_suggestions(project)
    work_off()
    assert SuggestionRun.objects.filter(claim=claim_of(assignment)).count() == 2
    assert asked(assignment) == before


def test_what_was_found_for_other_words_is_not_shown(assignment):
    work_off()
    asked(assignment)
    Claim.objects.filter(pk=claim_of(assignment).pk).update(text="Anna Berg founded two leagues.")
    assert asked(assignment)["state"] == "pending"


# --- The log ---------------------------------------------------------------------------------------------------------
def test_what_is_done_with_suggestions_is_logged(assignment):
    client = Client()
    client.force_login(assignment.person)
    address = reverse("api-operations", kwargs={"public_id": assignment.public_id})
    names = ("suggestion-shown", "suggestion-accepted", "suggestion-dismissed")
    operations = [
        {"sequence": n, "name": name, "value": SENTENCE, "seconds": n, "detail": {"rank": 1, "stage": "sentences"}}
        for n, name in enumerate(names, start=1)
    ]
    answer = client.post(address, {"browser": "b1", "operations": operations}, content_type="application/json")
    assert answer.json() == {"received": 3}
    assert list(assignment.operations.values_list("name", flat=True))[1:] == list(names)


def test_they_change_nothing_of_what_is_chosen():
    """What accepting does to the sets is logged by itself, after it. tests/annotation/test_released_log.py holds that
    none of it is released."""
    chosen = [Said("Highlighting", SENTENCE, {"set": 0, "at": 0})]
    suggested = [Said(f"suggestion-{what}", CELL, {"rank": 1, "set": 0}) for what in ("shown", "accepted", "dismissed")]
    assert replay([*suggested, *chosen, *suggested]) == replay(chosen)


# --- Blindness -------------------------------------------------------------------------------------------------------
def test_suggestions_tell_nothing_of_what_must_stay_hidden(world):  # noqa: F811
    """Asked twice, with another writer, type, label, and others who hold, verify, report and repeat the claim."""
    work_off()
    assert asked(world.held)["state"] == "ready"
    assert leaks(world, ["api-suggestions"]) == []


def test_a_claim_with_a_known_answer_looks_like_every_other(project, claims, verifier):
    """Silent gold: made gold in the middle of production, it has a run and an arm as all claims do."""
    right = GoldAnswer("SUPPORTS", ["Other"], [[SENTENCE]])
    make_gold(claim=claims[0], phase=Phase.SILENT, right=right, by=None)
    work_off()
    assert SuggestionRun.objects.count() == 3
    states = set()
    for claim in claims:
        assignment = Assignment(task=tasks_of(claim).get(), project=project, person=verifier, kind="claim_verification")
        assignment.leased_until, assignment.state = timezone.now(), "parked"
        assignment.save()
        answer = asked(assignment)
        states.add((answer["state"], answer["show"], len(answer["suggestions"])))
    assert states == {("ready", "after_first", 3)}


@pytest.mark.parametrize("phase", [Phase.FIRST, Phase.SECOND])
def test_in_calibration_nothing_is_suggested_unless_the_project_says_so(project, claims, verifier, phase):
    """What a model suggests may be half of gold, and *Accept* would be measured instead of the person."""
    make_gold(claim=claims[0], phase=phase, right=GoldAnswer("SUPPORTS", ["Other"], [[SENTENCE]]), by=None)
    work_off()
    assignment = Assignment(task=tasks_of(claims[0]).get(), project=project, person=verifier, kind="claim_verification")
    assignment.leased_until, assignment.state = timezone.now(), "parked"
    assignment.save()
    assert asked(assignment) == {"state": "off", "show": "never", "suggestions": []}
    assert not SuggestionArm.objects.filter(assignment=assignment).exists()
    Project.objects.update(calibration_suggestions=True)
    assert asked(assignment)["state"] == "ready"


def test_whoever_makes_gold_of_a_claim_is_shown_nothing(project, claims, manager):
    work_off()
    tasks_of(claims[0]).update(phase=Phase.FIRST)
    assignment = Assignment(task=tasks_of(claims[0]).get(), project=project, person=manager, kind="claim_verification")
    assignment.leased_until, assignment.state = timezone.now(), "parked"
    assignment.save()
    assert asked(assignment) == {"state": "off", "show": "never", "suggestions": []}


def test_an_answer_asks_the_database_as_much_for_every_claim(project, claims, verifier):
    """How long it takes says nothing of what a claim is: the same questions for each, however much is known of it."""
    work_off()
    make_gold(claim=claims[1], phase=Phase.SILENT, right=GoldAnswer("SUPPORTS", ["Other"], [[SENTENCE]]), by=None)
    Claim.objects.filter(pk=claims[2].pk).update(intended_label="REFUTES", author=None)
    excerpts(project.corpus, [SENTENCE])  # the page is in memory from now on, whoever asks for it first
    counts = set()
    for claim in claims:
        assignment = Assignment(task=tasks_of(claim).get(), project=project, person=verifier, kind="claim_verification")
        assignment.leased_until, assignment.state = timezone.now(), "parked"
        assignment.save()
        fresh = Assignment.objects.select_related("task", "project__corpus").get(pk=assignment.pk)
        with CaptureQueriesContext(connection) as asked_of_it:
            suggestions_for(fresh)
        counts.add(len(asked_of_it))
    assert len(counts) == 1, counts
