"""The second pass: which links stay, where they lead, and that nothing else of a page changes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.models import Corpus, ImportRun, StoredPage
from corpus.page.elements import UNKNOWN_LAYOUT, Cell, Item, List, Page, Section, Sentence, Table
from corpus.page.links import relinked, targets_in_json, written_target
from corpus.page.page_json import page_from_json
from corpus.page.page_text import page_text, text_hash
from corpus.snapshot.counts import ELEMENT, LINK, counted
from corpus.snapshot.linking import link_batches
from corpus.snapshot.relinking import elements_in
from corpus.store import (
    PageRecord,
    RedirectRecord,
    get_page,
    page_row,
    save_pages,
    save_redirects,
    save_rows,
)

pytestmark = pytest.mark.both_databases


@pytest.fixture
def run(db) -> ImportRun:
    corpus = Corpus.objects.create(slug="test", name="Test")
    redirects = [
        RedirectRecord("Old", "Aa", "Early life"),
        RedirectRecord("Older", "Old"),
        RedirectRecord("Ring", "Round"),
        RedirectRecord("Round", "Ring"),
        RedirectRecord("Dead", "Nowhere"),
        RedirectRecord("H0", "Aa"),
        *(RedirectRecord(f"H{n}", f"H{n - 1}") for n in range(1, 12)),
    ]
    save_redirects(corpus, redirects)
    save_pages(corpus, [PageRecord(Page(title, (Sentence("sentence_0", "Text."),))) for title in ('"Heroes"', "B c")])
    return ImportRun.objects.create(corpus=corpus, sources=[], settings={}, software={})


def link(run: ImportRun, *texts: str) -> list[str]:
    """The sentences of page Aa after linking."""
    sentences = tuple(Sentence(f"sentence_{n}", text) for n, text in enumerate(texts))
    save_pages(run.corpus, [PageRecord(Page("Aa", sentences))])
    assert sum(link_batches(run)) == StoredPage.objects.filter(corpus=run.corpus).count()
    return [sentence.text for sentence in get_page(run.corpus, "Aa").elements]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("See [[Aa]] and [[B_c|b c]].", "See [[Aa]] and [[B_c|b c]]."),
        ("[[B_c#Part_one|that]]", "[[B_c#Part_one|that]]"),
        ("[[Nowhere|there]] and [[No_page]].", "there and No page."),
        ("[[No_page#Part|]]", ""),
        ("[[Old|him]]", "[[Aa#Early_life|him]]"),
        ("[[Old]]", "[[Aa#Early_life|Old]]"),
        ("[[Old#Death|him]]", "[[Aa#Death|him]]"),
        ("[[Older|him]]", "[[Aa#Early_life|him]]"),
        ("[[H0|Aa]]", "[[Aa]]"),
        ("[[Dead|x]] [[Ring|y]]", "x y"),
        ("[[H8|near]] [[H11|too far]]", "[[Aa|near]] too far"),
        (
            '[["Heroes"]] [[Old|"his"]] [[Nobody|"her"]] \\ "quoted"',
            '[["Heroes"]] [[Aa#Early_life|"his"]] "her" \\ "quoted"',
        ),
        ("no link [ [ ]] [[", "no link [ [ ]] [["),
    ],
)
def test_a_link_leads_to_a_page_of_the_corpus_or_becomes_text(run, before, after):
    assert link(run, before) == [after]


def test_links_are_counted_by_what_became_of_them(run):
    link(run, "[[Aa]] [[Old]] [[Nowhere]] [[Ring]]")
    assert counted(run, LINK) == {"dropped": 2, "kept": 1, "resolved": 1}


def test_every_value_of_a_page_is_linked_and_its_ids_stay(run):
    page = Page(
        "Aa",
        (
            Section("section_0", "See [[Old]]", 2),
            Table("table_0", "general", ((Cell("cell_0_0_0", "[[Old|x]]", False, 1, 1),),), "Of [[Nowhere]]"),
            List("list_0", "unordered_list", (Item("item_0_0", "[[Gone|y]]", 0, None),)),
        ),
    )
    save_pages(run.corpus, [PageRecord(page)])
    list(link_batches(run))
    section, table, listed = get_page(run.corpus, "Aa").elements
    assert section == Section("section_0", "See [[Aa#Early_life|Old]]", 2)
    assert table.rows[0][0] == Cell("cell_0_0_0", "[[Aa#Early_life|x]]", False, 1, 1)
    assert (table.id, table.caption) == ("table_0", "Of Nowhere")
    assert listed.items == (Item("item_0_0", "y", 0, None),)


def test_hash_and_size_are_those_of_the_text_with_its_links_resolved(run):
    link(run, "[[Old|him]] [[Nowhere]]")
    row = StoredPage.objects.get(title="Aa")
    assert (row.content_hash, row.size) == (text_hash(row.data), len(row.data))


def test_a_page_that_came_ready_keeps_its_links(run):
    text = page_text(Page("Ready", (Sentence("sentence_0", "[[Nowhere|x]] [[Old]]"),)))
    ready = page_row(run.corpus, "Ready", text, text_hash(text), UNKNOWN_LAYOUT)
    ready.came_ready = True
    save_rows([ready])
    list(link_batches(run))
    assert StoredPage.objects.get(title="Ready").data == text


def test_several_workers_link_as_one_does(run, monkeypatch):
    monkeypatch.setattr("corpus.snapshot.linking.MOST_PAGES", 2)
    texts = {f"P{n}": f"[[Old|him]] [[Nowhere|{n}]] [[P{n - 1}]] [[B_c]]" for n in range(9)}
    for title, text in texts.items():
        save_pages(run.corpus, [PageRecord(Page(title, (Sentence("sentence_0", text),)))])
    save_pages(run.corpus, [PageRecord(Page("Aa", (Sentence("sentence_0", "[[Older]]"),)))])
    assert list(link_batches(run, workers=2)) == [2] * 6
    assert counted(run, LINK) == {"dropped": 10, "kept": 17, "resolved": 10}
    assert counted(run, ELEMENT)["sentences"] == 12
    assert get_page(run.corpus, "P3").elements[0].text == "[[Aa#Early_life|him]] 3 [[P2]] [[B_c]]"
    assert run.linked == StoredPage.objects.order_by("pk").last().pk


def test_linking_goes_on_after_the_last_page_that_was_linked(run, monkeypatch):
    monkeypatch.setattr("corpus.snapshot.linking.MOST_PAGES", 1)
    assert next(link_batches(run)) == 1
    assert list(link_batches(ImportRun.objects.get())) == [1]
    assert counted(run, ELEMENT)["sentences"] == 2


def test_a_frequent_target_is_asked_for_once(run, django_assert_num_queries, monkeypatch):
    monkeypatch.setattr("corpus.snapshot.linking.GOALS_KEPT", 1)
    from corpus.snapshot.linking import LinkTargets

    goals = LinkTargets(run.corpus)
    with django_assert_num_queries(2):
        assert goals.of(["B_c", "Nowhere"]) == {"B_c": "B_c", "Nowhere": None}
    with django_assert_num_queries(0):
        assert goals.of(["B_c", "Nowhere"]) == {"B_c": "B_c", "Nowhere": None}


_PAGE = Path(__file__).parent.parent / "contracts" / "page.json"


# --- on page JSON as text --------------------------------------------------------------------------------------------
_PARTS = [*'[]{}|A"\\é\n', "[[", "]]", "b_c", "[[A|b]]", '[[Q"q|x]]', "[[b_c]]"]
_VALUE = st.lists(st.sampled_from(_PARTS)).map("".join)


@given(st.lists(_VALUE, min_size=1, max_size=4))
def test_on_json_text_links_are_found_and_led_as_on_values(values):
    rows = tuple((Cell(f"cell_0_{n}_0", value, False, 1, 1),) for n, value in enumerate(values))
    page = Page("T", (Table("table_0", "general", rows, None), Sentence("sentence_0", values[0])))
    text = page_text(page)
    goals = {target: (target if "b" in target else None) for target in targets_in_json(text)}
    linked = json.loads(relinked(text, goals, Counter()))
    expected = [_led_by_value(value) for value in values]
    assert [row[0]["value"] for row in linked["table_0"]["table"]] == expected
    assert linked["sentence_0"] == expected[0]


def _led_by_value(value: str) -> str:
    """The same by `corpus.page.links.LINK` on the decoded value."""
    from corpus.page.links import LINK

    def lead(match):
        if not match[1]:
            return match[0] if match[2] is None else match[2]
        if "b" in match[1]:
            return match[0]
        return match[2] if match[2] is not None else match[1].replace("_", " ")

    return LINK.sub(lead, value)


def test_a_target_that_no_link_can_hold_is_none():
    assert written_target("A|b", "") is None
    assert written_target('Say "so"', "Part one") == 'Say_\\"so\\"#Part_one'


def test_elements_are_counted_on_json_text():
    page = page_from_json(json.loads((_PAGE).read_text(encoding="utf-8")))
    expected = Counter(
        sentences=sum(isinstance(each, Sentence) for each in page.elements),
        sections=sum(isinstance(each, Section) for each in page.elements),
        tables=sum(isinstance(each, Table) for each in page.elements),
        lists=sum(isinstance(each, List) for each in page.elements),
        items=sum(len(each.items) for each in page.elements if isinstance(each, List)),
    )
    for table in (each for each in page.elements if isinstance(each, Table)):
        expected["captions"] += table.caption is not None
        for row in table.rows:
            for cell in row:
                expected["header cells" if cell.is_header else "cells"] += 1
    assert +elements_in(page_text(page)) == +expected
    assert min(expected.values()) > 0


def test_a_value_that_looks_like_a_key_is_no_element():
    page = Page("T", (Sentence("sentence_0", '"sentence_1", {"id": "cell_0_0_0"} "order": [x]'),))
    assert +elements_in(page_text(page)) == Counter(sentences=1)
