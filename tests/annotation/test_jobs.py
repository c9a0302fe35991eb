"""The job table: long work is done once, by one worker, whoever is killed in the middle of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from annotation.errors import AnnotationError
from annotation.models import Highlight, HighlightSample, Project, Task
from annotation.workflows.claim_generation.sampling import job as sampling
from annotation.workflows.claim_generation.sampling.sample import sample_highlights
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from jobs import registry
from jobs.context import JobContext, LeaseLost
from jobs.enqueue import cancel, enqueue, unfinished, worker_is_alive
from jobs.models import Job, JobState, JobWorker
from jobs.runner import MOST_ATTEMPTS, claim, run_next
from search.api import index_state
from search.backend import IndexMissing
from search.indexing import rebuild

pytestmark = pytest.mark.both_databases

ROOT = Path(__file__).resolve().parent.parent.parent
Settle = Callable[[str, Callable[[JobContext], dict[str, Any]]], None]


@pytest.fixture
def function(monkeypatch: pytest.MonkeyPatch) -> Settle:
    """Adds a job function for this test."""
    return lambda kind, does: monkeypatch.setitem(registry.FUNCTIONS, kind, does)


@pytest.fixture
def clubs(project: Project) -> Project:
    """The project over twelve more pages, each with sentences to draw."""
    Project.objects.update(highlight_settings={"tables": 0})
    text = "The club won all of its matches. " * 5
    built = [build_page(f"Club {n}", text).page for n in range(12)]
    save_pages(project.corpus, [PageRecord(page, revision=n) for n, page in enumerate(built) if page is not None])
    return Project.objects.get(pk=project.pk)


@contextmanager
def worker(lease: float = 30) -> Iterator[subprocess.Popen[str]]:
    """A worker in a process of its own."""
    database = str(connection.settings_dict["NAME"])
    command = [sys.executable, "-m", "tests.annotation.job_worker", database, str(lease)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for(holds: Callable[[], bool], patience: float = 60) -> None:
    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline, [(job, job.error) for job in Job.objects.all()]
        time.sleep(0.05)


# --- One after the other ---------------------------------------------------------------------------------------------


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


def test_a_job_that_fails_says_why_and_the_next_one_goes_on(project, function):
    def wrong(context: JobContext) -> dict[str, Any]:
        raise AnnotationError("wrong", "There is no such file.")

    def broken(context: JobContext) -> dict[str, Any]:
        raise ZeroDivisionError("by nothing")

    function("wrong", wrong)
    function("broken", broken)
    jobs = [enqueue(kind) for kind in ("wrong", "broken", "nowhere")]
    errors = [run_next().error for _job in jobs]
    assert errors == [
        "There is no such file.",
        "ZeroDivisionError: by nothing",
        "This version of Attest has no such job.",
    ]
    assert set(Job.objects.values_list("state", flat=True)) == {JobState.FAILED}


def test_progress_is_seen_while_the_job_runs(project, function):
    seen: list[tuple[int, int, str]] = []

    def count(context: JobContext) -> dict[str, Any]:
        context.progress(3, 9, "pages")
        seen.append(Job.objects.values_list("done", "total", "words").get())
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
        context.is_to_end = True
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
    for _ in range(MOST_ATTEMPTS):
        assert claim() is not None
        Job.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert claim() is None
    job = Job.objects.get()
    assert job.state == JobState.FAILED
    assert "3 times" in job.error


# --- Drawing ---------------------------------------------------------------------------------------------------------


def ask(project: Project, manager: Any, **changes: Any) -> Job:
    asked = {"size": 6, "seed": 3, "titles": None, "after": None} | changes
    return sampling.ask(project=project, asked_by=manager, **asked)


def test_a_draw_as_a_job_is_the_one_that_the_command_draws(clubs, manager):
    expected = sample_highlights(project=clubs, size=6, seed=3, only_try=True).report.to_json()
    job = ask(clubs, manager)
    run_next()
    job.refresh_from_db()
    sample = HighlightSample.objects.get()
    assert job.result == {"sample": sample.pk, "drawn": 6, "unknown": [], "used": []}
    assert sample.report == json.loads(json.dumps(expected))
    assert (sample.drawn_by, sample.titles, sample.job) == (manager, None, job)
    assert Task.objects.count() == Highlight.objects.count() == 6


def test_a_draw_keeps_the_list_of_pages_it_was_made_from(clubs, manager):
    job = ask(clubs, manager, titles=["Club 3", "club_4", "Nowhere"])
    run_next()
    job.refresh_from_db()
    assert HighlightSample.objects.get().titles == ["Club 3", "club_4", "Nowhere"]
    assert (job.result or {})["unknown"] == ["Nowhere"]


def test_nobody_asks_for_a_second_draw_while_one_is_being_made(clubs, manager):
    ask(clubs, manager)
    with pytest.raises(sampling.DrawnMeanwhile):
        ask(clubs, manager, seed=4)
    run_next()
    with pytest.raises(sampling.DrawnMeanwhile):
        ask(clubs, manager, seed=4)
    assert ask(clubs, manager, seed=4, after=HighlightSample.objects.get().pk)


def test_a_draw_that_another_one_overtakes_is_drawn_again_from_what_is_left(clubs, manager):
    def overtake(drawn: int, wanted: int) -> None:
        if not HighlightSample.objects.exists():
            sample_highlights(project=clubs, size=5, seed=8)

    sample_highlights(project=clubs, size=5, seed=3, progress=overtake)
    assert [sample.highlights.count() for sample in HighlightSample.objects.order_by("pk")] == [5, 5]
    assert Highlight.objects.values("page_title").distinct().count() == 10


def test_a_stopped_draw_leaves_nothing(clubs, manager, monkeypatch):
    job = ask(clubs, manager)
    whole = sampling.sample_highlights

    def stop_before_storing(**options: Any) -> Any:
        cancel(job)
        options["progress"] = lambda drawn, wanted: None
        return whole(**options)

    monkeypatch.setattr(sampling, "sample_highlights", stop_before_storing)
    run_next()
    assert Job.objects.get().state == JobState.STOPPED
    assert (Highlight.objects.count(), HighlightSample.objects.count(), Task.objects.count()) == (0, 0, 0)


# --- Killed workers --------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_killed_workers_job_is_taken_up_again_once(transactional_db, project, tmp_path):
    log = tmp_path / "log"
    job = enqueue("slow", project=project, arguments={"total": 20, "log": str(log)})
    with worker(lease=2) as first:
        wait_for(lambda: Job.objects.get().done > 3)
        first.send_signal(signal.SIGKILL)
        first.wait()
        with worker(lease=2), worker(lease=2):
            wait_for(lambda: Job.objects.get().state == JobState.DONE)
    job.refresh_from_db()
    assert (job.attempt, job.result) == (2, {"counted": 20})
    assert log.read_text().splitlines() == ["began 1", "began 2", "done 2"]


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_after_it_drew_does_not_draw_twice(transactional_db, clubs, manager, tmp_path):
    log = tmp_path / "log"
    arguments = {"size": 6, "seed": 3, "titles": None, "log": str(log)}
    enqueue("stuck", project=clubs, arguments=arguments, asked_by=manager)
    with worker(lease=1) as first:
        wait_for(lambda: log.exists())
        first.send_signal(signal.SIGKILL)
        first.wait()
        with worker(lease=1):
            wait_for(lambda: Job.objects.get().state == JobState.DONE)
    sample = HighlightSample.objects.get()
    assert (Job.objects.get().result or {})["sample"] == sample.pk
    assert Task.objects.count() == 6


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_told_to_end_gives_its_job_back_at_once(transactional_db, project, tmp_path):
    enqueue("slow", arguments={"total": 600, "log": str(tmp_path / "log")})
    with worker() as process:
        wait_for(lambda: Job.objects.get().done > 0)
        assert worker_is_alive()
        process.terminate()
        assert process.wait(20) == 0
    job = Job.objects.get()
    assert (job.state, job.attempt) == (JobState.WAITING, 0)
    assert not worker_is_alive()


@pytest.mark.django_db(transaction=True)
def test_many_workers_do_each_job_once(transactional_db, project, tmp_path):
    logs = [tmp_path / f"log{n}" for n in range(12)]
    for log in logs:
        enqueue("slow", arguments={"total": 1, "log": str(log)})
    with worker(), worker(), worker():
        wait_for(lambda: not Job.objects.exclude(state=JobState.DONE).exists())
    assert [log.read_text().splitlines() for log in logs] == [["began 1", "done 1"]] * 12


# --- The search index ------------------------------------------------------------------------------------------------


@pytest.fixture
def missing(corpus):
    return IndexMissing(corpus.slug, "It was lost.")


def test_a_lost_index_is_asked_of_the_job_table_once_where_a_worker_is(corpus, missing):
    JobWorker.objects.create(name="here", seen_at=timezone.now())
    for _ in range(3):
        assert "is being made" in str(rebuild.asked_for_another(corpus, missing))
    job = Job.objects.get()
    run_next()
    job.refresh_from_db()
    assert (job.state, job.result) == (JobState.DONE, {"pages": 3})
    assert index_state(corpus).status == "fresh"
    rebuild.asked_for_another(corpus, missing)  # whatever is wrong with it: not again at once
    assert unfinished("build_index") is None


def test_without_a_worker_the_command_is_named(corpus, missing):
    JobWorker.objects.create(name="gone", seen_at=timezone.now() - timedelta(minutes=5))
    assert rebuild.asked_for_another(corpus, missing) is missing
    assert not Job.objects.exists()
