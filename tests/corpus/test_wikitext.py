"""The reader, case by case. The cases are in wikitext/*.txt: a name, wikitext, and the page it becomes.

Some say as well which paragraphs the sentences stand in, a paragraph a line.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.page.page_json import page_from_json, page_to_json
from corpus.site import site_with
from corpus.templates.dates import DATES
from corpus.templates.measures import MEASURES
from corpus.templates.records import RECORDS
from corpus.templates.words import WORDS
from corpus.wikitext.blocks import redirect_target
from corpus.wikitext.build import build_page
from tests.corpus.outline import outline, paragraph_lines

CASES = sorted((Path(__file__).parent / "wikitext").glob("*.txt"))


def cases() -> Iterator[object]:
    for file in CASES:
        for case in file.read_text(encoding="utf-8").split("\n---\n"):
            if case.strip():
                head, _, rest = case.partition("\ninput:\n")
                wikitext, _, expected = (rest + "\n").partition("\noutput:\n")
                expected, _, paragraphs = expected.partition("\nparagraphs:\n")
                yield pytest.param(
                    wikitext, expected.splitlines(), paragraphs.splitlines(), id=f"{file.stem}: {head.strip()[6:]}"
                )


@pytest.mark.parametrize(("wikitext", "expected", "paragraphs"), list(cases()))
def test_wikitext_becomes(wikitext, expected, paragraphs):
    built = build_page("Test (page)", wikitext)
    page = built.page
    assert outline(page) == [unicodedata.normalize("NFD", line) for line in expected]
    if page is not None:
        assert page_from_json(json.loads(json.dumps(page_to_json(page)))) == page
        if paragraphs:
            assert paragraph_lines(page, built.layout) == paragraphs


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ("estate {{nihongo|lunga|夏,|natsu}}", "estate lunga (夏, natsu)"),
        ("estate {{Nihongo||夏|natsu|calore}}", "estate (夏 natsu, calore)"),
        ("{{nihongo|''Estate''|夏|extra=/{{IPA|natsu}}/}}", "Estate (夏, /natsu/)"),
    ],
)
def test_japanese_names_of_the_italian_wiki_have_no_comma_before_the_romaji(call, shown):
    page = build_page("Test", f"È {call}.", site_with({}, "it")).page
    assert outline(page) == [f"sentence_0: E\u0300 {shown}."]


@pytest.mark.parametrize(
    "text",
    [
        "#REDIRECT [[Anna Berg]]",
        "#redirection [[Anna Berg]]",
        "#перенаправление [[Anna Berg]]",
        "#ПЕРЕНАПРАВЛЕННЯ: [[Anna Berg|x]]",
        "#Weiterleitung[[Anna Berg]]",
        "＃転送 [[Anna Berg]]",
        "#YÖNLENDİRME [[Anna Berg]]",
    ],
)
def test_redirects_of_every_language_are_known(text):
    assert redirect_target(text) == "Anna Berg"


def test_a_numbered_item_is_no_redirect():
    assert redirect_target("# tam [[Anna Berg]]") is None
    assert redirect_target("#tamer [[Anna Berg]]") is None


def test_every_case_file_has_cases():
    assert len(CASES) >= 8
    assert len(list(cases())) >= 80


def test_unknown_templates_are_counted_by_name():
    built = build_page("A", "Text {{Odd thing|1}} and {{odd_thing}} and {{nowrap|x}}.")
    assert built.templates == {"odd thing": 2}


@pytest.mark.parametrize(
    ("wikitext", "reason"),
    [
        ("{|\n| a\n|}\nText.", "table without class wikitable"),
        ('{| class="wikitable"\n|\n|}\nText.', "table without text"),
        ("{{Infobox person | image = A.jpg }}\nText.", "infobox without facts"),
        ("== Notes ==\nText.\n== Life ==\nBorn.", "excluded section"),
        ("", "page without content"),
        ("== Only a heading ==", "page without content"),
        ("Text.\n\n| stray cell", "cell outside a table"),
    ],
)
def test_what_is_dropped_is_counted_by_reason(wikitext, reason):
    assert build_page("A", wikitext).dropped[reason] == 1


def test_a_page_without_content_is_no_page():
    assert build_page("A", "[[Category:Things]]").page is None


def test_the_title_is_normalised():
    page = build_page("réunion_island", "Text.").page
    assert page is not None
    assert page.title == unicodedata.normalize("NFD", "Réunion island")


def test_a_wikis_own_namespace_names_are_known():
    page = build_page("A", "[[Datei:X.jpg|mini|Bild]]Text [[Hilfe:Y|dort]].", site_with({"Datei": 6, "Hilfe": 12})).page
    assert page is not None
    assert outline(page) == ["sentence_0: Text dort."]


@pytest.mark.parametrize(
    "wikitext",
    [
        "{{",
        "}}",
        "[[",
        "]]",
        "[[|]]",
        "{|",
        "|}",
        '{| class="wikitable"',
        '{| class="wikitable"\n! a !! b\n|- \n| rowspan=x colspan=-1 | c',
        '{| class="wikitable"\n| colspan="99999999" | a || rowspan="0" | b\n|-\n| c\n|}',
        "{{Infobox",
        "{{Infobox x|a={|\n|b\n|}}}",
        "<ref>",
        "<table><tr><td>",
        "* a\n*# b\n*: c\n:# d\n;;; e",
        ":''__TOC__''",
        ":''\n:'''''\n:''[[''x''",
        "&#0; &#xFFFFFF; &nosuch; \x00\x01 \ue000\ue006" + "1\ue007",
        "{{a|{{b|{{c|{{d}}}}}}}}" * 20,
        "'" * 50,
        "=" * 50,
        "== a == b ==",
        "<math>\\frac{</math> <math>}{}{</math>",
        "{{#if:x|y}} {{{1|z}}} {{convert}} {{coord}} {{dts}} {{frac}} {{val}} {{goal}}",
        "{{about}} {{main}} {{ill}} {{flag}} {{nihongo}} {{lang}} {{ubl}} {{sortname}} {{quote}} {{nuclide}} {{su}}",
        "{{birth date}} {{death date and age|x|y|z|a}} {{death year and age|1}} {{as of}} {{film date}}",
        "{{marriage}} {{zh}} {{korean}} {{ship}} {{HMS}} {{section link}} {{rating}} {{chem}} {{gaps}} {{height}}",
        "[[Category:]] [[File:]] [[ ]] [[#]] [[:]] [[a|]] [[|b]] [[a#|c]] [[%]] [[%zz]]",
    ],
)
def test_no_wikitext_is_too_broken_to_read(wikitext):
    for text in (wikitext, f"Before.\n{wikitext}\nAfter."):
        page = build_page("A", text).page
        if page is not None:
            assert page_from_json(page_to_json(page)) == page


ARGUMENTS = (
    "",
    "|",
    "||||||||",
    "|x",
    "|1",
    "|0|0|0|0|0|0|0",
    "|x|y|z|1|2|3|4|5|6",
    "|1=|2=b|ft=|m=x",
    "|-|to|1|km",
    "|N|1|S",
)


@pytest.mark.parametrize("name", sorted(DATES | MEASURES | RECORDS | WORDS))
def test_a_known_template_reads_any_arguments(name):
    for arguments in ARGUMENTS:
        page = build_page("A", f"Text. {{{{{name}{arguments}}}}}").page
        assert page is not None
        assert not any("{{" in line or "}}" in line for line in outline(page))
