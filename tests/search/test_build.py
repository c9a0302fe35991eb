from __future__ import annotations

import fcntl
import io
import json
import shutil
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import pytest
from django.conf import settings as conf
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from pytest_django import Settings

from corpus.models import Corpus, Redirect, StoredPage
from corpus.page.elements import Layout
from corpus.store import PageRecord, RedirectRecord, save_pages, save_redirects
from search.api import index_state, search, suggest
from search.backend import IndexMissing
from search.checks import engine_is_known, index_can_be_written
from search.embedded import engine
from search.engines import get_backend
from search.examples import examples
from search.indexing.build import BuildInProgress, build_index
from search.management.commands.build_index import Command as BuildIndex
from search.models import CrowdedPrefix, IndexedName, IndexState, TitleKey
from tests.conftest import ROOT
from tests.search.conftest import MakeCorpus
from tests.search.pages import PAGES, REDIRECTS, make_page
from tests.servers.process import django_environment

pytestmark = pytest.mark.both_databases

GOLDEN = Path(__file__).parent.parent / "contracts" / "hit.json"


def test_search_answers_in_the_shape_that_was_agreed(wiki: Corpus) -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert golden["suggestions"] == [asdict(found) for found in suggest(wiki, golden["typed"])]
    assert golden["results"] == json.loads(json.dumps(asdict(search(wiki, golden["query"]))))


# --- Fresh, stale, missing -------------------------------------------------------------------------------------------


def test_a_corpus_without_an_index_is_missing_one(make_corpus: MakeCorpus) -> None:
    corpus = make_corpus(PAGES)
    report = index_state(corpus)
    assert report.status == "missing"
    assert report.sentence.endswith("Run: python manage.py build_index --corpus small")
    with pytest.raises(IndexMissing):
        search(corpus, "gold")


def test_a_built_index_is_fresh(wiki: Corpus) -> None:
    assert index_state(wiki).status == "fresh"
    assert f"all {len(PAGES)} pages" in index_state(wiki).sentence


def _page_added(corpus: Corpus) -> None:
    save_pages(corpus, [PageRecord(make_page("Tin", "Tin is a metal."))])


def _page_changed(corpus: Corpus) -> None:
    save_pages(corpus, [PageRecord(make_page("Gold", "Gold is yellow."))])


def _page_removed(corpus: Corpus) -> None:
    StoredPage.objects.filter(corpus=corpus, title="Gold").delete()


def _redirect_changed(corpus: Corpus) -> None:
    save_redirects(corpus, [RedirectRecord("Quicksilver", "Silver")])


def _redirect_removed(corpus: Corpus) -> None:
    Redirect.objects.filter(corpus=corpus, title="Quicksilver").delete()


@pytest.mark.parametrize(
    "change",
    [_page_added, _page_changed, _page_removed, _redirect_changed, _redirect_removed],
    ids=lambda change: change.__name__.strip("_"),
)
def test_any_change_of_the_corpus_makes_the_index_stale(wiki: Corpus, change) -> None:
    change(wiki)
    assert index_state(wiki).status == "stale"
    assert not build_index(wiki).skipped
    assert index_state(wiki).status == "fresh"


def test_a_lost_data_folder_makes_the_index_missing(wiki: Corpus) -> None:
    shutil.rmtree(conf.ATTEST_DATA_DIR / "index")
    assert index_state(wiki).status == "missing"
    build_index(wiki)
    assert search(wiki, "gold").total


def test_a_corpus_does_not_inherit_the_index_of_one_it_is_named_like(wiki: Corpus, make_corpus: MakeCorpus) -> None:
    wiki.delete()
    again = make_corpus([make_page("Tin", "Tin is a metal.")])
    assert index_state(again).status == "missing"
    with pytest.raises(IndexMissing):
        search(again, "gold")
    build_index(again)
    assert [hit.title for hit in search(again, "metal").hits] == ["Tin"]


# --- Building --------------------------------------------------------------------------------------------------------


def test_what_is_up_to_date_is_not_built_again(wiki: Corpus) -> None:
    generation = IndexState.objects.get(corpus=wiki).generation
    assert build_index(wiki).skipped
    assert IndexState.objects.get(corpus=wiki).generation == generation
    assert not build_index(wiki, force=True).skipped
    assert IndexState.objects.get(corpus=wiki).generation > generation


def test_only_the_rows_of_the_last_build_stay(wiki: Corpus) -> None:
    keys = TitleKey.objects.count()
    TitleKey.objects.create(corpus=wiki, generation=5, key=b"ghost", place=0, title="Ghost", rank=0)
    CrowdedPrefix.objects.create(corpus=wiki, generation=5, place=0, prefix=b"g", best=[])
    assert suggest(wiki, "ghost") == []  # an interrupted build's keys count for nothing
    build_index(wiki, force=True)
    assert TitleKey.objects.count() == keys
    assert CrowdedPrefix.objects.count() == 0


