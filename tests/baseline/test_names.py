"""Names in claims: pages are found by what people call them, however it is written."""

from __future__ import annotations

import pytest

from baseline.database_source import StoredPages
from baseline.pages.names import names_in
from baseline.pipeline import Pipeline
from baseline.source import PagesInMemory, Titles
from baseline.words import claim_words
from corpus.models import Corpus
from corpus.page.elements import Page, Sentence
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index

TITLES = (
    "Mercury (planet)",
    "Mercury (film)",
    "IPhone",
    "Will.i.am",
    "U.S. Route 66",
    "CB Elmstad",
    "The Who",
    "The Squids",
    "Crab, Squid & Mole",
    "Elmstad, Norland",
    "Elmstad Town Council",
    "Speed of light",
    "Length",
    "Anna Berg",
)
TEXT = "Nothing is said here that anybody asks for."
SOURCE = PagesInMemory(Page(title, (Sentence("sentence_0", TEXT),)) for title in TITLES)


def found(claim: str) -> set[str]:
    """All titles that the claim's names lead to."""
    names = names_in(claim_words(claim), SOURCE)
    return {title for name in names for title in (*name.titles, *name.others)}


@pytest.mark.parametrize(
    ("claim", "titles"),
    [
        ("Mercury has no moon.", {"Mercury (planet)", "Mercury (film)"}),
        ("Many people bought an iPhone that year.", {"IPhone"}),
        ("In 2009 a record by will.i.am was sold.", {"Will.i.am"}),
        ("US Route 66 begins in the east.", {"U.S. Route 66"}),
        ("U.S. Route 66 begins in the east.", {"U.S. Route 66"}),
        ("C.B. Elmstad lost at home.", {"CB Elmstad"}),
        ("In London The Who were loud.", {"The Who"}),
        ("Crab, Squid and Mole sang.", {"Crab, Squid & Mole"}),
        ("The council of Elmstad met.", {"Elmstad, Norland"}),
        ("The speed of light was measured by Anna Berg.", {"Speed of light", "Anna Berg"}),
        ("In Paris the length of a day was measured.", set()),
        ("who was it that said so to whom in Norland?", set()),
        ("anna berg measured the speed of light.", {"Anna Berg", "Speed of light"}),
        ("the squids were loud", {"The Squids"}),
        ("A ship has a length.", {"Length"}),
    ],
)
def test_names_are_found_as_they_are_written(claim, titles):
    assert found(claim) == titles


@pytest.mark.parametrize(
    ("claim", "title"),
    [
        ("Mercury is a planet.", "Mercury (planet)"),
        ("Mercury is a film.", "Mercury (film)"),
        ("US Route 66 is old.", "U.S. Route 66"),
        ("will.i.am is old.", "Will.i.am"),
        ("mercury is the smallest planet", "Mercury (planet)"),
        ("The Who are old.", "The Who"),
    ],
)
def test_a_page_that_is_only_named_comes_first(claim, title):
    assert Pipeline(SOURCE).find(claim).pages[0].title == title


def test_of_many_pages_with_one_alias_those_are_read_whose_other_words_the_claim_has():
    titles = [*(f"Mercury ({kind})" for kind in ("ship", "horse", "god", "newspaper", "car", "band")), *TITLES]
    source = PagesInMemory(Page(title, (Sentence("sentence_0", TEXT),)) for title in titles)
    for title in ("Mercury (band)", "Mercury (planet)"):
        claim = f"Mercury has been a {title[9:-1]} for long."
        assert Pipeline(source).find(claim).pages[0].title == title


def test_a_page_is_found_by_the_anchors_of_links_to_it(db, settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path
    corpus = Corpus.objects.create(slug="anchors", name="Anchors")
    texts = {
        "Anna Berg": TEXT,
        "Elmstad": "A street bears the name of [[Anna_Berg|the Iron Lady of Elmstad]].",
        "Lady": "A lady of iron is no lady of Elmstad, iron, lady.",
    }
    save_pages(corpus, (PageRecord(Page(title, (Sentence("sentence_0", text),))) for title, text in texts.items()))
    build_index(corpus)
    source = StoredPages(corpus)
    assert source.named(["the iron lady of elmstad"]) == {"the iron lady of elmstad": Titles(linked=("Anna Berg",))}
    pages = Pipeline(source).find("The Iron Lady of Elmstad liked cheese.").pages
    assert ("Anna Berg", "the iron lady of elmstad") in {(page.title, page.name) for page in pages}
