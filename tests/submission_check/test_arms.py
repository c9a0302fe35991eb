"""Who sees the check: off, on, or a share of the claims drawn by a seed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Project, SubmissionCheckArm
from annotation.quality.calibration.models import GoldItem
from annotation.submission_check.arms import arm_of, drawn_arm
from annotation.vocabulary.tasks import Phase
from tests.cast import SENTENCE


def checked(assignment, **body):
    client = Client()
    client.force_login(assignment.person)
    address = reverse("api-check", kwargs={"public_id": assignment.public_id})
    sent = {"verdict": "SUPPORTS", "elements": [SENTENCE]} | body
    answer = client.post(address, sent, content_type="application/json")
    assert answer.status_code == 200
    return answer.json()


def setting(project, **values):
    Project.objects.filter(pk=project.pk).update(**values)


def test_the_draw_is_the_same_for_a_seed_and_near_its_share():
    drawn = [drawn_arm(7, claim, 30) for claim in range(2000)]
    assert drawn == [drawn_arm(7, claim, 30) for claim in range(2000)]
    assert 540 < drawn.count("shown") < 660
    assert drawn != [drawn_arm(8, claim, 30) for claim in range(2000)]


def test_a_new_project_has_no_check_and_draws_no_arm(project, assignment):
    assert project.check_mode == "off"
    assert checked(assignment)["mode"] == "off"
    assert not SubmissionCheckArm.objects.exists()


@pytest.mark.parametrize(
    ("mode", "share", "wanted"), [("on", 1, "shown"), ("random", 99, "shown"), ("random", 1, "silent")]
)
def test_the_mode_follows_the_setting(project, assignment, mode, share, wanted):
    seed = next(seed for seed in range(1000) if is_drawn(seed, assignment, share, wanted))
    setting(project, check_mode=mode, check_share=share, check_seed=seed)
    assert checked(assignment)["mode"] == wanted


def is_drawn(seed, assignment, share, wanted):
    return (drawn_arm(seed, assignment.task.verification_item.claim_id, share) == "shown") == (wanted == "shown")


def test_an_arm_stays_when_the_setting_changes(project, assignment):
    setting(project, check_mode="on")
    assert checked(assignment)["mode"] == "shown"
    setting(project, check_mode="off")
    assert checked(assignment)["mode"] == "shown"


def test_gold_that_is_being_made_is_not_checked(project, assignment):
    setting(project, check_mode="on")
    assignment.task.phase = Phase.FIRST
    assignment.task.save()
    assert checked(assignment)["mode"] == "off"
    GoldItem.objects.create(task=assignment.task, verdict="SUPPORTS")
    assert checked(assignment)["mode"] == "shown"


def test_an_arm_belongs_to_whoever_opened_it(project, assignment):
    setting(project, check_mode="on")
    assignment.refresh_from_db()
    stored = arm_of(assignment)
    assert stored is not None and stored == SubmissionCheckArm.objects.get(assignment=assignment)
