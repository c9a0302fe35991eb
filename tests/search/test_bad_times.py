"""Whatever is typed, and whatever happened to the index: an answer within two seconds, and what to do."""

from __future__ import annotations

import fcntl
import shutil
import time

import pytest
from django.conf import settings as conf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from corpus.models import Corpus
from corpus.store import get_page
from search.api import search, search_in, suggest
from search.backend import EngineUnavailable, IndexMissing
from search.embedded.engine import EmbeddedIndex
from search.indexing import rebuild

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
def asked(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A worker's queue; what was put into it."""
    queue: list[int] = []
    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setattr(rebuild.rebuild_index, "apply_async", lambda ids, **_options: queue.append(*ids))
    rebuild.cache.clear()
    return queue


def test_with_a_worker_a_lost_index_is_made_anew_once(wiki: Corpus, asked: list[int]) -> None:
    shutil.rmtree(conf.ATTEST_DATA_DIR / "index" / "small")
    for _ in range(3):
        with pytest.raises(IndexMissing, match="is being made; until then pages can be opened by their title"):
            search(wiki, "gold")
    assert asked == [wiki.pk]


def test_a_broker_that_is_away_leaves_the_command(
    wiki: Corpus, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_options: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(rebuild.rebuild_index, "apply_async", away)
    shutil.rmtree(conf.ATTEST_DATA_DIR / "index" / "small")
    with pytest.raises(IndexMissing, match="Run: python manage.py build_index") as caught:
        search(wiki, "gold")
    assert "being made" not in str(caught.value)


def test_an_engine_that_is_only_away_needs_no_new_index(wiki: Corpus, asked: list[int]) -> None:
    missing = EngineUnavailable("small", "It does not answer.", "Wait.")
    assert rebuild.asked_for_another(wiki, missing) is missing
    assert asked == []