def test_a_failed_build_leaves_the_old_index_in_use(wiki: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    _page_added(wiki)

    def fail(*_args: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr("search.titles.keys.write_crowded", fail)
        with pytest.raises(OSError, match="disk full"):
            build_index(wiki, force=True)
    assert suggest(wiki, "gold")[0].title == "Gold"
    assert search(wiki, "gold").total == 1
    assert index_state(wiki).status == "stale"
    build_index(wiki)
    assert suggest(wiki, "tin")[0].title == "Tin"


def test_progress_is_told_page_by_page(make_corpus: MakeCorpus) -> None:
    told: list[tuple[int, int]] = []
    build_index(make_corpus(PAGES), lambda done, total: told.append((done, total)))
    assert told[-1] == (len(PAGES), len(PAGES))


def test_two_processes_do_not_build_at_once(wiki: Corpus) -> None:
    with (conf.ATTEST_DATA_DIR / "index" / "small.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(BuildInProgress):
            build_index(wiki, force=True)
    assert not build_index(wiki, force=True).skipped


def test_several_workers_build_the_same_index(wiki: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.indexing.page_source.BATCH", 3)
    queries = ("metal", "curie", "gold", "quicksilver", "linksto:Iceland", "phys*")
    one = [search(wiki, query) for query in queries], _ranked_keys()
    assert build_index(wiki, force=True, workers=2).pages == len(PAGES)
    assert ([search(wiki, query) for query in queries], _ranked_keys()) == one


def _ranked_keys() -> list[tuple[object, ...]]:
    rows = TitleKey.objects.values_list("key", "place", "title", "redirect_from", "rank")
    return sorted(((bytes(key), *rest) for key, *rest in rows), key=str)


def test_links_to_redirects_rank_the_page_and_links_to_a_redirect_its_key(make_corpus: MakeCorpus) -> None:
    pages = [
        make_page(f"Page {n}", f"See [[{name}]].") for n, name in enumerate(("Hg", "Hg", "Liquid_silver", "Mercury"))
    ]
    redirects = {"Hg": "Mercury", "Liquid silver": "Hg", "Mercury": "Venus", "Venus": "Mercury"}
    corpus = make_corpus([make_page("Mercury", "A metal."), *pages], redirects)
    build_index(corpus)
    ranks = {
        (bytes(key), name): rank for key, name, rank in TitleKey.objects.values_list("key", "redirect_from", "rank")
    }
    assert ranks[b"mercury", None] == 4
    assert (ranks[b"hg", "Hg"], ranks[b"liquid silver", "Liquid silver"]) == (2, 1)
    assert (b"mercury", "Mercury") not in ranks  # a page of that name is there


@pytest.mark.extended
@pytest.mark.django_db(transaction=True)
def test_a_build_that_is_killed_again_and_again_ends_where_one_does_that_is_not(make_corpus: MakeCorpus) -> None:
    pages = [make_page(f"Port {n}", f"Near [[Port_{n // 3}]] and [[Old_port|x]].") for n in range(3_000)]
    corpus = make_corpus(pages, {"Old port": "Port 7"})
    build_index(corpus)
    whole = _ranked_keys(), search(corpus, "near").total
    old = IndexState.objects.get(corpus=corpus).generation
    words = [sys.executable, "manage.py", "build_index", "--corpus", corpus.slug, "--force", "--workers", "2"]
    environment = django_environment(ATTEST_TEST_DATA_DIR=str(conf.ATTEST_DATA_DIR))
    for rows in (1, 2_000, 4_000):  # indexed names, and title keys beyond the 3,000 names
        process = subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        while process.poll() is None and _rows_of_others(old) < rows:
            time.sleep(0.005)
        process.kill()
        process.wait()
        assert IndexState.objects.get(corpus=corpus).generation == old
        assert search(corpus, "near").total == whole[1]
    build_index(corpus, force=True)
    assert (_ranked_keys(), search(corpus, "near").total) == whole
    left = {path.name for path in (conf.ATTEST_DATA_DIR / "index").iterdir()}
    assert left == {corpus.slug, f"{corpus.slug}.lock"}


def _rows_of_others(generation: int) -> int:
    return sum(model.objects.exclude(generation=generation).count() for model in (IndexedName, TitleKey))


def test_an_empty_corpus_can_be_built_and_searched(make_corpus: MakeCorpus) -> None:
    corpus = make_corpus()
    assert build_index(corpus).pages == 0
    assert search(corpus, "gold").total == 0
    assert suggest(corpus, "g") == []


# --- After an import -------------------------------------------------------------------------------------------------


def found(corpus: Corpus, query: str) -> set[str]:
    return {hit.title for hit in search(corpus, query).hits}


def test_only_what_changed_is_indexed_again(wiki: Corpus) -> None:
    before = IndexState.objects.get(corpus=wiki)
    save_pages(
        wiki, [PageRecord(make_page("Tin", "Tin is a metal.")), PageRecord(make_page("Gold", "Gold is yellow."))]
    )
    StoredPage.objects.filter(corpus=wiki, title="Silver").delete()
    built = build_index(wiki)
    assert (built.pages, built.changed) == (len(PAGES), 3)
    after = IndexState.objects.get(corpus=wiki)
    assert after.generation > before.generation and after.names == before.names
    assert found(wiki, "metal") >= {"Tin", "Mercury (element)"}
    assert found(wiki, "nuggets OR coins") == set()
    assert found(wiki, "gold yellow") == {"Gold"}
    assert build_index(wiki).skipped


def test_suggestions_change_with_the_pages(wiki: Corpus) -> None:
    keys = TitleKey.objects.count()
    save_pages(wiki, [PageRecord(make_page("Tin can", "Tin is a metal."))])
    StoredPage.objects.filter(corpus=wiki, title="Silver").delete()
    build_index(wiki)
    assert [one.title for one in suggest(wiki, "tin")] == ["Tin can"]
    assert [one.title for one in suggest(wiki, "can")] == ["Tin can"]
    assert suggest(wiki, "silver") == suggest(wiki, "metal coin") == []
    assert TitleKey.objects.count() == keys + 2 - 2  # "tin can" and "can"; "silver" and its redirect
    assert [one.title for one in suggest(wiki, "gold")] == ["Gold"]


def test_redirects_that_change_are_followed(wiki: Corpus) -> None:
    save_redirects(wiki, [RedirectRecord("Quicksilver", "Silver"), RedirectRecord("Ag", "Silver")])
    Redirect.objects.filter(corpus=wiki, title="Madame Curie").delete()
    built = build_index(wiki)
    assert built.changed == 3  # Mercury (element), Silver, Marie Curie
    assert found(wiki, "quicksilver") == found(wiki, "ag") == {"Silver"}
    assert found(wiki, "intitle:madame") == set()
    assert [(one.title, one.redirect_from) for one in suggest(wiki, "quick")] == [("Silver", "Quicksilver")]
    assert suggest(wiki, "madame") == []
    assert suggest(wiki, "hydrarg")[0].title == "Silver"  # a redirect to the redirect


def test_a_page_that_becomes_a_redirect_is_gone(wiki: Corpus) -> None:
    StoredPage.objects.filter(corpus=wiki, title="Gold").delete()
    save_redirects(wiki, [RedirectRecord("Gold", "Silver")])
    build_index(wiki)
    assert found(wiki, "gold") == {"Silver"}
    assert [(one.title, one.redirect_from) for one in suggest(wiki, "gold")] == [("Silver", "Gold")]


def test_updates_end_where_a_full_build_does(wiki: Corpus) -> None:
    for change in (_page_added, _page_changed, _page_removed, _redirect_changed, _redirect_removed):
        change(wiki)
        build_index(wiki)
    updated = _keys()
    names = sorted(IndexedName.objects.values_list("name", "content"))
    hits = {query: found(wiki, query) for query in ("metal", "curie", "gold", "quicksilver", "linksto:Iceland")}
    build_index(wiki, force=True)
    assert updated == _keys()
    assert names == sorted(IndexedName.objects.values_list("name", "content"))
    assert hits == {query: found(wiki, query) for query in hits}


def _keys() -> list[tuple[object, ...]]:
    rows = TitleKey.objects.values_list("key", "place", "title", "redirect_from")
    return sorted(((bytes(key), *rest) for key, *rest in rows), key=str)


def test_categories_come_from_the_corpus_and_are_no_part_of_the_hash(wiki: Corpus) -> None:
    gold = next(page for page in PAGES if page.title == "Gold")
    assert found(wiki, "incategory:Metals") == set()
    save_pages(wiki, [PageRecord(gold, layout=Layout(categories=("Precious metals", "Metals")))])
    assert index_state(wiki).status == "stale"
    assert build_index(wiki).changed == 1
    assert found(wiki, "incategory:metals") == {"Gold"}
    assert "incategory:" in {example.operator for example in examples(wiki)}


def test_many_changes_are_a_full_build(wiki: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.indexing.update.LEAST_FULL", 1)
    names = IndexState.objects.get(corpus=wiki).names
    save_pages(wiki, [PageRecord(make_page(f"Tin {i}", "Tin is a metal.")) for i in range(6)])
    assert build_index(wiki).changed == len(PAGES) + 6
    assert IndexState.objects.get(corpus=wiki).names > names


def test_a_failed_update_leaves_the_old_index_in_use(wiki: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    _page_added(wiki)

    def fail(*_args: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr("search.indexing.build.change_keys", fail)
        with pytest.raises(OSError, match="disk full"):
            build_index(wiki)
    assert search(wiki, "tin").total == 0
    assert suggest(wiki, "tin") == []
    assert index_state(wiki).status == "stale"
    assert build_index(wiki).changed == 1
    assert found(wiki, "tin") == {"Tin"}


@pytest.mark.parametrize("key", ["engine_version", "schema_version"])
def test_an_index_of_another_version_is_built_anew(wiki: Corpus, key: str) -> None:
    state = IndexState.objects.get(corpus=wiki)
    meta = conf.ATTEST_DATA_DIR / "index" / "small" / str(state.generation) / "attest.json"
    meta.write_text(json.dumps({**json.loads(meta.read_text()), key: 0}))
    engine._opened.clear()
    assert index_state(wiki).status == "missing"
    assert build_index(wiki).changed == len(PAGES)
    assert search(wiki, "gold").total


def test_links_over_a_redirect_count_as_links_to_the_page(make_corpus: MakeCorpus) -> None:
    pages = [make_page("Hg", "It is a metal like [[Quicksilver|quicksilver]]."), *PAGES]
    corpus = make_corpus(pages, REDIRECTS)
    build_index(corpus)
    assert "Hg" in found(corpus, 'linksto:"Mercury (element)"')
    assert "Hg" in found(corpus, "linksto:Hydrargyrum")
    assert found(corpus, "like linksto:Quicksilver") == {"Hg"}


# --- The command -----------------------------------------------------------------------------------------------------


def run(*arguments: str) -> list[str]:
    out = io.StringIO()
    call_command("build_index", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue().splitlines()


def test_the_command_builds_every_corpus_that_is_behind(wiki: Corpus, make_corpus: MakeCorpus) -> None:
    make_corpus([make_page("Tin", "Tin is a metal.")], slug="tin")
    small, tin = run()
    assert small == f"small: {len(PAGES)} pages, up to date"
    assert tin.startswith("tin: 1 pages, built in ")


def test_the_command_builds_one_corpus_by_force(wiki: Corpus) -> None:
    (line,) = run("--corpus", "small", "--force")
    assert line.startswith(f"small: {len(PAGES)} pages, built in ")


def test_the_command_names_the_corpora_there_are(wiki: Corpus) -> None:
    with pytest.raises(CommandError, match=r"no corpus 'nope'. Corpora: small"):
        run("--corpus", "nope")


def test_the_command_says_how_to_bring_a_corpus_in(make_corpus: MakeCorpus) -> None:
    with pytest.raises(CommandError, match="import_corpus"):
        run()


def test_the_command_fails_when_another_process_builds(wiki: Corpus, make_corpus: MakeCorpus) -> None:
    make_corpus([make_page("Tin", "Tin is a metal.")], slug="tin")
    with (conf.ATTEST_DATA_DIR / "index" / "small.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="small"):
            run()
    assert index_state(Corpus.objects.get(slug="tin")).status == "fresh"


# --- Settings --------------------------------------------------------------------------------------------------------


def test_an_address_of_elasticsearch_that_is_none_is_refused(wiki: Corpus, settings: Settings) -> None:
    settings.ELASTICSEARCH_URL = "search.example.org"
    assert [error.id for error in engine_is_known(None)] == ["search.E001"]
    assert [error.id for error in run_checks(tags=[*BuildIndex.requires_system_checks])] == ["search.E001"]
    with pytest.raises(ImproperlyConfigured, match="ELASTICSEARCH_URL"):
        get_backend(wiki)


def test_good_settings_pass_the_checks(settings: Settings, tmp_path: Path) -> None:
    settings.ELASTICSEARCH_URL = ""
    settings.ATTEST_DATA_DIR = tmp_path / "not" / "there" / "yet"
    assert engine_is_known(None) == index_can_be_written(None) == []


def test_a_data_folder_that_cannot_be_one_is_reported(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings.ATTEST_DATA_DIR = tmp_path / "file"
    assert [error.id for error in index_can_be_written(None)] == ["search.E002"]
