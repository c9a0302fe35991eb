"""FEVER's pages: imported as a corpus, shown in readable form, and exported byte for byte."""

from __future__ import annotations

import gzip
import json
import sqlite3
import zipfile
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from annotation.evidence.excerpts import excerpts
from corpus.fever.readable import readable, readable_pieces
from corpus.fever.rows import BadRow, read_row, written_row
from corpus.models import Corpus, ImportFailure, ImportRun, Redirect, StoredPage
from corpus.page.links import split_links
from corpus.page.page_json import page_from_json
from corpus.page.page_text import page_text
from corpus.snapshot.counts import ELEMENT, counted
from corpus.snapshot.manifest import manifest
from corpus.snapshot.relinking import elements_in
from corpus.sources import SourceKind, kind_of, read_source
from corpus.sources import inspection as inspecting
from corpus.sources.inspection import inspect_source
from corpus.store import get_page, layout_of, stored
from frontend.reading.rendering import Rendering, inline_html
from search.api import search
from tests.corpus.fever_pages import FILES, SOUL_FOOD, fever_row, made_folder


@pytest.fixture
def typed(settings, tmp_path):
    """Runs a command and gives back what it prints."""
    settings.ATTEST_DATA_DIR = tmp_path / "var"

    def run(*words: object) -> str:
        out = StringIO()
        call_command(*map(str, words), stdout=out, stderr=StringIO())
        return out.getvalue()

    return run


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.django_db
def test_a_folder_comes_back_byte_for_byte(typed, tmp_path):
    folder = made_folder(tmp_path / "wiki-pages")
    said = typed("import_corpus", folder)
    assert "6 pages and 2 redirects in" in said and "3  page without content" in said
    run, pages = ImportRun.objects.get(), StoredPage.objects.order_by("pk")
    assert run.linked == pages.last().pk  # the second pass had nothing to read
    assert counted(run, ELEMENT) == dict(+sum((elements_in(page.data) for page in pages), Counter()))
    typed("export_corpus", tmp_path / "out", "--format", "fever")
    assert contents(tmp_path / "out") == contents(folder)
    typed("export_corpus", tmp_path / "out.jsonl", "--format", "fever")
    assert (tmp_path / "out.jsonl").read_bytes() == b"".join((folder / name).read_bytes() for name in FILES)
    with pytest.raises(CommandError, match="not empty"):
        typed("export_corpus", tmp_path / "out", "--format", "fever")
    assert manifest(Corpus.objects.get())["records"] == {"left out": 3, "page": 6, "redirect": 2}
    typed("export_corpus", tmp_path / "fever.db", "--format", "fever")
    with sqlite3.connect(tmp_path / "fever.db") as database:
        rows = database.execute("SELECT id, text, lines FROM documents").fetchall()
    released = json.loads(SOUL_FOOD)
    assert len(rows) == 6 and rows[0] == (released["id"], released["text"], released["lines"])
    assert rows[2][0] == "Cafe\u0301" and "caf\u00e9" in rows[2][1]


@pytest.mark.django_db
def test_a_line_keeps_its_number_and_becomes_a_sentence_with_links(typed, tmp_path):
    typed("import_corpus", made_folder(tmp_path / "wiki-pages"))
    corpus = Corpus.objects.get()
    page, layout = get_page(corpus, "soul food movie"), layout_of(stored(corpus, "Soul Food (film)"))
    assert [each.id for each in page.elements] == ["sentence_0", "sentence_1", "sentence_3"]
    assert "a 1997 [[United_States|American]] film" in page.elements[0].text
    assert "by [[Fox_2000_Pictures|Fox 2000 Pictures]] ." in page.elements[0].text
    assert "did n't [[It_(pronoun)|it]] ?" in page.elements[1].text
    assert layout.paragraphs == ("sentence_0", "sentence_3")
    assert layout.fever["empty"] == [2, 4] and list(layout.fever["tails"]) == ["1"]
    assert [each.id for each in get_page(corpus, "Gaps").elements] == ["sentence_1", "sentence_4"]
    assert get_page(corpus, "Gaps").elements[1].text == "[[Four_(number)|Four]] ."
    assert get_page(corpus, 'AC/DC : "Live"').title == get_page(corpus, 'AC/DC_:_"Live"').title
    assert Redirect.objects.get(title="Cafe\u0301s").fragment == "Rooms"
    for row in StoredPage.objects.all():  # the contract of page JSON
        assert page_text(page_from_json(json.loads(row.data))) == row.data


