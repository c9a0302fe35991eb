"""Long pages in parts, tables with headers that know what they head, languages, and HTML that is made once."""

from __future__ import annotations

import gzip
from functools import partial

import pytest

from corpus.elements import Cell, Page, Section, Sentence, Table
from corpus.wikitext.build import build_page
from frontend.reading.article_html import body_html
from frontend.reading.blocks import Heading, blocks
from frontend.reading.fragment_cache import KeptFragments
from frontend.reading.language import writing
from frontend.reading.lazy_sections import LEAD, height, parts
from frontend.reading.rendering import Rendering
from frontend.reading.table_html import FIRST_CELLS, bodies, header_rows, table_html


def cell(name: str, *, header: bool = False, down: int = 1, across: int = 1) -> Cell:
    return Cell(name, name, is_header=header, row_span=down, column_span=across)


def long_page(sections: int, infobox: Table | None = None) -> Page:
    elements = [Sentence("sentence_0", "It begins."), *([infobox] if infobox else [])]
    for n in range(sections):
        elements += [Section(f"section_{n}", f"Part {n}", 2)]
        elements += [Sentence(f"sentence_{n * 30 + k + 1}", "Some words that say something. " * 4) for k in range(30)]
    return Page("Long", tuple(elements))


def test_a_table_can_be_marked_as_a_whole():
    table = Table("table_0", "general", ((cell("cell_0_0_0"),),), None)
    rendering = Rendering("Long", "/x", frozenset(), evidence=frozenset({"Long_table_0"}))
    html = table_html(table, rendering)
    assert '<table class="wikitable is-evidence" data-element-id="Long_table_0"' in html
    assert html.count("is-evidence") == 1


# --- Parts -----------------------------------------------------------------------------------------------------------


def test_a_short_article_is_not_parted():
    shown = blocks(long_page(2))
    assert parts(shown) == (shown, [])


def test_every_block_of_a_long_article_is_in_the_lead_or_in_one_part():
    shown = blocks(long_page(40))
    lead, later = parts(shown)
    assert [*lead, *(block for part in later for block in part.blocks)] == list(shown)
    assert len(later) > 10
    assert all(isinstance(part.blocks[0], Heading) for part in later[1:])


def test_what_stands_beside_an_infobox_is_in_no_part():
    rows = tuple((cell(f"cell_0_{r}_0"), cell(f"cell_0_{r}_1")) for r in range(150))
    lead, _later = parts(blocks(long_page(40, Table("table_0", "infobox", rows, None))))
    assert sum(map(height, lead)) > 2 * LEAD


def test_a_parted_article_has_every_element_once():
    page = long_page(40)
    html = body_html(page, Rendering("Long", "/x", frozenset()))
    assert html.count('class="part ') > 10
    for element in page.elements:
        assert html.count(f'data-element-id="Long_{element.id}"') == 1


# --- Tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ([[cell("a", header=True)], [cell("b")]], 1),
        ([[cell("a", header=True)], [cell("b", header=True)], [cell("c")]], 2),
        ([[cell("a", header=True)], [cell("b", header=True)]], 0),  # nothing that they would head
        ([[cell("a")], [cell("b", header=True)]], 0),
        ([[cell("a", header=True, down=2), cell("b", header=True)], [cell("c")], [cell("d"), cell("e")]], 0),
        ([[cell("a", header=True, down=2), cell("b", header=True)], [cell("c", header=True)], [cell("d")]], 2),
        ([], 0),
    ],
)
def test_header_rows_at_the_top(rows, count):
    assert header_rows(rows) == count


def test_bodies_of_a_huge_table_hold_all_rows_and_part_no_span():
    rows = [[cell(f"{r}", down=3 if r % 7 == 0 else 1)] * 50 for r in range(200)]
    found = bodies(rows)
    assert [row for body in found for row in body] == rows
    assert len(found) > 2
    at = 0
    for body in found:
        assert all(r + each.row_span <= len(body) for r, row in enumerate(body) for each in row) or body is found[-1]
        at += len(body)
    assert sum(len(row) for row in found[0]) >= FIRST_CELLS


# --- Languages -------------------------------------------------------------------------------------------------------

ENGLISH = "The harbour was built in 1921 and it is one of the largest in the country. It was run by the city for years."


@pytest.mark.parametrize(
    ("text", "direction", "language"),
    [
        (ENGLISH, "ltr", "en"),
        ("הנמל נפתח בשנת 1933 ונחשב לגדול ביותר במדינה, Port of Haifa.", "rtl", "he"),
        ("iPhone الهاتف هو جهاز من صنع شركة أمريكية معروفة في العالم كله.", "rtl", "ar"),
        ("این بندر در سال ۱۹۲۱ گشایش یافت و بزرگ‌ترین پایگاه کشور است.", "rtl", "fa"),
        ("Der Hafen wurde 1921 gebaut und ist einer der größten des Landes.", "ltr", ""),
        ("港は1921年に建てられ、国で最も大きなものの一つである。", "ltr", "ja"),
        ("1921 1922 1923", "ltr", ""),
    ],
)
def test_the_letters_tell_direction_and_language(text, direction, language):
    found = writing(Page("Title", (Sentence("sentence_0", text),)))
    assert (found.direction, found.language) == (direction, language)


def test_a_title_in_other_letters_decides_nothing():
    page = build_page("iPhone", "אייפון הוא מכשיר של חברה אמריקאית.").page
    assert page is not None
    assert writing(page).direction == "rtl"


# --- Made once -------------------------------------------------------------------------------------------------------


def noted(made: list[str], text: str) -> str:
    made.append(text)
    return text


def test_a_fragment_is_made_once():
    made: list[str] = []
    kept = KeptFragments()
    for _ in range(3):
        assert gzip.decompress(kept.get("a", partial(noted, made, "text"))) == b"text"
    assert made == ["text"]


def test_fragments_that_nobody_asked_for_longest_are_dropped():
    made: list[str] = []
    kept = KeptFragments(most_bytes=60)  # two of some 25 bytes
    for key in ("a", "b", "a", "c", "a", "b"):
        kept.get(key, partial(noted, made, key))
    assert made == ["a", "b", "c", "b"]
