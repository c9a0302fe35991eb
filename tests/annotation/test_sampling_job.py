"""Drawing highlights as a background job."""

from __future__ import annotations

import json
import signal
from typing import Any

import pytest

from annotation.models import Highlight, HighlightSample, Project, Task
from annotation.workflows.claim_generation.sampling import job as sampling
from annotation.workflows.claim_generation.sampling.sample import sample_highlights
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from jobs.enqueue import cancel, enqueue
from jobs.models import Job, JobState
from jobs.runner import run_next
from tests.jobs import functions  # noqa: F401  registers its jobs
from tests.jobs.worker_process import wait_for, worker

pytestmark = pytest.mark.both_databases


@pytest.fixture
def clubs(project: Project) -> Project:
    """The project over twelve more pages, each with sentences to draw."""
    Project.objects.update(highlight_settings={"tables": 0})
    text = "The club won all of its matches. " * 5
    built = [build_page(f"Club {n}", text).page for n in range(12)]
    save_pages(project.corpus, [PageRecord(page, revision=n) for n, page in enumerate(built) if page is not None])
    return Project.objects.get(pk=project.pk)


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


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_after_it_drew_does_not_draw_twice(transactional_db, clubs, manager, tmp_path):
    log = tmp_path / "log"
    arguments = {"size": 6, "seed": 3, "titles": None, "log": str(log)}
    enqueue("draw_then_hang", project=clubs, arguments=arguments, asked_by=manager)
    with worker(lease=1) as first:
        wait_for(lambda: log.exists())
        first.send_signal(signal.SIGKILL)
        first.wait()
        with worker(lease=1):
            wait_for(lambda: Job.objects.get().state == JobState.DONE)
    sample = HighlightSample.objects.get()
    assert (Job.objects.get().result or {})["sample"] == sample.pk
    assert Task.objects.count() == 6
