"""The clock of the server jumps while somebody works: noticed, marked in the log, and taken off the times."""

from __future__ import annotations

import uuid
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models import F

from annotation.models import Assignment, Operation
from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.work.log_verification import Checked, broken_logs
from annotation.work.operations import elapsed_seconds, record
from jobs.models import Job
from jobs.runner import run
from jobs.wall_clock import KIND, WallClock, enqueue_jump
from tests.cast import SENTENCE

pytestmark = pytest.mark.django_db


def test_a_clock_that_jumps_is_noticed_once_and_small_corrections_are_not():
    at = {"wall": 1_000.0, "steady": 5.0}
    clock = WallClock(lambda: at["wall"], lambda: at["steady"])
    seen = []
    for wall, steady in ((15.0, 15.0), (15.4, 15.0), (7_215.0, 15.0), (15.0, 15.0), (-7_185.0, 15.0)):
        at["wall"] += wall
        at["steady"] += steady
        seen.append(round(clock.jumped(), 3))
    assert seen == [0.0, 0.0, 7_200.0, 0.0, -7_200.0]


def test_two_workers_that_notice_the_same_jump_ask_for_one_job():
    assert [enqueue_jump(seconds) is not None for seconds in (7_200.0, 7_199.7, -7_200.0)] == [True, False, True]


@pytest.mark.parametrize("seconds", [7_200, -7_200])
def test_a_jump_is_marked_in_the_log_and_is_no_working_time(browser, assignment, seconds):
    """As if the clock had jumped since the task was taken: its beginning is so much further away, or lies ahead."""
    record(assignment=assignment, operations=[{"sequence": 1, "name": "search", "value": "a", "seconds": 30.0}])
    moved = F("created_at") - timedelta(seconds=seconds + 60)
    Assignment.objects.filter(pk=assignment.pk).update(created_at=moved)
    job = enqueue_jump(seconds)
    assert job is not None
    for _again in range(2):  # its worker was killed before it could say so
        run(job.pk)
        Job.objects.filter(pk=job.pk).update(state="waiting", finished_at=None)
    assignment.refresh_from_db()
    assert 60 <= elapsed_seconds(assignment) < 600
    answer: dict[str, object] = {
        "client_id": str(uuid.uuid4()),
        "verdict": "SUPPORTS",
        "challenge": "Other",
        "operations": [],
    }
    answer["evidence_sets"] = [[SENTENCE]]
    assert browser.post("submission/", answer).status_code == 200
    log = Operation.objects.filter(assignment=assignment).order_by("sequence")
    jumps = log.filter(name=OwnOperation.CLOCK_JUMP).values_list("value", "seconds")
    assert list(jumps) == [(f"{seconds:+}.000", Decimal("30.000"))]
    assert 60 <= log.get(name=OperationName.FINISH).seconds < 600
    assert list(broken_logs(Assignment.objects.all(), Checked())) == []


def test_what_is_taken_after_the_jump_is_left_alone(assignment):
    """Also where it was noticed late, as by a worker that ran a long job meanwhile."""
    Assignment.objects.filter(pk=assignment.pk).update(created_at=F("created_at") - timedelta(minutes=20))
    job = enqueue_jump(3_600)
    assert job is not None and job.kind == KIND
    run(job.pk)
    job.refresh_from_db()
    assert job.result == {"seconds": 3_600.0, "noted": 0}
