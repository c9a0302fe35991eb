from __future__ import annotations

from search.documents import document
from search.popularity import LinkCounts
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
    counts.add_page(make_page("A", "[[B]] and [[b|again]]", {"rows": [["[[C_d|c]]"]], "caption": "[[E]]"}, ["[[A]]"]))
    counts.add_page(make_page("B", "[[C_d]]"))
    assert counts == {"B": 1, "C d": 2, "E": 1}


def test_the_rarest_names_are_forgotten_when_there_are_too_many(monkeypatch) -> None:
    monkeypatch.setattr("search.popularity.MOST_NAMES", 10)
    counts = LinkCounts()
    for i in range(30):
        counts.add_page(make_page(f"Page {i}", f"[[Common]] and [[Rare_{i}]]"))
    assert counts["Common"] == 30
    assert len(counts) <= 10
