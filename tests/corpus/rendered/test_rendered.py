"""Rendered HTML, case by case. The cases are in cases/*.txt: a name, HTML, and the page it becomes."""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.html.build import BadHtml, build_page_from_html
from corpus.importing.outcomes import Excluded, Failed, Imported, outcome_of
from corpus.page.context import cell_contexts
from corpus.page.elements import Section, Sentence, tables
from corpus.page.page_json import page_from_json, page_to_json
from corpus.rules import Rules
from corpus.site import site_with
from corpus.sources import SourcePage
from tests.corpus.outline import outline, paragraph_lines

CASES = sorted((Path(__file__).parent / "cases").glob("*.txt"))


def cases() -> Iterator[object]:
    for file in CASES:
        for case in file.read_text(encoding="utf-8").split("\n---\n"):
            head, _, rest = case.partition("\ninput:\n")
            html, _, expected = (rest + "\n").partition("\noutput:\n")
            expected, _, paragraphs = expected.partition("\nparagraphs:\n")
            name = f"{file.stem}: {head.strip()[6:]}"
            yield pytest.param(html, expected.splitlines(), paragraphs.splitlines(), id=name)


@pytest.mark.parametrize(("html", "expected", "paragraphs"), list(cases()))
def test_html_becomes(html, expected, paragraphs):
    built = build_page_from_html("Test (page)", html)
    assert built.page is not None
    assert outline(built.page) == [unicodedata.normalize("NFD", line).rstrip("\n") for line in expected if line]
    assert page_from_json(json.loads(json.dumps(page_to_json(built.page)))) == built.page
    if any(paragraphs):
        assert paragraph_lines(built.page, built.layout) == [line for line in paragraphs if line]


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ('<p>A<sup class="reference">[1]</sup>.</p>', "footnote marker"),
        ('<p>A <a class="external autonumber" href="//b.example">[1]</a>.</p>', "numbered external link"),
        ('<p>A.</p><table class="navbox"><tr><td>x</table>', "navigation box"),
        ('<p>A.</p><figure typeof="mw:File/Thumb"><img></figure>', "picture or media"),
        ('<p>A<span style="display:none">x</span>.</p>', "hidden text"),
        ('<p>A<span style="visibility:hidden">00</span>1.</p>', "hidden text"),
        ('<p>A.</p><div id="toc" class="toc">x</div>', "table of contents"),
        ('<h2>A<span class="mw-editsection">[edit]</span></h2><p>B.</p>', "edit link"),
        ('<p>A.</p><table class="metadata ambox ambox-notice"><tr><td>x</table>', "message box"),
        ("<p>A.</p><style>p {}</style>", "script or style"),
        ("<p>A.</p><table><tr><td>x</table>", "layout table"),
        ('<p>A.</p><div><img src="m.png"><div style="position:absolute">x</div></div>', "label on a picture"),
        (
            '<p>A.</p><table><tr><td>« <a href="/wiki/1">1</a><td><a href="/wiki/3">3</a> »</table>',
            "table of navigation",
        ),
        ('<p>A.</p><table class="wikitable"><tr><td></table>', "table without text"),
        ("<p>A.</p><h2>Notes</h2><p>B.</p>", "excluded section"),
        ("<p></p>", "page without content"),
    ],
)
def test_what_is_left_out_is_counted_by_reason(html, reason):
    assert build_page_from_html("A", html).dropped[reason] == 1


UNDECLARED = "<p>A.</p><table><tr><th>Year</th><th>Place</th></tr><tr><td>1901</td><td>Oslo</td></tr></table>"


def test_tables_are_counted_by_role_and_those_without_a_class_dropped_on_request():
    by_content = build_page_from_html("A", UNDECLARED)
    assert by_content.tables == {"data, by its content": 1} and len(outline(by_content.page)) == 4
    by_class = build_page_from_html("A", UNDECLARED, rules=Rules(tables="by-class"))
    assert by_class.dropped["table without class wikitable"] == 1 and outline(by_class.page) == ["sentence_0: A."]


def test_tables_inside_an_infobox_are_known_as_such():
    isotopes = "".join(f"<tr><th>{n}</th><td>{n} h</td><td>Beta</td><td>1</td></tr>" for n in range(30))
    html = (
        f'<table class="infobox"><tr><th>Symbol</th><td>Nb</td></tr><tr><td colspan="2">'
        f'<table class="wikitable">{isotopes}</table></td></tr></table>'
        f'<table class="wikitable">{isotopes}</table><p>Text.</p>'
    )
    built = build_page_from_html("A", html)
    assert [each.id for each in tables(built.page)] == ["table_0", "table_1", "table_2"]
    assert built.layout.boxed == ("table_1",)


def test_a_cell_alone_in_its_row_stays_in_an_infobox_beside_the_header_that_spans_it():
    html = (
        '<p>A.</p><table class="infobox"><tr><th colspan="2">Niobium</th></tr><tr><td colspan="2">A note.</td></tr>'
        '<tr><th rowspan="3">Energies</th><td>652</td></tr><tr><td>1380</td></tr><tr><td>2416</td></tr>'
        "<tr><th>Radius</th><td>146 pm</td></tr></table>"
    )
    infobox, alone = tables(build_page_from_html("A", html).page)
    assert [[cell.value for cell in row] for row in infobox.rows[1:]] == [
        ["Energies", "652"],
        ["1380"],
        ["2416"],
        ["Radius", "146 pm"],
    ]
    contexts = cell_contexts(infobox)
    for cell, headers in (("cell_0_2_0", ["Energies"]), ("cell_0_4_1", ["Radius"])):
        assert [header.value for header in contexts[cell][0]] == headers
    assert [cell.value for row in alone.rows for cell in row] == ["Niobium", "A note."]


