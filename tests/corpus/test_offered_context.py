"""Context that is offered beside the automatic one, which it never changes."""

from __future__ import annotations

import pytest

from corpus.page.context import all_contexts
from corpus.page.elements import Cell, Item, List, Page, Section, Sentence, Table, tables
from corpus.page.neighbours import neighbours
from corpus.page.offered_context import offered_contexts, offered_headers, offered_ids
from corpus.wikitext.build import build_page
from tests.corpus.harbour import harbour_league


def page_of(wikitext: str) -> Page:
    page = build_page("P", wikitext).page
    assert page is not None
    return page


def offers_of(wikitext: str) -> dict[str, list[str]]:
    """Words of data cells -> words of the headers they are offered."""
    (table,) = tables(page_of(wikitext))
    words = {cell.id: cell.value for row in table.rows for cell in row}
    return {words[cell]: [header.value for header in headers] for cell, headers in offered_headers(table).items()}


FIVE = """
{| class="wikitable"
! Name !! Born !! Place
|-
! Blackett
| 1897 || rowspan="3" | Cambridge
|-
! Dirac
| 1902
|-
! Kapitsa
| 1894
|}
"""


def test_a_cell_over_several_rows_is_offered_the_headers_of_all():
    assert offers_of(FIVE) == {"Cambridge": ["Blackett", "Dirac"]}
    page = page_of(FIVE)
    # The automatic one is that of official code: the last row's.
    assert all_contexts(page)["P_cell_0_1_2"] == ["P_title", "P_header_cell_0_3_0", "P_header_cell_0_0_2"]


def test_a_cell_over_several_columns_is_offered_the_headers_of_all():
    wikitext = """
{| class="wikitable"
! !! colspan="2" | Home !! Away
|-
! !! Won !! Lost !! Won
|-
! 2001
| colspan="3" | 5
|}
"""
    assert offers_of(wikitext) == {"5": ["Home", "Won", "Lost"]}


def test_a_cell_over_rows_and_columns_is_offered_the_headers_of_both():
    wikitext = """
{| class="wikitable"
! !! Won !! Lost
|-
! 2001
| rowspan="2" colspan="2" | none
|-
! 2002
|}
"""
    assert offers_of(wikitext) == {"none": ["Won", "2001"]}


def test_below_a_header_as_wide_as_the_table_the_header_of_the_column_is_offered():
    wikitext = """
{| class="wikitable"
! Ship !! Built
|-
| Ada || 1901
|-
! colspan="2" | Steamers
|-
| Bea || 1902
|-
! colspan="2" | Ferries
|-
| Cora || 1903
|}
"""
    assert offers_of(wikitext) == {"Bea": ["Ship"], "1902": ["Built"], "Cora": ["Ship"], "1903": ["Built"]}


def test_names_of_rows_are_no_headers_of_a_column():
    wikitext = """
{| class="wikitable"
! Ship !! Built
|-
! Ada
| 1901
|-
! Bea
| 1902
|-
| colspan="2" | Both sank.
|}
"""
    assert offers_of(wikitext) == {"Both sank.": ["Ship"]}


def test_a_header_as_wide_as_the_table_above_the_others_is_automatic_already():
    wikitext = """
{| class="wikitable"
! colspan="2" | Fleet
|-
! Ship !! Built
|-
| Ada || 1901
|}
"""
    assert offers_of(wikitext) == {}


def test_an_item_is_offered_the_items_above_it_and_the_sentence_before_the_list():
    page = page_of("The crew were:\n* Officers\n** Ada\n*** first mate\n** Bea\n* Sailors\n")
    items = {item.value: item.id for element in page.elements if isinstance(element, List) for item in element.items}
    offered = {element.removeprefix("P_"): ids for element, ids in offered_contexts(page).items()}
    lead, officers, ada = "P_sentence_0", f"P_{items['Officers']}", f"P_{items['Ada']}"
    assert offered[items["Ada"]] == offered[items["Bea"]] == [lead, officers]
    assert offered[items["first mate"]] == [lead, officers, ada]
    assert offered[items["Sailors"]] == [lead]


def test_a_sentence_that_introduces_nothing_is_not_offered():
    assert offered_contexts(page_of("The crew sailed in 1901.\n* Ada\n")) == {}


def test_levels_may_jump_in_pages_that_came_ready():
    items = tuple(Item(f"item_0_{n}", "x", level, None) for n, level in enumerate((2, 4, 1, 3)))
    page = Page("P", (List("list_0", "unordered_list", items),))
    assert offered_contexts(page) == {"P_item_0_1": ["P_item_0_0"], "P_item_0_3": ["P_item_0_2"]}


def test_headings_behind_which_official_code_stops_are_offered():
    sections = [Section(f"section_{n}", "x", level) for n, level in enumerate((2, 3, 4, 3))]
    page = Page("P", (*sections, Sentence("sentence_0", "x")))
    assert all_contexts(page) == {"P_sentence_0": ["P_title", "P_section_3"]}
    assert offered_contexts(page) == {"P_sentence_0": ["P_section_0"]}


@pytest.mark.parametrize("page", [harbour_league(), page_of(FIVE), page_of("The crew were:\n* A\n** B\n")])
def test_one_element_is_offered_what_the_whole_page_says(page):
    offered, contexts = offered_contexts(page), all_contexts(page)
    assert {element: ids for element in contexts if (ids := offered_ids(page, element))} == offered
    assert offered
    for element, ids in offered.items():
        assert not {element, *contexts[element]} & set(ids)


@pytest.mark.parametrize("element", ["x", "P_section_0", "P_title", "P_sentence_9", "Other_sentence_0"])
def test_what_is_not_there_is_offered_nothing(element):
    assert offered_ids(page_of("One sentence.\n== S ==\nTwo."), element) == []


def test_a_table_of_many_headers_above_costs_no_more_than_its_cells():
    header = (Cell("header_cell_0_0_0", "x", True, 1, 60),)
    rows = [tuple(Cell(f"cell_0_{r}_{c}", "x", False, 1, 1) for c in range(60)) for r in range(60)]
    assert offered_headers(Table("table_0", "general", (header, *rows), None)) == {}


def test_neighbours_are_sentences_with_nothing_between():
    page = page_of("One is here. Two is there.\n* item\nThree is far.\n== S ==\nFour is last.")
    beside = [neighbours(page, f"P_sentence_{n}") for n in range(4)]
    assert beside == [(None, "P_sentence_1"), ("P_sentence_0", None), (None, None), (None, None)]
    assert neighbours(page, "P_item_0_0") == (None, None)
