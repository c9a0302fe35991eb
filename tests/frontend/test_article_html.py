"""Long pages in parts, tables with headers that know what they head, languages, and HTML that is made once."""

from __future__ import annotations

import gzip
from functools import partial
from html import escape

import pytest

from corpus.page.elements import Cell, Layout, Page, Section, Sentence, Table
from corpus.wikitext.build import build_page
from frontend.reading.article_html import body_html
from frontend.reading.blocks import Heading, blocks, boxed_tables
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


def infobox(*rows: tuple[Cell, ...]) -> str:
    return table_html(Table("table_0", "infobox", rows, None), Rendering("Box", "/x", frozenset()))


def test_an_infobox_with_more_than_label_and_value_has_its_own_width():
    pair = (cell("cell_0_0_0"), cell("cell_0_0_1"))
    assert "is-wide" not in infobox((cell("header_cell_0_0_0", header=True, across=4),), pair)
    assert "is-wide" in infobox(pair, (cell("cell_0_1_0"), cell("cell_0_1_1", across=3)))


def test_a_table_of_many_columns_has_its_own_width():
    def table(columns: int) -> str:
        row = tuple(cell(f"cell_0_0_{n}") for n in range(columns))
        return table_html(Table("table_0", "general", (row, row), None), Rendering("Box", "/x", frozenset()))

    assert "wikitable-frame is-wide" in table(5)
    assert "is-wide" not in table(4)


def test_small_tables_right_behind_an_infobox_stand_in_its_box():
    box = Table("table_0", "infobox", ((cell("cell_0_0_0"), cell("cell_0_0_1")),), None)
    note = Table("table_1", "general", ((cell("cell_1_0_0"),),), None)
    large = Table("table_2", "general", tuple((cell(f"cell_2_{n}_0"),) for n in range(40)), None)
    behind = Page("Box", (box, note, large, Sentence("sentence_0", "It begins.")))
    later = Page("Box", (box, Sentence("sentence_0", "It begins."), note))
    assert boxed_tables(behind) == {"table_1"}
    below = Page("Box", (Sentence("sentence_0", "For another box, see there."), box, note))
    assert boxed_tables(later) == set()
    assert boxed_tables(below) == set()
    assert boxed_tables(below, Layout(paragraphs=("sentence_0",), hatnotes=("sentence_0",))) == {"table_1"}
    assert body_html(behind, Rendering("Box", "/x", frozenset())).count('class="infobox-frame') == 2
    assert body_html(later, Rendering("Box", "/x", frozenset())).count('class="infobox-frame') == 1


def test_a_large_table_that_the_reader_saw_inside_an_infobox_stands_in_its_box():
    box = Table("table_0", "infobox", ((cell("cell_0_0_0"), cell("cell_0_0_1")),), None)
    large = Table("table_1", "general", tuple((cell(f"cell_1_{n}_0"),) for n in range(40)), None)
    page = Page("Box", (box, large, Sentence("sentence_0", "It begins.")))
    for layout, boxes in ((Layout(), 1), (Layout(boxed=("table_1",)), 2)):
        html = body_html(page, Rendering("Box", "/x", frozenset(), layout=layout))
        assert html.count('class="infobox-frame') == boxes


def test_addresses_may_break_behind_their_marks():
    address = Cell(
        "cell_0_0_0", "[[A.b|www.example.com/a_long_path]] & more", is_header=False, row_span=1, column_span=1
    )
    html = table_html(
        Table("table_0", "infobox", ((address,),), None), Rendering("Box", "/x", linked=frozenset({"A.b"}))
    )
    assert "www.<wbr>example.<wbr>com/<wbr>a_<wbr>long_<wbr>path</a> &amp; more" in html
    assert 'data-title="A.b"' in html


# --- Formulas --------------------------------------------------------------------------------------------------------


def sentence_html(tex: str) -> str:
    return body_html(
        Page("F", (Sentence("sentence_0", rf"It is \({tex}\) & more."),)), Rendering("F", "/x", frozenset())
    )


def test_a_formula_is_mathml_and_keeps_its_tex():
    html = sentence_html(r"\frac{a<b}{x'}")
    assert "<mfrac>" in html and "<mo>&lt;</mo>" in html
    assert r'class="formula" data-tex="\(\frac{a&lt;b}{x&#x27;}\)"' in html
    assert html.endswith("</span> &amp; more.</span></p>")


@pytest.mark.parametrize("tex", [r"\R \and \Z", r"\sgn(x)\ ", r"\begin{cases}1 & x>0\\\\0\end{cases}", r"\ce{H2O}"])
def test_what_mediawiki_knows_is_drawn(tex):
    assert "<math>" in sentence_html(tex)


@pytest.mark.parametrize(
    "tex",
    [r"\left(" * 800, "^" * 4000, "{" * 60 + "x" + "}" * 60, r"\unknowncommand x", r"\begin{matrix}", "x" * 6000],
)
def test_what_cannot_be_drawn_is_shown_as_tex(tex):
    html = sentence_html(tex)
    assert "<math" not in html and f">{escape(tex)}</code>" in html


@pytest.mark.parametrize(
    "tex", [r"\href{javascript:alert(1)}{x}", r"\text{<script>x</script>}", r"\style{color:red}{x}", r"\class{a}{x}"]
)
def test_a_formula_brings_no_script_link_or_style(tex):
    drawn = sentence_html(tex).split('">', 2)[2].lower()
    assert not [bad for bad in ("<script", "href", "style=", "class=", "javascript") if bad in drawn]


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
