from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import tantivy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.api import search_in
from search.backend import IndexMissing
from search.documents import IndexDocument
from search.embedded import generations
from search.embedded.engine import EmbeddedIndex
from search.query.parser import parse
from tests.search.backend_cases import CASES, Case, titles
from tests.search.conftest import documents, put
from tests.search.pages import PAGES, make_page

GOLD, SILVER = documents(PAGES[-2:])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_the_embedded_engine_does_what_every_engine_does(embedded: EmbeddedIndex, case: Case) -> None:
    case(embedded)


# --- Anything may be typed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    ["((((", "**", "a" * 10_000, "gold " * 3_000, "\x00\x01\x1b[0m", '"', '"""', "gold AND", "title:gold", "go~2 ^",
     "[a TO b]", "OR OR OR", "-", "--gold", "/.*/", "\\", "\ud83d gold", "☃", "a:b:c", "' OR 1=1 --"],
)  # fmt: skip
def test_nothing_typed_is_an_error(embedded: EmbeddedIndex, typed: str) -> None:
    found = search_in(embedded, typed)
    assert found.hits or found.note or found.total == 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(typed=st.text(alphabet=st.one_of(st.characters(), st.sampled_from('"-*() OReioua')), max_size=100))
def test_no_text_is_an_error(embedded: EmbeddedIndex, typed: str) -> None:
    found = search_in(embedded, typed)
    assert len(found.hits) <= found.total


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(title=st.text(alphabet=st.characters(categories=["L", "M", "N", "P", "Zs"]), min_size=1, max_size=40))
def test_any_title_can_be_indexed_and_found_by_typing_it(tmp_path: Path, title: str) -> None:
    title = title.replace("_", " ").strip() or "Blank"
    index = EmbeddedIndex(tmp_path, "any")
    put(index, [IndexDocument(title, (), (), ()), GOLD], (generations.current(index.root) or 0) + 1)
    query = parse(title)
    if query.clauses and query.title:
        assert title in [hit.title for hit in search_in(index, title).hits]


# --- One index takes the place of another ----------------------------------------------------------------------------


def test_a_new_index_is_searched_at_once(embedded: EmbeddedIndex) -> None:
    assert titles(embedded, "metal coins") == ["Silver"]
    put(embedded, [GOLD], 2)
    assert titles(embedded, "metal") == ["Gold"]
    assert embedded.check() == 2


