"""Bold and italic ranges and the colours of cells: kept beside the page, for words that are known for certain."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from corpus.building.colours import colours_of
from corpus.building.page_builder import BuiltPage
from corpus.html.build import build_page_from_html
from corpus.page.elements import List, Page, Section, Sentence, Table
from corpus.page.formatting import Colours, Formatting, Run, Style, formatting_from_json, formatting_to_json
from corpus.page.links import plain_text, relinked, targets_in_json
from corpus.page.page_text import page_text
from corpus.store import PageRecord, layout_of, save_pages, stored
from corpus.wikitext.build import build_page

B, IT, BOTH = int(Style.BOLD), int(Style.ITALIC), int(Style.BOLD | Style.ITALIC)


def texts(built: BuiltPage) -> dict[str, str]:
    """The plain text of every element, by local id."""
    assert built.page is not None
    found: dict[str, str] = {}
    for element in built.page.elements:
        match element:
            case Sentence(local, text) | Section(local, text):
                found[local] = text
            case List(_, _, items):
                found.update((item.id, item.value) for item in items)
            case Table(local, _, rows, caption):
                found.update((cell.id, cell.value) for row in rows for cell in row)
                found[local.replace("table_", "table_caption_")] = caption or ""
    return {local: plain_text(text) for local, text in found.items()}


def emphasised(built: BuiltPage) -> dict[str, list[tuple[str, int]]]:
    """The emphasised words of every element that has some."""
    shown = texts(built)
    return {
        local: [(shown[local][run.start : run.end], run.style) for run in runs]
        for local, runs in built.layout.formatting.runs.items()
    }


@pytest.mark.parametrize(
    ("wikitext", "found"),
    [
        ("The '''quay''' is ''old''.", {"sentence_0": [("quay", B), ("old", IT)]}),
        ("The '''''quay''''' is.", {"sentence_0": [("quay", BOTH)]}),
        ("The '''''quay''' is'' old.", {"sentence_0": [("quay", BOTH), (" is", IT)]}),
        ("An ''open end.\nThe next line.", {"sentence_0": [("open end.", IT)]}),
        ("It is '''It is. The Quay''' is.", {"sentence_0": [("It is.", B)], "sentence_1": [("The Quay", B)]}),
        ("''[[Old Quay (harbour)|Old Quay]]'' stood.", {"sentence_0": [("Old Quay", IT)]}),
        ("The [[Quay (film)|''Quay'' film]] ran.", {"sentence_0": [("Quay", IT)]}),
        ("{{nowrap|'''Old''' Quay}} stood.", {"sentence_0": [("Old", B)]}),
        ("<b>Old</b> <i>Quay</i> stood.", {"sentence_0": [("Old", B), ("Quay", IT)]}),
        ("The 5'' gun.", {"sentence_0": [(" gun.", IT)]}),  # to the end of its line
        ("l'''amour'' and '''b'''", {"sentence_0": [("amour", IT), ("b", B)]}),
        ("Cost ''$9'' ({{Made up}} then) '''now'''.", {"sentence_0": [("$9", IT), ("now", B)]}),
        ("'''A''' is <math>f''(x)</math> here.", {"sentence_0": [("A", B)]}),
        ("Its sign is ''x''<sup>''2''</sup>.", {"sentence_0": [("x", IT)]}),
        ("* One ''ship''\n* Two", {"item_0_0": [("ship", IT)]}),
        ("; Term: its ''meaning''", {"item_0_0": [("Term", B), ("meaning", IT)]}),
        ("Text.\n\n== The ''Quay'' ==\n\nText.", {"section_0": [("Quay", IT)]}),
        (
            "{| class=wikitable\n|+ The ''Quay''\n! '''A''' !! ''B''\n|-\n| '''1'''<br>''two'' || 3\n|}",
            {
                "table_caption_0": [("Quay", IT)],
                "header_cell_0_0_1": [("B", IT)],
                "cell_0_1_0": [("1", B), ("two", IT)],
            },
        ),
    ],
)
def test_emphasis_of_wikitext(wikitext, found):
    assert emphasised(build_page("Quay", wikitext)) == found


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>The <b>quay</b> is <i>old</i>.</p>", {"sentence_0": [("quay", B), ("old", IT)]}),
        ("<p><i>One. Two</i> three.</p>", {"sentence_0": [("One.", IT)], "sentence_1": [("Two", IT)]}),
        ('<p><a href="./Quay"><i>Quay</i></a> ran.</p>', {"sentence_0": [("Quay", IT)]}),
        ('<p><a href="./Quay_(film)"><i>Quay</i> film</a> ran.</p>', {"sentence_0": [("Quay", IT)]}),
        ('<p><span style="font-weight:bold">Old</span> quay.</p>', {"sentence_0": [("Old", B)]}),
        ("<p>x<sub><i>n</i></sub> is <i>x</i>.</p>", {"sentence_0": [("x", IT)]}),
        ("<ul><li><b>One</b><ul><li>Two</li></ul></li></ul>", {"item_0_0": [("One", B)]}),
        (
            "<b><p>One.</p><ul><li>Two</li></ul></b><p>Three.</p>",
            {"sentence_0": [("One.", B)], "item_0_0": [("Two", B)]},
        ),
        ("<h2>The <i>Quay</i></h2><p>Text.</p>", {"section_0": [("Quay", IT)]}),
        (
            '<table class="wikitable"><tr><th><b>A</b></th><th>B</th></tr>'
            '<tr style="font-weight:bold"><td>1</td><td><i>2</i></td></tr></table>',
            {"cell_0_1_0": [("1", B)], "cell_0_1_1": [("2", BOTH)]},
        ),
    ],
)
def test_emphasis_of_html(html, found):
    assert emphasised(build_page_from_html("Harbour", html)) == found


@pytest.mark.parametrize("text", ["\ue010Bold\ue011 text.", "&#xe010;Bold&#xe011; text."])
def test_a_page_cannot_forge_marks(text):
    for built in (build_page("Quay", text), build_page_from_html("Quay", f"<p>{text}</p>")):
        assert texts(built) == {"sentence_0": "Bold text."}
        assert built.layout.formatting == Formatting()


def test_a_range_beside_what_is_tidied_differently_is_dropped():
    built = build_page("Quay", "He wrote [''[[Quay]]''] there.")
    assert texts(built)["sentence_0"] == "He wrote (Quay) there."
    assert built.layout.formatting.runs == {}


def test_ranges_stay_right_when_links_are_resolved():
    built = build_page("Quay", "The [[Old_Quay]] and [[Crane (machine)|crane]] are '''one'''.")
    assert built.page is not None
    text = page_text(built.page)
    goals = {target: {"Crane_(machine)": "Cranes"}.get(target) for target in targets_in_json(text)}
    sentence = json.loads(relinked(text, goals, Counter()))["sentence_0"]
    assert sentence == "The Old Quay and [[Cranes|crane]] are one."
    (run,) = built.layout.formatting.runs["sentence_0"]
    assert plain_text(sentence)[run.start : run.end] == "one"


COLOURED = """{| class="wikitable"
! style="background:#ABC" | A
! B
|- bgcolor=ffdddd style="color: Red"
| 1 || style="background: rgb(0, 128, 0)" | 2
|-
| rowspan=2 colspan=2 style="background-color:{{x}}" | 3
|}"""
COLOURED_HTML = """<table class="wikitable"><tr><th style="background:#ABC">A</th><th>B</th></tr>
<tr bgcolor="ffdddd" style="color: Red"><td>1</td><td style="background: rgb(0, 128, 0)">2</td></tr>
<tr><td rowspan="2" colspan="2">3</td></tr></table>"""


@pytest.mark.parametrize("is_html", [False, True])
def test_colours_of_cells_and_rows(is_html):
    built = build_page_from_html("Quay", COLOURED_HTML) if is_html else build_page("Quay", COLOURED)
    assert built.layout.formatting.colours == {
        "header_cell_0_0_0": Colours("#aabbcc"),
        "cell_0_1_0": Colours("#ffdddd", "#ff0000"),
        "cell_0_1_1": Colours("#008000"),
    }


@pytest.mark.parametrize("name", ["infobox", "wikitable"])
def test_colours_of_a_table_are_those_of_cells_that_have_none(name):
    style, plain = 'style="background:navy; color:white"', 'style="background:white; color:black"'
    wikitext = f"{{| class={name} {style}\n! A !! B\n|-\n| 1 || {plain} | 2\n|- {plain}\n| 3 || 4\n|}}"
    html = (
        f'<table class="{name}" {style}><tr><th>A</th><th>B</th></tr><tr><td>1</td><td {plain}>2</td></tr>'
        f"<tr {plain}><td>3</td><td>4</td></tr></table>"
    )
    navy, black = Colours("#000080", "#ffffff"), Colours("", "#000000")
    data = {"cell_0_1_0": navy, "cell_0_1_1": black, "cell_0_2_0": black, "cell_0_2_1": black}
    headers = {} if name == "wikitable" else {"header_cell_0_0_0": navy, "header_cell_0_0_1": navy}
    for built in (build_page("Quay", wikitext), build_page_from_html("Quay", html)):
        assert built.layout.formatting.colours == {**headers, **data}


@pytest.mark.parametrize(
    ("style", "bgcolor", "found"),
    [
        ("BACKGROUND-COLOR : Gold ! important", "", Colours("#ffd700")),
        ("background: no-repeat #CCF scroll", "", Colours("#ccccff")),
        ("background:rgba(255, 0, 0, 0.5); color:#000000ff", "", Colours("#ff8080", "#000000")),
        ("background:rgb(10% 20% 30%)", "", Colours("#1a334c")),
        ("background:#fff; background:#f00", "#00f", Colours("#ff0000")),
        ("border-color:red; x-background:red; border:1px solid #f00", "", Colours()),
        ("background:transparent", "", Colours()),
        ("background:url(javascript:alert(1)) red", "", Colours()),
        ("background:linear-gradient(red, blue)", "", Colours()),
        ("background:expression(alert(1)); color:var(--x)", "", Colours()),
        ("background:#12345; color:#ggg", '"><b', Colours()),
        ("background:rgb(1,2); color:rgb(a,b,c)", "notacolour", Colours()),
    ],
)
def test_only_colours_are_read(style, bgcolor, found):
    assert colours_of(style, bgcolor) == found


def test_a_ground_of_its_own_leaves_the_text_colour_of_the_row_behind():
    row = Colours("#000080", "#ffffff")
    assert colours_of("background:#ffdddd", "", row) == Colours("#ffdddd")
    assert colours_of("width:3em", "", row) == row


def test_it_is_stored_beside_the_page_and_read_back(corpus):
    built = build_page("Quay", f"The '''quay''' is ''old''.\n\n{COLOURED}")
    assert built.page is not None
    save_pages(corpus, [PageRecord(built.page, layout=built.layout), PageRecord(Page("Old", built.page.elements))])
    row = stored(corpus, "Quay")
    assert layout_of(row).formatting == built.layout.formatting
    assert row.data == page_text(built.page)
    assert layout_of(stored(corpus, "Old")).formatting == Formatting()  # as of a page stored before


def test_the_stored_form_is_read_back():
    formatting = Formatting({"sentence_0": (Run(0, 4, B), Run(6, 9, IT))}, {"cell_0_0_0": Colours("#ffd700", "")})
    assert formatting_from_json(json.loads(json.dumps(formatting_to_json(formatting)))) == formatting
    assert formatting_to_json(Formatting()) == {}