@pytest.mark.django_db
def test_readers_cards_and_snippets_show_readable_text(typed, tmp_path):
    typed("import_corpus", made_folder(tmp_path / "wiki-pages"))
    corpus = Corpus.objects.get()
    typed("build_index")
    page, layout = get_page(corpus, "Soul Food (film)"), layout_of(stored(corpus, "Soul Food (film)"))
    rendering = Rendering(page.title, "/wiki/", linked={"Fox 2000 Pictures"}, layout=layout)
    first = inline_html(page.elements[0].text, rendering, "sentence_0")
    link = '<a href="/wiki/?title=Fox+2000+Pictures" data-title="Fox 2000 Pictures">Fox 2000 Pictures</a>'
    assert "a 1997 American film (comedy-drama) produced by “Edmonds” and" in first and first.endswith(f"{link}.")
    cards, unknown = excerpts(corpus, ["Soul Food (film)_sentence_1", "Soul Food (film)_sentence_2"])
    assert cards[0]["text"] == "It ran from 1985–86, didn't it?" and unknown == ["Soul Food (film)_sentence_2"]
    hit = search(corpus, "edmonds comedy-drama").hits[0]
    assert "(comedy-drama) produced by “Edmonds”" in "".join(each.text for each in hit.snippet)


def packed(folder: Path, target: Path) -> Path:
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("__MACOSX/wiki-pages/._wiki-001.jsonl", b"\0")
        for name in sorted(FILES):
            archive.write(folder / name, f"wiki-pages/{name}")
    return target


def test_a_source_is_known_by_its_content_whatever_it_is_packed_in(tmp_path, monkeypatch):
    folder = made_folder(tmp_path / "wiki-pages")
    rows = list(read_source(folder))
    for name in FILES:
        (folder / f"{name}.gz").write_bytes(gzip.compress((folder / name).read_bytes()))
        (folder / name).unlink()
    archive = packed(made_folder(tmp_path / "again"), tmp_path / "wiki-pages.zip")
    assert list(read_source(folder)) == rows
    assert list(read_source(archive)) == rows[:-2]
    assert {kind_of(path) for path in (folder, archive, folder / "wiki-001.jsonl.gz")} == {SourceKind.FEVER_PAGES}
    assert kind_of(folder / "redirects.txt") == SourceKind.FEVER_REDIRECTS
    monkeypatch.setattr(inspecting, "LARGEST", 1_000)  # of a page, not of a file of many
    seen = [inspect_source(path) for path in (archive, folder)]
    assert [(each.pages, each.titles[0]) for each in seen] == [(9, "Soul Food (film)")] * 2
    assert inspect_source(folder / "redirects.txt").pages == 2


