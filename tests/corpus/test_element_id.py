"""Element ids and page titles."""

from __future__ import annotations

import unicodedata

import pytest

from corpus.page.element_id import (
    BadElementId,
    BadTitle,
    ElementId,
    ElementKind,
    full_id,
    is_citable,
    local_id,
    normalise_title,
    parse,
    title_id,
)


@pytest.mark.parametrize(
    ("text", "kind", "numbers"),
    [
        ("Al Stokes_cell_0_7_1", ElementKind.CELL, (0, 7, 1)),
        ("Algebraic logic_header_cell_0_0_1", ElementKind.HEADER_CELL, (0, 0, 1)),
        ("Harbour League_table_caption_1", ElementKind.TABLE_CAPTION, (1,)),
        ("Mukaradeeb_sentence_1", ElementKind.SENTENCE, (1,)),
        ("A_item_0_12", ElementKind.ITEM, (0, 12)),
        ("A_section_3", ElementKind.SECTION, (3,)),
        ("A_title", ElementKind.TITLE, ()),
        ("A_table_2", ElementKind.TABLE, (2,)),
        ("A_list_0", ElementKind.LIST, (0,)),
    ],
)
def test_an_id_is_read_and_written_back(text, kind, numbers):
    element = parse(text)
    assert (element.kind, element.numbers) == (kind, numbers)
    assert str(element) == text
    assert text == full_id(element.page, element.local)


@pytest.mark.parametrize("page", ["sentence 0", "cell", "Title", "The header", "A (table)", "100% cell 0", "C++ / C"])
def test_words_of_the_id_language_may_stand_in_a_title(page):
    assert parse(f"{page}_header_cell_0_1_2") == ElementId(page, ElementKind.HEADER_CELL, (0, 1, 2))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Page",
        "_title",
        "Page_sentence",
        "Page_sentence_x",
        "Page_sentence_01",
        "Page_sentence_0 ",
        "Page_sentence_-1",
        "Page_sentence_٣",
        "Page_cell_0",
        "Page_cell_0_1_2_3",
        "Page_title_0",
        "sentence_0",
        "My_page_sentence_0",
        "Page_row_0",
        "Page_sentence_0\n",
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(BadElementId):
        parse(text)


def test_only_what_released_evidence_contains_is_citable():
    citable = {kind for kind in ElementKind if is_citable(ElementId("A", kind, ()))}
    assert citable == {"sentence", "cell", "header_cell", "table_caption", "item"}


def test_local_ids_are_the_id_without_its_page():
    assert parse("A B_cell_0_3_1").local == local_id(ElementKind.CELL, 0, 3, 1) == "cell_0_3_1"
    assert title_id("A B") == "A B_title"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("harbour_league", "Harbour league"),
        ("  Harbour   League ", "Harbour League"),
        (":Harbour League", "Harbour League"),
        ("Model_theory#Definition", "Model theory"),
        ("Reykjavík", unicodedata.normalize("NFD", "Reykjavík")),
        ("élan", unicodedata.normalize("NFD", "Élan")),
        ("ßeta", "ßeta"),
        ("iPhone", "IPhone"),
        ("\u200eArabic\u200f", "Arabic"),
        ("12 Angry Men", "12 Angry Men"),
        ("C:\\Windows", "C:\\Windows"),
    ],
)
def test_a_title_is_looked_up_in_one_form(text, title):
    assert normalise_title(text) == title
    assert normalise_title(title) == title


@pytest.mark.parametrize("text", ["", "  ", "_", ":", "#History", " : #x"])
def test_nothing_is_no_title(text):
    with pytest.raises(BadTitle):
        normalise_title(text)
