from __future__ import annotations

import json

from corpus.store import page_text
from search.documents import document
from search.folding import fold
from search.hit_rendering import kept, title_of
from search.indexing.popularity import LinkCounts, link_hashes
from search.stemming import stem
from tests.search.pages import PAGES, make_page


def test_a_page_becomes_plain_text_by_section() -> None:
    page = document(PAGES[0], ["Madame Curie"])
    assert (page.title, page.redirects, page.headings) == ("Marie Curie", ("Madame Curie",), ("Life", "Awards"))
    assert page.introduction == (
        "Marie Curie was a physicist and chemist.",
        "She was the first woman to win a Nobel Prize.",
    )
    assert [(passage.section, passage.text) for passage in page.passages if passage.section] == [
        ("Life", "In 1895 she married Pierre Curie."),
        ("Awards", "Prizes shared and unshared"),
        ("Awards", "Year | Award"),
        ("Awards", "1903 | Nobel Prize in Physics"),
        ("Awards", "1911 | Nobel Prize in Chemistry"),
    ]


def test_every_text_is_either_introduction_or_body() -> None:
    page = document(PAGES[0])
    assert "Physics, chemistry" in page.body
    assert page.size == sum(map(len, (*page.introduction, *page.body)))


def test_blank_texts_are_left_out() -> None:
    page = document(make_page("Blank", {"rows": [["", " "], ["a", ""]]}, ["", "b"]))
    assert [passage.text for passage in page.passages] == ["a", "b"]


def test_a_page_counts_once_for_every_name_it_links_to_but_its_own(tmp_path) -> None:
    page = make_page("A", "[[B]] and [[b|again]]", {"rows": [["[[C_d|c]]"]], "caption": '[[The_"E"|e]]'}, ["[[A]]"])
    counts = LinkCounts(tmp_path)
    counts.add(link_hashes([("A", page_text(page)), ("B", page_text(make_page("B", "[[C_d]]")))]))
    counts.finish()
    assert counts.of(["A", "B", "C d", 'The "E"', "Nobody"]) == [0, 1, 2, 1, 0]
    assert counts.of([]) == []


def test_nothing_links_anywhere_in_a_corpus_without_links(tmp_path) -> None:
    counts = LinkCounts(tmp_path)
    counts.finish()
    assert counts.of(["A"]) == [0]


def test_counts_that_go_through_files_are_the_same(tmp_path, monkeypatch) -> None:
    pages = [(f"Page {i}", f'[[Common]] [[Page_{i // 3}]] [[Rare_{i}|r]] "') for i in range(2_000)]
    names = ["Common", "Nobody", *(f"Page {i}" for i in range(2_000)), *(f"Rare {i}" for i in range(2_000))]
    found = []
    for most in (10**6, 700):
        monkeypatch.setattr("search.indexing.popularity.MOST_HELD", most)
        (folder := tmp_path / str(most)).mkdir()
        counts = LinkCounts(folder)
        for start in range(0, len(pages), 100):
            counts.add(link_hashes(pages[start : start + 100]))
        counts.finish()
        found.append(counts.of(names))
        assert bool(list(folder.iterdir())) == (most == 700)
    assert found[0] == found[1]
    assert found[0][:4] == [2_000, 0, 2, 3]  # page 0 does not count its link to itself


def test_a_page_knows_whom_it_links_to_once_each() -> None:
    page = document(make_page("A", "[[B]] and [[C_d|c]]", ["[[b|again]]"]), categories=["Letters"], links_in=3)
    assert (page.links, page.categories, page.links_in) == (("B", "C d"), ("Letters",), 3)


def test_the_title_is_read_from_the_beginning_of_stored_content() -> None:
    for title in ("A", 'The "É" | of \\ Zürich', "é語😀" * 150):
        page = make_page(title, "Ärger. " * 2_000)
        stored = kept(document(page))
        assert title_of(stored) == title_of(stored.encode()) == page.title


def test_what_is_kept_of_a_page_is_the_same_for_one_who_has_folded_its_parts() -> None:
    parts = ["It's | l'", "'s", "1", ",000", "\u0301e", "\u4e2d", "Plain words", "|"]
    page = document(make_page("Parts", {"rows": [[one, other] for one in parts for other in parts]}, parts))
    assert kept(page, [[*map(fold, passage.parts)] for passage in page.passages]) == kept(page)
    lines = json.loads(kept(page))[3].split("\n")
    assert [line.split() for line in lines] == [[*map(stem, fold(passage.text).split())] for passage in page.passages]
