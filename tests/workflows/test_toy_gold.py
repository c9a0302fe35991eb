"""Gold of a third workflow: calibration, its results, attention checks, and changes of gold."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Assignment, Calibration, GoldItem, Project, Rescore, Task
from annotation.quality.agreement.queries import items_of
from annotation.quality.calibration.candidates import Status, candidates, drifting
from annotation.quality.calibration.gold_items import GoldAnswer, make_label_gold
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.registry import get_workflow
from tests.frontend.html import select, texts
from tests.workflows.test_toy_quality import answered

pytestmark = pytest.mark.both_databases
CALIBRATION = "/p/harbour/quality/calibration/"
GOLD = f"{CALIBRATION}gold/"


def gold(project: Project, position: int, phase: Phase, label: str) -> GoldItem:
    task = Task.objects.get(project=project, kind="toy", position=position)
    return make_label_gold(task=task, phase=phase, right=GoldAnswer(label, [], []), by=None)


@pytest.fixture
def calibrating(toy: Project) -> Project:
    """Calibration by two texts and then one; the fourth text is in production."""
    toy.calibration, toy.calibration_items = True, 2
    toy.save()
    for position, (phase, label) in enumerate([(1, "yes"), (1, "no"), (2, "unclear")]):
        gold(toy, position, Phase(phase), label)
    return toy


@pytest.fixture
def candidate(calibrating: Project, verifier) -> Client:
    """Somebody who answered the first phase, half of it right."""
    answered(calibrating, "vincent", "yes", "yes")
    client = Client()
    client.force_login(verifier)
    return client


def row() -> Calibration:
    return Calibration.objects.get(kind="toy", person__username="vincent")


def test_a_phase_is_scored_by_its_labels(candidate, calibrating):
    score = row().scores["1"]
    assert (score["items"], score["accuracy"]) == (2, 0.5)
    assert {score[name] for name in ("precision", "recall", "f1", "challenge")} == {None}
    assert score["complete_sets"] == score["gold_sets"] == 0
    (found,) = candidates(calibrating, "toy")
    assert found.status is Status.READING


def test_the_candidate_reads_each_answer_beside_gold_and_goes_on(candidate, calibrating, verifier):
    overview = candidate.get(reverse("calibration", args=["harbour"])).text
    links = [link.attributes["href"] for link in select(overview, ".feedback-list a")]
    pages = [candidate.get(link).text for link in links]
    assert [texts(page, "tbody .verdict") for page in pages] == [["yes", "yes"], ["yes", "no"]]
    taken = assign_next(person=verifier, project=calibrating, kind="toy")
    assert taken is not None and taken.task.phase == Phase.SECOND


def test_managers_see_the_score_and_let_the_candidate_go_on(candidate, calibrating, manager, verifier):
    client = Client()
    client.force_login(manager)
    assert select(client.get(CALIBRATION).text, "section[aria-labelledby=kind-toy] .threshold")
    person = reverse("quality-candidate", args=["harbour", "toy", verifier.pk])
    page = client.get(person).text
    assert texts(page, "section[aria-labelledby=answers] td .verdict") == ["yes", "yes"]
    (_first, second) = select(page, "section[aria-labelledby=answers] th a")
    assert texts(client.get(second.attributes["href"]).text, "tbody .verdict") == ["yes", "no"]
    client.post(person, {"action": "approved"})
    taken = assign_next(person=verifier, project=calibrating, kind="toy")
    assert taken is not None and taken.task.phase == Phase.PRODUCTION


def test_managers_make_gold_of_a_task(toy, manager):
    client = Client()
    client.force_login(manager)
    (link, *_others) = select(client.get(f"{GOLD}tasks/").text, ".quality li a")
    address = GOLD + link.attributes["href"].split("/gold/")[1]
    assert client.post(address, {"verdict": "SUPPORTS", "phase": 1}).status_code == 400
    made = client.post(address, {"verdict": "no", "phase": 1, "comment": "A league is no place."})
    item = GoldItem.objects.get()
    assert made["Location"] == f"{GOLD}{item.pk}/" and (item.verdict, item.task.phase) == ("no", 1)
    assert texts(client.get(GOLD).text, "tbody .verdict") == ["no"]
    client.post(f"{GOLD}{item.pk}/", {"action": "unmake"})
    task = Task.objects.get(pk=item.task_id)
    assert (task.phase, task.required_annotations, GoldItem.objects.exists()) == (0, 1, False)


def test_changed_gold_is_shown_and_scored_again(candidate, calibrating, manager):
    item = GoldItem.objects.get(task__kind="toy", task__position=1)
    client = Client()
    client.force_login(manager)
    shown = client.post(f"{GOLD}{item.pk}/", {"verdict": "yes", "phase": 1})
    (mark,) = select(shown.text, "input[name=agreed]")
    assert row().scores["1"]["accuracy"] == 0.5
    client.post(f"{GOLD}{item.pk}/", {"verdict": "yes", "phase": 1, "agreed": mark.attributes["value"]})
    assert row().scores["1"]["accuracy"] == 1 and Rescore.objects.get().before["accuracy"] == 0.5
    assert "50" in candidate.get(reverse("calibration", args=["harbour"])).text
    assert client.get(f"{GOLD}{item.pk}/").status_code == 200


def test_hidden_gold_in_production_shows_who_drifts(toy):
    toy.silent_gold_rate, toy.drift_window, toy.drift_min_accuracy = 100, 1, 50
    toy.save()
    gold(toy, 3, Phase.SILENT, "no")
    (made,) = answered(toy, "vera", "yes")
    assert Assignment.objects.get(submissions=made).task.phase == Phase.SILENT
    (found,) = drifting(toy, "toy")
    assert (found.answers, found.drift.low) == (1, ("accuracy",)) and drifting(toy, "claim_verification") == []
    assert items_of(toy, get_workflow("toy")) == []
