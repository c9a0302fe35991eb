"""An import that begins while a job in another process is writing waits for it, and loses nothing."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection

from annotation.models import Claim, Highlight, HighlightSample, Project
from annotation.workflows.claim_generation.sampling import job as sampling
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from jobs.models import Job, JobState
from tests.importing.bringing import bring, row, write
from tests.jobs.worker_process import wait_for, worker

# PostgreSQL locks rows.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
PAGES = 600


@pytest.fixture
def clubs(project: Project) -> Project:
    Project.objects.update(highlight_settings={"tables": 0})
    text = "The club won all of its matches. " * 5
    built = [build_page(f"Club {n}", text).page for n in range(PAGES)]
    save_pages(project.corpus, [PageRecord(page, revision=n) for n, page in enumerate(built) if page is not None])
    return Project.objects.get(pk=project.pk)


def is_locked() -> bool:
    """Whether another process is writing at the moment."""
    with connection.cursor() as cursor:
        try:
            cursor.execute("BEGIN IMMEDIATE")
        except OperationalError:
            return True
        cursor.execute("ROLLBACK")
        return False


def import_a_data_set(folder: Path) -> None:
    code, said = bring(write(folder / "train.jsonl", [row(1), row(2)]))
    assert code == 0, said


def import_claims(folder: Path) -> None:
    path = folder / "claims.txt"
    path.write_text("Rey Ling won a race.\nRey Ling lost a race.\n", encoding="utf-8")
    call_command("import_claims", str(path), "--project", "harbour")


@pytest.mark.parametrize("imported", [import_a_data_set, import_claims])
def test_an_import_waits_for_a_job_of_another_process(clubs, manager, tmp_path, monkeypatch, caplog, imported):
    job = sampling.ask(project=clubs, asked_by=manager, size=PAGES, seed=3, titles=None, after=None)
    # A site waits 20 s before it tries again.
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.02)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 20")
    with worker() as process:

        def is_stopped_while_it_stores() -> bool:
            """Its progress takes a moment to store; the highlights take longer than two attempts."""
            if not (is_locked() and is_locked()):
                return False
            process.send_signal(signal.SIGSTOP)  # so that it surely writes when the import begins
            if is_locked() and not HighlightSample.objects.exists():
                return True
            process.send_signal(signal.SIGCONT)
            return False

        wait_for(is_stopped_while_it_stores)
        going_on = threading.Timer(1, process.send_signal, [signal.SIGCONT])
        going_on.start()
        imported(tmp_path)
        going_on.join()
        wait_for(lambda: Job.objects.get(pk=job.pk).state == JobState.DONE)
    assert "Another program is writing" in caplog.text
    assert Claim.objects.count() == 2 and Highlight.objects.filter(project=clubs).count() == PAGES
