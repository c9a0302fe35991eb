"""Untrusted elements: their marks, kept beside the page and counted."""

from __future__ import annotations

from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command

from corpus.building.page_builder import PageBuilder
from corpus.building.table_layout import ParsedCell, ParsedTable
from corpus.models import Corpus
from corpus.page.context import caption_id
from corpus.page.elements import List, Sentence, Table, Untrusted
from corpus.page.trust import untrusted_reason
from corpus.rules import Rules
from corpus.snapshot.manifest import manifest
from corpus.store import layout_of, stored
from corpus.syntax.parser_state import PRIVATE
from corpus.wikitext.build import build_page

CELLS, TEXT = Untrusted.TEMPLATE_CELLS, Untrusted.MISSING_TEXT


@pytest.mark.parametrize(
    ("element", "reason"),
    [
        ("table_3", CELLS),
        ("cell_3_0_1", CELLS),
        ("header_cell_3_10_0", CELLS),
        ("table_caption_3", CELLS),
        ("cell_33_0_1", None),
        ("cell_2_0_1", TEXT),
        ("cell_2_0_2", None),
        ("sentence_12", TEXT),
        ("sentence_1", None),
        ("item_3_0", None),
        ("section_3", None),
        ("title", None),
    ],
)
def test_a_mark_holds_for_its_element_and_its_parts(element, reason):
    assert untrusted_reason({"table_3": CELLS, "sentence_12": TEXT, "cell_2_0_1": TEXT}, element) is reason


def test_without_marks_everything_is_trusted():
    assert untrusted_reason({}, "sentence_0") is None


def test_an_item_that_is_nothing_but_an_unknown_template_is_counted_by_name():
    lines = ("* One.", "* {{quux|a}}", "** {{Corge}} ", "* Two {{quux}} words.", "* [[Three]] {{quux}}", "{{quux|b}}")
    built = build_page("Aa", "Text.\n" + "\n".join(lines))
    counts = {reason: count for reason, count in built.dropped.items() if reason.startswith("list item")}
    assert counts == {"list item of template quux": 1, "list item of template corge": 1}


def test_the_builder_marks_a_table_by_the_number_it_gets():
    builder = PageBuilder("Page", "en", Counter())
    cells = ((ParsedCell("a", False), ParsedCell("b", False)),)
    for written in (
        ParsedTable("general", ((ParsedCell("", False),),), None, CELLS),  # empty: no table, no mark
        ParsedTable("general", cells, None),
        ParsedTable("general", cells, None, CELLS),
    ):
        builder.add_table(written)
    assert builder.built(Counter()).layout.untrusted == {"table_1": CELLS}


def marked(wikitext: str) -> dict[str, str]:
    """Text of every marked sentence, item, cell and caption of an article, by local id."""
    built = build_page("Page", wikitext, rules=Rules(keep_flagged=True))
    assert built.page is not None
    texts: dict[str, str] = {}
    for element in built.page.elements:
        match element:
            case Sentence(name, text):
                texts[name] = text
            case List():
                texts |= {item.id: item.value for item in element.items}
            case Table():
                texts |= {cell.id: cell.value for row in element.rows for cell in row}
                texts[caption_id(element)] = element.caption or ""
    everything = "".join(texts.values())
    assert not PRIVATE.search(everything) and "  " not in everything
    return {name: texts[name] for name in built.layout.untrusted}


@pytest.mark.parametrize(
    ("wikitext", "expected"),
    [
        ("One. Two is {{Made up}} here. Three.", {"sentence_1": "Two is here."}),
        ("It made $9 million (${{Inflation|US|9|1990}} today).", {"sentence_0": "It made $9 million ($ today)."}),
        ("Firms to which {{Made up|x}} has committed. More.", {"sentence_0": "Firms to which has committed."}),
        ("In {{CURRENTYEAR}} it is new.", {"sentence_0": "In it is new."}),
        ("He ({{age|1990|1|1}}) won.", {"sentence_0": "He won."}),
        ("See [[Aa|the {{Made up}} river]] there.", {"sentence_0": "See [[Aa|the river]] there."}),
        ("* a\n* b {{Made up}} c\n* {{Made up}}", {"item_0_1": "b c"}),
        ("* {{cite book|title=A}} is a detailed list.", {"item_0_0": "is a detailed list."}),
        ("{{hatnote|About {{Made up}} river.}}", {"sentence_0": "About river."}),
        ("Of {{#expr:1+1}} parts.", {"sentence_0": "Of parts."}),
        ("It cost {{US$|5|year=1990}}.", {"sentence_0": "It cost US$5."}),
    ],
)
def test_an_element_that_misses_words_is_marked(wikitext, expected):
    assert marked(wikitext) == expected


