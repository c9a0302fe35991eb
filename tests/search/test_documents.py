from __future__ import annotations

from corpus.store import page_text
from search.documents import document
from search.indexing.popularity import LinkCounts
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


def test_a_page_counts_once_for_every_name_it_links_to_but_its_own() -> None:
    counts = LinkCounts()
    page = make_page("A", "[[B]] and [[b|again]]", {"rows": [["[[C_d|c]]"]], "caption": '[[The_"E"|e]]'}, ["[[A]]"])
    counts.add_page("A", page_text(page))
    counts.add_page("B", page_text(make_page("B", "[[C_d]]")))
    assert counts == {"B": 1, "C d": 2, 'The "E"': 1}


def test_links_to_a_page_are_those_to_its_redirects_too() -> None:
    counts = LinkCounts({"B": 1, "C d": 2, "E": 1})
    assert counts.of("B", ["E", "F"]) == 2


def test_the_rarest_names_are_forgotten_when_there_are_too_many(monkeypatch) -> None:
    monkeypatch.setattr("search.indexing.popularity.MOST_NAMES", 10)
    counts = LinkCounts()
    for i in range(30):
        counts.add_page(f"Page {i}", page_text(make_page(f"Page {i}", f"[[Common]] and [[Rare_{i}]]")))
    assert counts["Common"] == 30
    assert len(counts) <= 10


def test_a_page_knows_whom_it_links_to_once_each() -> None:
    page = document(make_page("A", "[[B]] and [[C_d|c]]", ["[[b|again]]"]), categories=["Letters"], links_in=3)
    assert (page.links, page.categories, page.links_in) == (("B", "C d"), ("Letters",), 3)