@pytest.mark.django_db
def test_any_corpus_is_written_by_its_introductions(typed, tmp_path):
    (tmp_path / "ports").mkdir()
    text = "{{About|a port}}\nOne [[Elmstad]] (port). Two.\n{| class=wikitable\n|-\n| a || b\n|}\n==More==\nThree."
    (tmp_path / "ports" / "Anna_Berg_(port).wiki").write_text(text)
    (tmp_path / "ports" / "Elmstad.wiki").write_text("A town.")
    typed("import_corpus", tmp_path / "ports")
    for name, words in (("intro.jsonl", []), ("whole.jsonl", ["--whole-pages"])):
        typed("export_corpus", tmp_path / name, "--format", "fever", *words)
    introduction, whole = ((tmp_path / name).read_text().splitlines() for name in ("intro.jsonl", "whole.jsonl"))
    row = json.loads(introduction[0])
    assert row["id"] == "Anna_Berg_-LRB-port-RRB-" and row["text"].endswith("One Elmstad (port). Two.")
    assert row["lines"].splitlines()[1:] == ["1\tOne Elmstad (port).\tElmstad\tElmstad", "2\tTwo."]
    assert json.loads(whole[0])["lines"].splitlines()[3:] == ["3\tThree."]
    (tmp_path / "wiki-pages").mkdir()
    (tmp_path / "wiki-pages" / "wiki-001.jsonl").write_bytes((tmp_path / "intro.jsonl").read_bytes())
    typed("import_corpus", tmp_path / "wiki-pages")
    again = get_page(Corpus.objects.get(slug="wiki-pages"), "Anna Berg (port)")
    assert again.elements == get_page(Corpus.objects.get(slug="ports"), "Anna Berg (port)").elements[:3]


