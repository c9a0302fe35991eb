"""What the hash of an element covers: its kind and its words, and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.page.content_hash import content_hash, element_hashes, element_words, is_pinned
from corpus.page.context import all_contexts
from corpus.page.elements import Cell, Item, List, Page, Section, Sentence, Table, UnknownElement
from corpus.page.links import relinked, targets_in_json, written_target
from corpus.page.page_json import page_from_json
from corpus.page.page_text import page_text
from corpus.sources import SourcePage, read_source
from corpus.wikitext.build import build_page
from tests.corpus.harbour import harbour_league

CONTRACTS = Path(__file__).parent.parent / "contracts"

words = st.text(st.characters(exclude_characters="[]|", exclude_categories=("Cs", "Cc")), min_size=1, max_size=8)
names = st.text("AbÅé \"'\\", min_size=1, max_size=6).filter(lambda name: name.strip())
links = st.builds("[[{}|{}]]".format, names.map(lambda name: "_".join(name.split())), words)
texts = st.lists(words | links, max_size=5).map("".join)
TITLES = ["Anna Berg", "Åsa Lind", 'The "Pilots"']


@st.composite
def pages(draw) -> Page:
    """A page with one element of every kind."""
    one = lambda: draw(texts)  # noqa: E731
    header, cell = Cell("header_cell_0_0_0", one(), True, 1, 1), Cell("cell_0_0_1", one(), False, 1, 1)
    return Page(
        "Page",
        (
            Table("table_0", "general", ((header, cell),), one()),
            Sentence("sentence_0", one()),
            Section("section_0", one(), 2),
            List("list_0", "ordered_list", (Item("item_0_0", one(), 0, None), Item("item_0_1", one(), 1, None))),
        ),
    )


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# --- What it is ------------------------------------------------------------------------------------------------------


def test_the_hashes_of_the_golden_page_never_change():
    page = page_from_json(json.loads((CONTRACTS / "page.json").read_text(encoding="utf-8")))
    golden = json.loads((CONTRACTS / "content_hashes.json").read_text(encoding="utf-8"))
    assert list(element_hashes(page).items()) == list(golden.items())


@pytest.mark.parametrize(
    ("local", "hashed"),
    [
        ("title", "title\nHarbour League"),
        ("sentence_0", "sentence\nThe Harbour League was founded by Anna Berg."),
        ("section_1", "section\nBeginnings"),
        ("header_cell_1_0_1", "header_cell\nHome"),
        ("cell_1_2_3", "cell\n4"),
        ("table_caption_1", "table_caption\nResults"),
        ("item_0_1", "item\nIn spring."),
        ("list_0", "list\nIt began.\nIn spring.\nIt went on."),
        ("table_0", "table\nHarbour League\nFounded\t1901\nTeams\nCount\t5"),
    ],
)
def test_a_hash_is_one_of_the_kind_and_the_words(local, hashed):
    assert content_hash(harbour_league(), f"Harbour League_{local}") == sha256(hashed)


def test_a_table_begins_with_its_caption():
    lines = element_words(harbour_league())["Harbour League_table_1"][1].split("\n")
    assert lines[:3] == ["Results", "Season\tHome\tAway", "Won\tLost\tWon\tLost"]


def test_every_element_that_can_be_cited_has_a_hash_and_every_element_beside():
    page = harbour_league()
    hashes = element_hashes(page)
    assert set(all_contexts(page)) < set(hashes)
    assert {f"Harbour League_{element.id}" for element in page.elements} < set(hashes)
    assert all(content_hash(page, element_id) == found for element_id, found in hashes.items())


@pytest.mark.parametrize("element", ["Harbour League_cell_1_9_9", "Other_sentence_0", "nonsense", ""])
def test_what_is_not_on_the_page_has_no_hash(element):
    with pytest.raises(UnknownElement):
        content_hash(harbour_league(), element)
    with pytest.raises(UnknownElement):
        is_pinned(harbour_league(), element, "0" * 64)


# --- What changes it -------------------------------------------------------------------------------------------------


@given(pages(), words)
def test_other_words_have_another_hash(page, more):
    table, sentence, *rest = page.elements
    changed = replace(page, elements=(table, replace(sentence, text=f"{sentence.text}x{more}"), *rest))
    before, after = element_hashes(page), element_hashes(changed)
    assert [name for name in before if before[name] != after[name]] == ["Page_sentence_0"]


def test_the_same_words_in_another_kind_have_another_hash():
    page = Page(
        "A",
        (
            Sentence("sentence_0", "Results"),
            Section("section_0", "Results", 2),
            List("list_0", "ordered_list", (Item("item_0_0", "Results", 0, None),)),
        ),
    )
    hashes = element_hashes(page)
    del hashes["A_title"]
    assert len(set(hashes.values())) == len(hashes) == 4


# --- What does not ---------------------------------------------------------------------------------------------------


def test_the_place_does_not_count():
    first = Page("A", (Sentence("sentence_0", "Same."), Sentence("sentence_1", "Same.")))
    moved = Page(
        "B", (Section("section_0", "History", 2), Sentence("sentence_0", "Other."), Sentence("sentence_1", "Same."))
    )
    assert content_hash(first, "A_sentence_0") == content_hash(first, "A_sentence_1")
    assert content_hash(first, "A_sentence_0") == content_hash(moved, "B_sentence_1")


@given(pages(), st.data())
def test_links_that_are_led_elsewhere_or_dropped_change_no_hash(page, data):
    text = page_text(page)
    goals = st.sampled_from([*TITLES, None])
    chosen = {target: data.draw(goals) for target in sorted(targets_in_json(text))}
    written = {target: goal and written_target(goal, "") for target, goal in chosen.items()}
    again = page_from_json(json.loads(relinked(text, written, Counter())))
    assert element_hashes(again) == element_hashes(page_from_json(json.loads(text)))


@given(pages(), st.sampled_from(["NFC", "NFD"]))
def test_the_composition_of_letters_does_not_count(page, form):
    again = page_from_json(json.loads(normalize(form, page_text(page))))
    assert element_hashes(again) == element_hashes(page_from_json(json.loads(page_text(page))))


@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "  ", "\n", "\t", "\u202f "])
def test_the_kind_of_white_space_does_not_count(space):
    plain = Page("A", (Sentence("sentence_0", "About 10 000 people."),))
    other = Page("A", (Sentence("sentence_0", f" About 10{space}000 people.{space}"),))
    assert element_hashes(plain) == element_hashes(other)


# --- Pins ------------------------------------------------------------------------------------------------------------


@given(pages())
def test_every_hash_is_a_pin_of_its_element(page):
    assert all(is_pinned(page, element_id, pin) for element_id, pin in element_hashes(page).items())
    assert not any(is_pinned(page, element_id, "0" * 64) for element_id in element_hashes(page))


def test_a_pin_of_earlier_versions_which_covered_links_holds_while_the_text_is_as_it_was():
    league = harbour_league()
    pin = sha256("sentence\nThe Harbour League was founded by [[Anna_Berg|Anna Berg]].")
    assert is_pinned(league, "Harbour League_sentence_0", pin)
    unlinked = Page("Harbour League", (Sentence("sentence_0", "The Harbour League was founded by Anna Berg."),))
    assert not is_pinned(unlinked, "Harbour League_sentence_0", pin)


def test_every_element_of_real_articles_has_a_hash(shared_data):
    records = islice(read_source(shared_data / "wikitext" / "articles.jsonl.xz"), 40)
    built = [build_page(record.title, record.wikitext).page for record in records if isinstance(record, SourcePage)]
    found = [(set(all_contexts(page)), element_hashes(page)) for page in built if page is not None]
    assert len(found) > 20
    assert all(cited <= set(hashes) for cited, hashes in found)