def test_another_process_searches_the_new_index_without_a_restart(embedded: EmbeddedIndex) -> None:
    reader = (
        "import sys; from pathlib import Path; import django; django.setup()\n"
        "from search.embedded.engine import EmbeddedIndex; from search.query.parser import parse\n"
        "for line in sys.stdin:\n"
        "    found = EmbeddedIndex(Path(sys.argv[1]), 'small').search(parse(line), 0, 10)\n"
        "    print(','.join(sorted(hit.title for hit in found.hits)), flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", reader, str(embedded.base)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    with process:
        assert process.stdin and process.stdout
        for generation, pages, expected in [
            (2, [GOLD], "Gold"),
            (3, [SILVER], "Silver"),
            (4, [GOLD, SILVER], "Gold,Silver"),
        ]:
            put(embedded, pages, generation)
            process.stdin.write("metal\n")
            process.stdin.flush()
            assert process.stdout.readline().strip() == expected
        process.stdin.close()


def test_readers_never_notice_that_indexes_are_replaced(embedded: EmbeddedIndex) -> None:
    found: list[int] = []

    def read() -> None:
        for _ in range(150):
            found.append(search_in(embedded, "curie").total)

    with ThreadPoolExecutor(4) as threads:
        readers = [threads.submit(read) for _ in range(4)]
        for generation in range(2, 8):
            put(embedded, documents(), generation)
        for reader in readers:
            reader.result()
    assert set(found) == {4}


def test_a_search_that_has_begun_keeps_its_index(embedded: EmbeddedIndex) -> None:
    searcher = embedded._open().pages
    for generation in (2, 3, 4):
        put(embedded, [GOLD], generation)
    assert searcher.num_docs == len(PAGES)
    assert searcher.doc(searcher.search(tantivy.Query.all_query(), 20).hits[-1][1])["page"]


def test_the_index_before_the_one_in_use_stays(embedded: EmbeddedIndex) -> None:
    for generation in (2, 3, 4):
        put(embedded, [GOLD], generation)
    assert sorted(path.name for path in embedded.root.iterdir() if path.is_dir()) == ["3", "4"]


def test_a_reader_that_comes_too_late_takes_the_newer_index(
    embedded: EmbeddedIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(embedded, [GOLD], 5)
    generations.remove_old(embedded.root)
    monkeypatch.setattr("search.embedded.engine._opened", {})
    seen = iter([0])  # the pointer as it was when we looked; after that as it is
    monkeypatch.setattr(generations, "current", lambda root: next(seen, 5))
    assert titles(embedded, "metal") == ["Gold"]


def test_an_interrupted_build_changes_nothing(embedded: EmbeddedIndex) -> None:
    def interrupted() -> Iterator[IndexDocument]:
        yield GOLD
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put(embedded, interrupted(), 2)
    assert titles(embedded, "metal coins") == ["Silver"]
    assert [path.name for path in embedded.root.iterdir() if path.is_dir()] == ["1"]


def test_what_a_killed_build_left_is_cleared_away(embedded: EmbeddedIndex) -> None:
    left = generations.folder(embedded.root, 99)
    left.mkdir()
    (left / "half.store").write_bytes(b"half")
    put(embedded, [GOLD], 100)
    assert not left.exists()
    assert titles(embedded, "metal") == ["Gold"]


def test_deleting_leaves_nothing(embedded: EmbeddedIndex) -> None:
    search_in(embedded, "gold")
    embedded.delete()
    embedded.delete()
    assert not embedded.root.exists()
    with pytest.raises(IndexMissing):
        search_in(embedded, "gold")


# --- An index that cannot be used ------------------------------------------------------------------------------------


def test_a_missing_index_names_the_command_that_makes_it(tmp_path: Path) -> None:
    with pytest.raises(IndexMissing, match=r"python manage\.py build_index --corpus none"):
        search_in(EmbeddedIndex(tmp_path, "none"), "gold")


@pytest.mark.parametrize(("key", "value"), [("engine_version", "0.1.0"), ("schema_version", 0), ("engine", "sqlite")])
def test_an_index_of_another_version_is_refused(embedded: EmbeddedIndex, key: str, value: object) -> None:
    meta = generations.folder(embedded.root, 1) / generations.META
    meta.write_text(json.dumps({**json.loads(meta.read_text()), key: value}))
    with pytest.raises(IndexMissing, match="another version"):
        search_in(embedded, "gold")


def _meta_gone(folder: Path) -> None:
    (folder / generations.META).unlink()


def _meta_cut(folder: Path) -> None:
    (folder / generations.META).write_text('{"engine": ')


def _file_gone(folder: Path) -> None:
    next(folder.glob("*.store")).unlink()


def _file_cut(folder: Path) -> None:
    file = next(folder.glob("*.term"))
    file.write_bytes(file.read_bytes()[:10])


def _own_meta_scrambled(folder: Path) -> None:
    file = folder / "meta.json"
    file.write_bytes(b"x" * file.stat().st_size)


def _folder_gone(folder: Path) -> None:
    shutil.rmtree(folder)


def _pointer_scrambled(folder: Path) -> None:
    (folder.parent / generations.POINTER).write_text("not a number")


@pytest.mark.parametrize(
    "harm",
    [_meta_gone, _meta_cut, _file_gone, _file_cut, _own_meta_scrambled, _folder_gone, _pointer_scrambled],
    ids=lambda harm: harm.__name__.strip("_"),
)
def test_a_damaged_index_is_reported_with_the_remedy(embedded: EmbeddedIndex, harm: object) -> None:
    assert callable(harm)
    harm(generations.folder(embedded.root, 1))
    with pytest.raises(IndexMissing, match="build_index --corpus small"):
        search_in(embedded, "gold")


def test_flipped_bytes_are_reported_and_end_no_process(
    embedded: EmbeddedIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(7)
    everything = generations.folder(embedded.root, 1).rglob("*")
    files = [path for path in everything if path.is_file() and path.suffix not in (".json", ".lock")]
    for _ in range(60):
        file = chance.choice(files)
        whole = file.read_bytes()
        harmed = bytearray(whole)
        harmed[chance.randrange(len(harmed))] ^= chance.randrange(1, 256)
        _replace(file, bytes(harmed))
        monkeypatch.setattr("search.embedded.engine._opened", {})
        with contextlib.suppress(IndexMissing):
            search_in(embedded, 'curie metal OR prize "nobel prize"')
        _replace(file, whole)


def _replace(file: Path, content: bytes) -> None:
    """As a new file: one that is mapped must not change its length."""
    file.unlink()
    file.write_bytes(content)


@pytest.mark.parametrize("slug", ["../other", "a/b", "", "."])
def test_a_name_that_is_no_slug_reaches_no_file(tmp_path: Path, slug: str) -> None:
    with pytest.raises(ValueError, match="short name"):
        EmbeddedIndex(tmp_path, slug).delete()


def test_a_page_without_text_can_be_found(tmp_path: Path) -> None:
    index = EmbeddedIndex(tmp_path, "empty")
    put(index, documents([make_page("Void")]), 1)
    (hit,) = search_in(index, "void").hits
    assert (hit.title, hit.section, hit.snippet, hit.size) == ("Void", None, (), 0)


def test_an_index_of_nothing_finds_nothing(tmp_path: Path) -> None:
    index = EmbeddedIndex(tmp_path, "nothing")
    assert put(index, [], 1) == 0
    assert search_in(index, "gold").total == 0
