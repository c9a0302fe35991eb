"""The independent reader of rendered tables, and the reasons for which a card of ours differs from its card."""

from __future__ import annotations

import pytest

from benchmarks.corpus.context_cards import EXPECTED, compared, key, sources_of
from benchmarks.corpus.context_reasons import UNEXPLAINED
from benchmarks.corpus.source_grid import boxes_of, grid_of, tables_of
from corpus.html.build import build_page_from_html


def reasons(html: str) -> dict[str, tuple[str, str]]:
    """What is said of every card that differs, and why."""
    page = build_page_from_html("Quay", html).page
    assert page is not None
    found = compared(page, sources_of(html), [key(words) for words in boxes_of(html)])
    return {each.place.cell: (each.said, each.reason) for each in found if each.said != EXPECTED}


TABLE = '<table class="wikitable"><tr><th>Year</th><th>Seats</th></tr><tr><td>1990</td><td>{}</td></tr></table>'
ARROW = '9 <img alt="Increase" width="10" height="10" src="a.png">'


@pytest.mark.parametrize(
    "cell",
    [
        "9",
        '9<span class="reference">[1]</span>',
        '9 <a class="external autonumber" href="http://example.org">[1]</a>',
        '9 <span class="noprint ForceAgeToShow">(age 35)</span>',
        '9<span style="visibility:hidden">0</span>',
    ],
)
def test_the_source_is_read_as_a_browser_shows_it(cell):
    assert reasons(TABLE.format(cell)) == {}


def test_names_of_pictures_are_a_reason():
    ((said, reason),) = reasons(TABLE.format(ARROW)).values()
    assert (said, "pictures" in reason) == ("no such words", True)


def test_a_row_that_an_infobox_leaves_out_is_a_reason():
    html = (
        '<table class="infobox"><tr><th colspan="2">Quay</th></tr><tr><td colspan="2">A note.</td></tr>'
        '<tr><th colspan="2">Facts</th></tr><tr><th>Year</th><td>1990</td></tr></table>'
    )
    found = reasons(html)
    assert found["Quay_cell_0_2_1"][0] == "more headers"
    assert UNEXPLAINED not in [reason for _, reason in found.values()]


def test_a_missing_word_has_no_reason():
    html = TABLE.format("9")
    page = build_page_from_html("Quay", html.replace("9<", "8<")).page
    assert page is not None
    found = [each.reason for each in compared(page, sources_of(html.replace("9<", "28 boats<")), []) if each.reason]
    assert found == [UNEXPLAINED]


def test_a_header_is_not_excused_by_a_picture_or_by_words_of_a_cell():
    """Our header is "Height" where the source has "Rank"; another cell holds a picture alone."""
    html = (
        '<table class="wikitable"><tr><th>Year</th><th>{}</th></tr><tr><td>1990</td><td>9 m</td></tr>'
        '<tr><td>1991</td><td><img alt="Peak" width="10" height="10" src="a.png"></td></tr></table>'
    )
    page = build_page_from_html("Quay", html.format("Height")).page
    assert page is not None
    found = {each.place.card.text: each.reason for each in compared(page, sources_of(html.format("Rank")), [])}
    assert found["9m"] == UNEXPLAINED


def test_words_are_not_excused_for_standing_in_no_cell():
    page = build_page_from_html("Quay", TABLE.format("many boats")).page
    assert page is not None
    assert UNEXPLAINED in [each.reason for each in compared(page, sources_of(TABLE.format("few")), [])]


@pytest.mark.parametrize(
    "cell",
    [
        '<div style="width:100px"><div style="position: absolute; width: 1px"></div>'
        '<div style="position: absolute">4&#160;/&#160;545</div></div>',
        '<a href="/wiki/Norway" title="Norway"><img alt="" width="20" height="12" src="a.svg"></a>',
        '<img alt="US 20.svg" width="20" height="20" src="a.svg">',
    ],
)
def test_bars_signs_and_flags_are_read_as_words(cell):
    assert reasons(TABLE.format(cell)) == {}


def test_words_of_tables_in_cells_are_kept_apart():
    html = TABLE.format("Two <table><tr><td>boats</td></tr></table>")
    outer, inner = map(grid_of, tables_of(html))
    cell = outer[1][1]
    assert cell is not None and cell.text.split() == ["Two"] and cell.whole.split() == ["Two", "boats"]
    assert inner[0][0] is not None