@pytest.mark.django_db
def test_bad_rows_are_named_by_file_line_and_remedy_and_the_others_come_in(typed, tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    rows = [
        (None, fever_row("Good", ("One .", "Two .\tTwo\tTwo (number)"))),
        ("want an object with id, text and lines", json.dumps({"id": "No_lines", "text": "x"})),
        ("not JSON", '{"id": "Cut", "text": "a'),
        ("index 0 stands behind 2", json.dumps({"id": "Disordered", "text": "", "lines": "2\tb .\n0\ta ."})),
        ("index 1 stands there twice", json.dumps({"id": "Twice", "text": "", "lines": "1\tb .\n1\ta ."})),
        ("begins with no index", json.dumps({"id": "Unnumbered", "text": "", "lines": "a ."})),
        ("id: names no page", fever_row("_", ("a .",))),
        ("no title that can be looked up", fever_row("C#", ("a .",))),
        ("came before", fever_row("Caf\u00e9", ("a .",))),
        ("line 0: anchor without entity", fever_row("Kept", ("a pair .\ta\tA\tpair",))),
        ("longer than 512", fever_row("x" * 513, ("a .",))),
        ("cannot be stored", '{"id": "Nul", "text": "", "lines": "0\\ta\\u0000"}'),
    ]
    lines = [fever_row("Cafe\u0301", ("a .",)), *(row for _, row in rows)]
    (folder / "wiki-001.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "redirect.txt").write_text("A\tB\nB\tC#x\nC\tA\nD\tA\nKeep\tKept\nno tab\nE\tE\n", encoding="utf-8")
    with pytest.raises(CommandError, match="14 pages could not be read"):
        typed("import_corpus", folder)
    found = {each.place: each for each in ImportFailure.objects.all()}
    for number, (problem, _) in enumerate(rows, start=2):
        place = f"wiki-001.jsonl:{number}"
        assert (place in found) == (problem is not None)
        assert problem is None or (problem in found[place].reason and found[place].remedy)
    circle = [found[f"redirect.txt:{line}"].reason for line in (1, 2, 3)]
    assert circle == ["the redirects go round in a circle: A → B → C → A"] * 3
    assert "redirect.txt:4" not in found and "not a title" in found["redirect.txt:6"].reason
    corpus = Corpus.objects.get()
    assert {*corpus.pages.values_list("title", flat=True)} == {"Good", "Kept", "Cafe\u0301"}
    assert get_page(corpus, "Keep").elements[0].text == "[[A|a]] pair ."
    assert layout_of(stored(corpus, "Kept")).fever["tails"] == {"0": "a\tA\tpair"}


@pytest.mark.parametrize(
    "lines",
    [
        "0\ta b [c] .\ta\tA_x\tb\tB",  # brackets that would be read as links, an entity in FEVER's spelling
        "0\tb party art .\tart\tArt (x)\tparty\tParty\tzz\tZ",  # out of order, and one that is not there
        "0\tparty .\tart\tArt\tparty\tParty [x]",  # within a word, and a target that no link can hold
        "0\tnew York City .\tYork City\tNYC\tnew York\tNY",  # one across another
        "0\ta\n2 b\n\tc\td",  # a line that is broken
        "0\t a .\t\n01\tb\n7",
        "0\ta\n",
    ],
)
@pytest.mark.parametrize("text", [None, "Other words ."])
def test_a_row_is_written_again_however_it_is_written(lines, text):
    words = " ".join(line.split("\t")[1] if "\t" in line else "" for line in lines.split("\n"))
    for raw in (
        json.dumps({"id": "A", "text": text or words, "lines": lines}),
        json.dumps({"id": "A(b)", "lines": lines, "text": text or words}) + "\r",
        json.dumps({"id": "Cafe\u0301", "text": text or words, "lines": f"{lines}\u00e9"}, ensure_ascii=False),
    ):
        page = read_row(raw)
        assert page is not None and written_row(json.loads(page.data), page.origin) == raw
        read = page_from_json(json.loads(page.data))
        assert page_text(read) == page.data and page.title == read.title


def test_unsorted_anchors_are_links_where_they_stand():
    page = read_row(fever_row("A", ("b party art .\tart\tArt (x)\tparty\tParty\tzz\tZ",)))
    assert page is not None and json.loads(page.data)["sentence_0"] == "b [[Party|party]] [[Art_(x)|art]] ."
    with pytest.raises(BadRow, match="lines: index 0"):
        read_row(json.dumps({"id": "A", "text": "", "lines": "1\ta\n0\tb"}))


@pytest.mark.parametrize(
    ("tokens", "shown"),
    [
        ("the football -LRB- soccer -RRB- events of 1928 .", "the football (soccer) events of 1928."),
        ("the 1985 -- 86 season -- a `` first '' , -LSB- x -RSB- ;", "the 1985–86 season – a “first”, [x];"),
        (
            "the Rockets ' team did n't say it 's AC\\/DC ... or ` so '",
            "the Rockets' team didn't say it's AC/DC... or ‘so'",
        ),
        ("$ 5 or 12 % : Is it ?", "$5 or 12%: Is it?"),
        ("a.b -- c , 3.5 'til x", "a.b – c, 3.5 'til x"),
    ],
)
def test_tokens_are_shown_as_people_read_them(tokens, shown):
    assert readable(tokens) == shown
    assert "".join(text for text, _ in readable_pieces([(each, None) for each in tokens.partition(" -- ")])) == shown


@given(
    st.lists(st.sampled_from(["-LRB-", "-RRB-", " ", "``", "''", "'", " , ", ".", "a", "5", " -- ", "$ "])), st.data()
)
def test_pieces_cut_anywhere_read_as_the_whole(tokens, data):
    text = "".join(tokens)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=4)))
    pieces = [(text[start:stop], None) for start, stop in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert "".join(shown for shown, _ in readable_pieces(pieces)) == readable(text)


def test_links_stay_links_in_readable_text():
    found = readable_pieces(split_links("in [[Ulm]] , -LRB- [[Germany|West Germany]] -RRB- [[`|`]] ."))
    assert found == [
        ("in ", None),
        ("Ulm", "Ulm"),
        (", (", None),
        ("West Germany", "Germany"),
        (") ", None),
        ("‘", "`"),
        (".", None),
    ]


def test_every_page_that_dev_rows_cite_can_be_named(shared_data):
    """The spelling of FEVER's evidence and of its pages is one."""
    rows = [
        json.loads(line) for line in (shared_data / "fever/dev_rows.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    names = {part[2] for row in rows for one in row["evidence"] for part in one if part[2]}
    pages = [read_row(fever_row(name, ("a .",))) for name in sorted(names)]
    assert len(names) == 1113 and all(page is not None and not page.origin.get("row") for page in pages)
