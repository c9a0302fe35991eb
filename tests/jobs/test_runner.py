"""Claiming and running jobs: once, by one worker, in order."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from jobs import registry
from jobs.context import JobContext
from jobs.enqueue import cancel, enqueue
from jobs.errors import JobError, LeaseLost, RetryLater
from jobs.models import Job, JobState
from jobs.runner import MAX_ATTEMPTS, claim, run, run_next

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

Register = Callable[[str, Callable[[JobContext], dict[str, Any]]], None]


@pytest.fixture
def function(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Register a job function for this test."""
    return lambda kind, does: monkeypatch.setitem(registry.FUNCTIONS, kind, does)


def test_a_job_is_done_and_keeps_what_came_of_it(project, manager, function):
    function("add", lambda context: {"sum": sum(context.arguments["numbers"])})
    job = enqueue("add", project=project, arguments={"numbers": [1, 2]}, asked_by=manager)
    assert run_next() == job
    job.refresh_from_db()
    assert (job.state, job.result, job.attempt) == (JobState.DONE, {"sum": 3}, 1)
    assert job.started_at <= job.finished_at
    assert run_next() is None


def test_jobs_are_done_in_the_order_in_which_they_were_asked_for(project, function):
    seen: list[int] = []

    def note(context: JobContext) -> dict[str, Any]:
        seen.append(context.arguments["n"])
        return {}

    function("note", note)
    for n in range(3):
        enqueue("note", arguments={"n": n})
    while run_next() is not None:
        pass
    assert seen == [0, 1, 2]


def test_a_job_that_is_to_be_tried_later_waits_and_lets_others_go_on(project, function):
    seen: list[int] = []

    def absent(context: JobContext) -> dict[str, Any]:
        seen.append(context.job.attempt)
        if len(seen) <= MAX_ATTEMPTS + 1:
            raise RetryLater(timedelta(minutes=5), "Nobody answers.")
        return {"tried": len(seen)}

    function("absent", absent)
    function("other", lambda context: {})
    job, other = enqueue("absent"), enqueue("other")
    for tried in range(1, MAX_ATTEMPTS + 2):
        assert run_next() == job
        job.refresh_from_db()
        assert (job.state, job.message, job.leased_until) == (JobState.WAITING, "Nobody answers.", None)
        assert timedelta(minutes=4) < job.not_before - timezone.now() <= timedelta(minutes=5)
        assert run_next() == (other if tried == 1 else None) and run(job.pk) is None
        Job.objects.filter(pk=job.pk).update(not_before=timezone.now())
    assert run_next() == job
    job.refresh_from_db()
    # To be tried again is no death of a worker: it does not use up its attempts.
    assert (job.state, job.result) == (JobState.DONE, {"tried": MAX_ATTEMPTS + 2})


def test_a_job_that_looks_again_and_again_does_so_after_a_failure(function, monkeypatch):
    monkeypatch.setitem(registry.EVERY, "look", timedelta(minutes=15))
    function("look", lambda context: {"n": 1 // 0})
    job = enqueue("look")
    assert run_next() == job
    job.refresh_from_db()
    assert (job.state, job.attempt, job.leased_until) == (JobState.WAITING, 0, None)
    assert "ZeroDivisionError" in job.message
    assert timedelta(minutes=14) < job.not_before - timezone.now() <= timedelta(minutes=15)
    assert {"watch_alerts", "quality_rules"} <= registry.EVERY.keys()


def test_a_job_that_fails_says_why_and_the_next_one_goes_on(project, function):
    def wrong(context: JobContext) -> dict[str, Any]:
        raise JobError("There is no such file.")

    def broken(context: JobContext) -> dict[str, Any]:
        raise ZeroDivisionError("by nothing")

    function("wrong", wrong)
    function("broken", broken)
    enqueue("wrong")
    enqueue("broken")
    assert [run_next().error for _ in range(2)] == ["There is no such file.", "ZeroDivisionError: by nothing"]
    assert set(Job.objects.values_list("state", flat=True)) == {JobState.FAILED}


def test_progress_is_seen_while_the_job_runs(project, function):
    seen: list[tuple[int, int, str]] = []

    def count(context: JobContext) -> dict[str, Any]:
        context.progress(3, 9, "pages")
        seen.append(Job.objects.values_list("done", "total", "message").get())
        return {}

    function("count", count)
    enqueue("count")
    run_next()
    assert seen == [(3, 9, "pages")]


def test_a_stopped_job_is_over_at_its_next_word_and_keeps_nothing(project, function):
    after: list[str] = []

    def stopped(context: JobContext) -> dict[str, Any]:
        assert cancel(context.job)
        context.progress(1)
        after.append("went on")
        return {"kept": True}

    function("stopped", stopped)
    job = enqueue("stopped")
    run_next()
    job.refresh_from_db()
    assert (job.state, job.result, after) == (JobState.STOPPED, None, [])
    assert not cancel(job)
    assert run_next() is None


def test_a_worker_that_is_sent_home_puts_its_job_back(project, function):
    def sent_home(context: JobContext) -> dict[str, Any]:
        context.is_interrupted = True
        context.progress(1)
        return {}

    function("long", sent_home)
    job = enqueue("long")
    run_next()
    job.refresh_from_db()
    assert (job.state, job.attempt, job.leased_until) == (JobState.WAITING, 0, None)


def test_a_job_whose_worker_is_gone_is_taken_up_by_one_other(project, function):
    job = enqueue("draw_highlights")
    mine = claim()
    assert mine == job
    assert claim() is None  # its worker is alive
    Job.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    second = claim()
    assert second is not None
    assert second.attempt == 2
    assert claim() is None
    for late in (lambda: JobContext(mine).progress(1), lambda: JobContext(mine).renew_lease()):
        with pytest.raises(LeaseLost):
            late()
    JobContext(second).renew_lease()


def test_a_job_that_takes_its_workers_with_it_is_given_up(project):
    enqueue("draw_highlights")
    for _ in range(MAX_ATTEMPTS):
        assert claim() is not None
        Job.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert claim() is None
    job = Job.objects.get()
    assert job.state == JobState.FAILED
    assert "3 times" in job.error


# --- One job by its id, as a Celery message names it -----------------------------------------------------------------


def test_one_job_is_run_and_no_other(function):
    function("add", lambda context: {})
    first, second = enqueue("add"), enqueue("add")
    assert run(second.pk) == second
    assert dict(Job.objects.values_list("pk", "state")) == {first.pk: JobState.WAITING, second.pk: JobState.DONE}


def test_a_job_that_is_finished_cancelled_leased_or_gone_is_skipped(function):
    calls: list[int] = []

    def note(context):
        calls.append(context.job.pk)
        return {}

    function("note", note)
    done, cancelled, leased = (enqueue("note") for _ in range(3))
    run(done.pk)
    cancel(cancelled)
    assert claim(leased.pk) == leased
    assert [run(pk) for pk in (done.pk, cancelled.pk, leased.pk, leased.pk + 1)] == [None] * 4
    assert calls == [done.pk]


def test_a_job_of_a_later_version_fails_and_says_which(db):
    job = Job.objects.create(kind="nowhere")
    run_next()
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "nowhere" in job.error
