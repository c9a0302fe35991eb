"""Whatever is typed, and whatever happened to the index: an answer within two seconds, and what to do."""

from __future__ import annotations

import fcntl
import shutil
import time
from datetime import timedelta

import pytest
from django.conf import settings as conf
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.models import Corpus
from corpus.store import get_page
from jobs.models import Job, JobState, JobWorker
from jobs.runner import run_next
from search.api import search, search_in, suggest
from search.backend import EngineUnavailable, IndexMissing
from search.embedded.engine import EmbeddedIndex
from search.indexing.job import rebuilding, request_build

SECONDS = 2.0
PIECES = ['"', "-", "!", "*", "?", "~", "~2", " OR ", " ", "(", ")", ":", "|", "intitle:", "incategory:", "linksto:",
          "prefix:", "gold", "curie", "met", "nobel prize", "é", "\x00", "\ud800", "🦆", "北京"]  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(typed=st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=25).map("".join))
def test_any_mixture_of_signs_is_answered(embedded: EmbeddedIndex, typed: str) -> None:
    found = search_in(embedded, typed)
    assert len(found.hits) <= found.total
    assert found.total or found.note or found.hits == ()


@pytest.mark.parametrize(
    "typed",
    ["gold " * 2_000, "x" * 10_000, "a* " * 3_000, "abc* " * 2_000, "abcd~2 " * 1_400, '"' * 10_000, "(" * 10_000,
     "-gold " * 1_600, " OR ".join(["gold"] * 1_500), "\x00" * 10_000, "prefix:" + "a" * 9_000, "linksto:" * 1_200,
     "incategory:" + "a|" * 5_000, "***", "?*?*?*", "*a*b*c*", "a**b**c*", "prefix:", "é" * 10_000, "~" * 10_000,
     '"' + "gold " * 1_900 + '"~10', "intitle:" * 1_250],
    ids=range(22),
)  # fmt: skip
def test_long_and_nasty_queries_are_answered_in_time(wiki: Corpus, typed: str) -> None:
    started = time.process_time()
    found = search(wiki, typed)
    suggest(wiki, typed)
    assert time.process_time() - started < SECONDS
    assert len(found.hits) <= found.total


def test_a_pattern_that_fits_everything_is_answered(wiki: Corpus) -> None:
    assert search(wiki, "prefix:m").total == 4
    assert search(wiki, "metal OR cur* OR ice* OR nob* OR vig*").total > 8


def test_a_deleted_index_is_said_to_be_gone_and_pages_still_open(wiki: Corpus) -> None:
    shutil.rmtree(conf.ATTEST_DATA_DIR / "index" / "small")
    with pytest.raises(IndexMissing, match="build_index --corpus small"):
        search(wiki, "gold")
    assert suggest(wiki, "gol")[0].title == "Gold"
    assert suggest(wiki, "golx") == []  # only the full-text index knows what is near
    assert get_page(wiki, "Gold").title == "Gold"


def test_people_search_while_somebody_builds(wiki: Corpus) -> None:
    with (conf.ATTEST_DATA_DIR / "index" / "small.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert search(wiki, "gold").total


# --- A new index without asking --------------------------------------------------------------------------------------


@pytest.fixture
def worker() -> JobWorker:
    """A worker that is alive."""
    return JobWorker.objects.create(name="here", seen_at=timezone.now())


def test_a_lost_index_is_rebuilt_once_where_a_worker_is_alive(wiki: Corpus, worker: JobWorker) -> None:
    shutil.rmtree(conf.ATTEST_DATA_DIR / "index" / "small")
    for _ in range(3):
        with pytest.raises(IndexMissing, match="is being built; until then pages can be opened by title"):
            search(wiki, "gold")
    job = Job.objects.get()
    run_next()
    job.refresh_from_db()
    assert (job.state, job.result) == (JobState.DONE, {"pages": wiki.pages.count()})
    assert search(wiki, "gold").total
    assert request_build(wiki.pk)  # whatever is wrong with it: not again at once
    assert Job.objects.count() == 1


def test_without_a_worker_the_command_is_named(wiki: Corpus, worker: JobWorker) -> None:
    JobWorker.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    shutil.rmtree(conf.ATTEST_DATA_DIR / "index" / "small")
    with pytest.raises(IndexMissing, match="Run: python manage.py build_index") as caught:
        search(wiki, "gold")
    assert "being built" not in str(caught.value)
    assert not Job.objects.exists()


def test_an_engine_that_is_only_away_needs_no_new_index(wiki: Corpus, worker: JobWorker) -> None:
    missing = EngineUnavailable("small", "It does not answer.", "Wait.")
    assert rebuilding(wiki, missing) is missing
    assert not Job.objects.exists()
