"""The page of rules: previews on today's data, saving, and more overlap."""

from __future__ import annotations

import pytest
from django.urls import reverse

from annotation.models import Action, QualityRules, Task
from annotation.work.assignment import assign_next
from annotation.workflows.kinds import TaskKind
from jobs.models import Job
from tests.annotation.disagreeing import submit_work
from tests.cast import SENTENCE
from tests.frontend.html import select

NUMBERS = {
    "gold_least": "20",
    "gold_below": "60",
    "qa_below": "0.45",
    "qa_share": "30",
    "second_adjudication_share": "0",
}


@pytest.fixture
def address(client, project, manager, verifier, other_verifier, claims):
    """The page, as its manager; two disagree on the first claim, which two were to verify."""
    Task.objects.filter(project=project).update(required_annotations=2)
    for person, verdict in ((verifier, "SUPPORTS"), (other_verifier, "REFUTES")):
        submit_work(assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION), verdict, [SENTENCE])
    client.force_login(manager)
    return reverse("manage-quality-rules", args=[project.slug])


def numbers(html):
    found = {part: select(html, f"[data-test={part}]") for part in ("third", "gold", "qa")}
    return {part: int(nodes[0].attributes["data-number"]) for part, nodes in found.items()}


def test_previews_say_what_would_happen_and_save_nothing(client, address):
    assert numbers(client.get(address).text) == {"third": 1, "gold": 0, "qa": 0}
    answer = client.post(address, NUMBERS | {"third_verifier": "verdict", "gold_pause": "on", "step": "preview"})
    assert numbers(answer.text)["third"] == 1 and not QualityRules.objects.exists() and not Job.objects.exists()
    wrong = client.post(address, NUMBERS | {"third_verifier": "verdict", "qa_below": "40", "step": "save"})
    assert wrong.status_code == 400 and not QualityRules.objects.exists()
    client.post(address, NUMBERS | {"third_verifier": "verdict", "qa_raise": "on", "step": "save"})
    stored = QualityRules.objects.get()
    assert (stored.third_verifier, stored.qa_raise, stored.qa_below, stored.gold_pause) == ("verdict", True, 45, False)
    assert Job.objects.get().kind == "quality_rules"


def test_present_disagreements_and_a_draw_become_previews_of_actions(client, project, address):
    client.post(address, NUMBERS | {"third_verifier": "verdict", "step": "save"})
    answer = client.post(address, {"step": "third"})
    action = Action.objects.get()
    assert answer["Location"] == reverse("manage-action", args=[project.slug, action.pk])
    assert (action.kind, len(action.selected)) == ("verify_again", 1)
    assert client.post(address, {"step": "overlap", "share": "0"}).status_code == 400
    nothing = client.post(address, {"step": "overlap", "share": "50"})  # nothing is to be verified by one person
    assert nothing["Location"] == address