def test_an_empty_hatnote_is_no_sentence():
    assert outline(build_page_from_html("A", '<div class="hatnote"><img></div><p>Text.</p>').page) == [
        "sentence_0: Text."
    ]


# --- Flags -----------------------------------------------------------------------------------------------------------

BANNER = '<table class="{}"><tr><td>This {} needs additional citations.</td></tr></table>'


@pytest.mark.parametrize(
    "classes",
    [
        "box-More_citations_needed plainlinks metadata ambox ambox-content ambox-Refimprove",
        "metadata plainlinks ambox ambox-content ambox-Refimprove",
    ],
)
def test_a_banner_of_either_age_flags_the_page(classes):
    html = BANNER.format(classes, "article") + "<p>Text.</p>"
    built = build_page_from_html("A", html)
    assert built.page is None and built.dropped["page flagged: more citations needed"] == 1
    kept = build_page_from_html("A", html, rules=Rules(keep_flagged=True))
    assert outline(kept.page) == ["sentence_0: Text."]


def test_a_banner_about_a_section_leaves_out_the_section():
    banner = BANNER.format("ambox ambox-content ambox-Unreferenced", "section")
    html = f"<p>A.</p><h2>B</h2>{banner}<p>C.</p><h3>D</h3><p>E.</p><h2>F</h2><p>G.</p>"
    assert outline(build_page_from_html("A", html).page) == ["sentence_0: A.", "section_0 level 2: F", "sentence_1: G."]


@pytest.mark.parametrize("classes", ["ambox ambox-style ambox-Orphan", "ambox mbox-small-left ambox-content", "ombox"])
def test_a_banner_about_style_or_gaps_is_no_flag(classes):
    assert build_page_from_html("A", BANNER.format(classes, "article") + "<p>Text.</p>").page is not None


# --- Bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["<div>", "<b><p>", "<ul><li>", "<table><tr><td>", "<a href=x><b>", "<span>"])
def test_two_megabytes_of_nested_tags_are_refused_at_once(tag):
    start = time.process_time()
    with pytest.raises(BadHtml, match="nested.*again"):
        build_page_from_html("A", tag * (2_000_000 // len(tag)))
    assert time.process_time() - start < 2


@pytest.mark.parametrize("depth", [500, 1500])
def test_a_tree_too_deep_for_the_reader_is_refused_and_not_a_crash(depth):
    with pytest.raises(BadHtml, match="deep"):
        build_page_from_html("A", "<div>" * depth + "Text.")


def test_a_tag_of_ten_thousand_attributes_is_refused():
    with pytest.raises(BadHtml, match="tag"):
        build_page_from_html("A", "<div " + " ".join(f"a{n}=1" for n in range(10_000)) + ">Text.</div>")


def test_a_long_attribute_is_no_reason_to_refuse_a_page():
    data = "x" * 100_000
    assert outline(build_page_from_html("A", f"<p data-mw='{data}'>Text.</p>").page) == ["sentence_0: Text."]


def test_private_characters_of_a_page_stand_for_nothing():
    html = "<p>A&#xe006;0&#xe007; \ue002B \ue00a[[x]].\x00 \ud800 C.</p>"
    (sentence,) = build_page_from_html("A", html).page.elements
    assert isinstance(sentence, Sentence)
    assert not any("\ue000" <= character <= "\uf8ff" for character in sentence.text)
    assert "\x00" not in sentence.text and "[[" not in sentence.text


def test_a_table_of_ten_thousand_rows_is_read():
    html = '<table class="wikitable">' + "<tr><td>a<td>b" * 10_000
    assert len(outline(build_page_from_html("A", html).page)) == 10_001


def test_a_heading_keeps_its_own_level():
    html = "".join(f"<h{level}>H{level}</h{level}>" for level in range(1, 7)) + "<p>Text.</p>"
    found = [each.level for each in build_page_from_html("A", html).page.elements if isinstance(each, Section)]
    assert found == [1, 2, 3, 4, 5, 6]


def test_the_language_of_the_wiki_chooses_the_sentence_rules_and_its_namespaces_the_links():
    site = site_with({"Datei": 6, "Kategorie": 14}, "de")
    html = '<p>Am 12. Juli 1901 kam <a href="/wiki/Kategorie:Schiffe">ein Schiff</a>. Es blieb.</p>'
    assert outline(build_page_from_html("A", html, site).page) == [
        "sentence_0: Am 12. Juli 1901 kam ein Schiff.",
        "sentence_1: Es blieb.",
    ]


# --- On the way to the database --------------------------------------------------------------------------------------


def test_a_page_of_html_is_imported_left_out_or_failed():
    imported = outcome_of(SourcePage("Aa", "", 7, "2021-01-01T00:00:00Z", html="<p>Text.</p>"))
    assert isinstance(imported, Imported)
    assert (imported.title, imported.revision, json.loads(imported.data)["sentence_0"]) == ("Aa", 7, "Text.")
    assert isinstance(outcome_of(SourcePage("Aa", "", html="<p></p>")), Excluded)
    failed = outcome_of(SourcePage("Aa", "", html="<div>" * 5000))
    assert isinstance(failed, Failed) and "nested" in failed.reason


def test_a_picture_made_of_many_icons_has_no_names():
    icon = '<img alt="Tin (other metal)" src="t.png" width="16" height="16">'
    table = '<table class="wikitable"><tr><th>Element</th><td>{}</td></tr></table>'
    few, many = (build_page_from_html("Icons", table.format(icon * count)).page for count in (2, 40))
    assert few is not None and many is not None
    assert outline(few)[1].count("other metal") == 2
    assert "metal" not in "".join(outline(many))