@pytest.mark.parametrize(
    "wikitext",
    [
        "One.{{Made up}} Two,{{Made up}} three.",  # where notes stand
        "{{Made up box\n|a=b}}\nThe river flows.",  # alone on its lines
        "{{Made up}}'''The river''' flows.",  # right before the first word
        "A{{citation needed}} river{{efn|note}} flows{{sfn|Smith|2000}} here.<ref>x</ref>",
        "The river {{nowrap|flows fast}} {{snd}} and far.",
        "A {{citation needed span|text=river in}} the north.",
        "It cost {{US$|5}}, {{GBP|1200}} or {{€|3}}, {{chf|2}}.",
        "{{harvtxt|Smith|Jones|2010|p=3}} said so.",
        "== {{Made up}} ==\nText.",
    ],
)
def test_templates_without_words_of_the_text_leave_no_mark(wikitext):
    assert marked(wikitext) == {}


def test_a_cell_that_misses_words_is_marked_alone():
    table = """{| class="wikitable"
|+ Results of {{Made up}}
! Year !! {{Made up}} votes
|-
| 1990 || about {{Made up|5}}
|-
| 1991 || 7
|}"""
    assert marked(table) == {
        "table_caption_0": "Results of",
        "header_cell_0_0_1": "votes",
        "cell_0_1_1": "about",
    }


def test_rows_are_numbered_as_without_holes():
    table = '{| class="wikitable"\n|-\n| {{Made up}}\n|-\n| a || b\n|}'
    page = build_page("Page", table).page
    assert page is not None
    (element,) = page.elements
    assert isinstance(element, Table) and [cell.id for cell in element.rows[0]] == ["cell_0_1_0", "cell_0_1_1"]


def test_a_paragraph_of_many_holes_is_marked_sentence_by_sentence():
    text = " ".join(f"Sentence {n} has {{{{Made up}}}} words." for n in range(500))
    assert len(marked(text)) == 500


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("{{flagicon|FRA}}", "France"),
        ("{{flagicon|FRA}}<br />{{flagicon|ITA}}", "France; Italy"),
        ("{{flagicon|FRA}} Zidane", "Zidane"),
        ("{{flagicon|Eur {{flagicon|FRA}}}}", "Eur France"),
        ("[[Uruguay]]<br />{{flagicon|URU}}", "[[Uruguay]]"),
    ],
)
def test_a_flag_is_a_country_where_nothing_else_stands(cell, value):
    page = build_page("Page", f'{{| class="wikitable"\n| a || {cell}\n|}}').page
    assert page is not None and isinstance(page.elements[0], Table)
    assert page.elements[0].rows[0][1].value == value


def test_a_flag_in_a_sentence_is_a_picture():
    page = build_page("Page", "The {{flagicon|FRA}} team.\n* {{flagicon|ITA}} Rossi").page
    assert page is not None
    sentence, listed = page.elements
    assert isinstance(sentence, Sentence) and sentence.text == "The team."
    assert isinstance(listed, List) and listed.items[0].value == "Rossi"


def test_marks_are_stored_and_counted_by_reason(db, tmp_path, settings):
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    (tmp_path / "ports").mkdir()
    (tmp_path / "ports" / "Aa.wiki").write_text("One {{Made up}} two. Three.\n* {{Made up}} four")
    call_command("import_corpus", tmp_path / "ports", stdout=StringIO(), stderr=StringIO())
    corpus = Corpus.objects.get()
    assert layout_of(stored(corpus, "Aa")).untrusted == {"sentence_0": TEXT, "item_0_0": TEXT}
    assert manifest(corpus)["untrusted"] == {"missing_text": 2}
    assert "untrusted" not in stored(corpus, "Aa").data
