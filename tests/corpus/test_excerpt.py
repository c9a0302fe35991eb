"""What an evidence card shows, and the mark-up of links."""

from __future__ import annotations

import pytest

from corpus.page.elements import UnknownElement
from corpus.page.excerpt import Excerpt, excerpt
from corpus.page.links import plain_text, split_links
from tests.corpus.harbour import harbour_league


def test_a_cell_is_shown_with_its_headings_and_headers_in_reading_order():
    assert excerpt(harbour_league(), "Harbour League_cell_1_2_3") == Excerpt(
        id="Harbour League_cell_1_2_3",
        page="Harbour League",
        kind="cell",
        sections=("Results", "Seasons"),
        row_headers=("2001",),
        column_headers=("Away", "Won"),
        text="4",
        caption="Results",
    )


def test_a_sentence_is_shown_without_link_mark_up():
    shown = excerpt(harbour_league(), "Harbour League_sentence_0")
    assert shown.text == "The Harbour League was founded by Anna Berg."
    assert (shown.sections, shown.row_headers, shown.caption) == ((), (), None)


def test_an_item_is_shown_with_its_sections_outermost_first():
    shown = excerpt(harbour_league(), "Harbour League_item_0_1")
    assert (shown.text, shown.sections) == ("In spring.", ("History", "Beginnings"))


@pytest.mark.parametrize(
    ("local", "text"),
    [
        ("title", "Harbour League"),
        ("section_1", "Beginnings"),
        ("table_caption_1", "Results"),
        ("header_cell_1_0_1", "Home"),
    ],
)
def test_every_element_has_a_text(local, text):
    assert excerpt(harbour_league(), f"Harbour League_{local}").text == text


@pytest.mark.parametrize(
    "element", ["Harbour League_cell_1_9_9", "Other page_sentence_0", "nonsense", "Harbour League_table_caption_0", ""]
)
def test_an_element_that_is_not_there_is_an_error(element):
    with pytest.raises(UnknownElement):
        excerpt(harbour_league(), element)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Plain.", [("Plain.", None)]),
        ("By [[Anna_Berg|Anna]].", [("By ", None), ("Anna", "Anna Berg"), (".", None)]),
        ("[[New_York#History]]", [("New York#History", "New York")]),
        ("[[#x|here]]", [("here", None)]),
        ("[[A]][[b|c]]", [("A", "A"), ("c", "B")]),
        ("[[A|]]", []),
        ("[not] a [[link", [("[not] a [[link", None)]),
        ("", []),
    ],
)
def test_links_are_split_from_the_text(text, pieces):
    assert split_links(text) == pieces
    assert "".join(shown for shown, _ in pieces) == plain_text(text)
