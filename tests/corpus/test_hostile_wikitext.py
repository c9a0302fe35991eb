"""Wikitext written to hurt: reading it takes time in proportion to its length, and never Python's last frame.

Whatever is opened and not closed, nested, or repeated, a quarter of a megabyte is read in seconds of processor time.
A search that looks twice at what it has seen takes minutes on the same text, so the limit need not be tight.
"""

from __future__ import annotations

import time

import pytest

from corpus.building.page_builder import BuiltPage
from corpus.syntax.parser_state import PRIVATE
from corpus.wikitext.build import build_page
from tests.corpus.outline import outline

LENGTH = 250_000
LIMIT = 5.0  # seconds of processor time; measured: 0.2 to 0.8
REPEATED = (
    "{{", "}}", "[[", "]]", "\n{|", "\n|}", "{{{", "[[a|", "{{a|", "[[a\n", "[[File:a|", "{{!}}", "[[a]]", "{{a}}",
    "-{", "<ref>", "<ref name=a />", "<ref ", "</ref>", "<!--", "\n<!--", "<nowiki>", "<math>", "<gallery>", "<a",
    "<a b='", "<div>", "<sup>", "<li>", "<ul><li>", "<table><tr><td>", "<span style='display:none'>", "<br>",
    "''", "'''''", "=", "\n=a", "\n== a ==", "*", "\n*", "\n:", "\n;a:", "|", "\n|-", "\n| a || b", "\n\n", " ", "\t",
    "&", "&#", "&nbsp;", "%25", "(", "(<ref/>", ",<ref/>", "<ref/> ", "[", "]", "[http://a", "[http://a b] ", "__A",
    "\n{| class=wikitable\n|", "<table class=wikitable><tr><td>", "{{infobox a|b=", "{{lang-fr|x|", "{{convert|1|",
    "{{about|", "{{ubl|", "{{quote|", "a", "a ", "{{[[<ref>''\n{|\n<div>=&", "\n* [[a]] {{b|c}}",
)  # fmt: skip


def nested(opening: str, closing: str) -> str:
    times = LENGTH // len(opening + closing)
    return opening * times + closing * times


WHOLE = {
    "templates in templates": nested("{{", "}}"),
    "known templates in templates": nested("{{lang-fr|x|", "}}"),
    "arguments in arguments": nested("{{{", "}}}"),
    "links in links": nested("[[a|", "]]"),
    "targets in targets": nested("[[", "]]"),
    "tables in tables": nested('\n{| class="wikitable"\n|', "\n|}"),
    "layout tables in tables": nested("\n{|\n|", "\n|}"),
    "lists in lists": nested("<ul><li>", "</li></ul>"),
    "infoboxes in infoboxes": nested("{{infobox a|b=", "}}"),
    "tags in tags": nested("<sup>", "</sup>"),
    "braces in a formula": "<math>" + nested("\\frac{", "}{a}") + "</math>",
    "a link that ends far away": "[[" + "a" * LENGTH + "]]",
    "a heading that never ends": "=" + "a=" * (LENGTH // 2) + "b",
    "a deep list": "*" * LENGTH + " a",
    "commas before a gap": "," * LENGTH + "<ref/>)",
    "white space around a gap": "a<ref/>" + " " * LENGTH + ")",
    "a long table": '{| class="wikitable"\n' + "|-\n| a || b\n" * (LENGTH // 12) + "|}",
    "a wide table": '{| class="wikitable"\n' + '| colspan="1000" | a\n' * (LENGTH // 20) + "|}",
    "a table of cells that never end": "<table class=wikitable>" + "<td>" * (LENGTH // 4) + "</table>",
}


def read(wikitext: str) -> tuple[BuiltPage, float]:
    start = time.process_time()
    built = build_page("A", wikitext)
    return built, time.process_time() - start


@pytest.mark.parametrize("piece", REPEATED)
def test_a_piece_repeated_without_end_is_read(piece):
    _, seconds = read(piece * (LENGTH // len(piece)))
    assert seconds < LIMIT


@pytest.mark.parametrize("case", sorted(WHOLE))
def test_nesting_without_end_is_read(case):
    _, seconds = read(WHOLE[case])
    assert seconds < LIMIT


def test_what_is_nested_too_deeply_is_counted():
    built, _ = read("Text. " + nested("{{nowrap|", "}}") + " More text.")
    assert built.page is not None
    assert built.dropped["mark-up nested too deeply"] >= 1


def test_an_article_is_read_around_what_never_closes():
    built, _ = read("Before.\n\n" + "[[" * 1000 + "{{" * 1000 + "<!-- " + "a" * 1000)
    assert built.page is not None
    assert [element.id for element in built.page.elements] == ["sentence_0"]


def test_no_entity_forges_a_mark_of_the_reader():
    built, _ = read("Text &#xE006;99&#xE007; and &#57354;a|b&#xe00b;.\n\n&#xE006;7&#xE007;\n\n&#xE002; c")
    assert built.page is not None
    assert not any(PRIVATE.search(line) for line in outline(built.page))


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["{{", "[[a|", "\n{|\n|", "<div>", "<ref>", "<!--", "=", "''"])
def test_two_megabytes_are_read_within_an_imports_limit(piece):
    _, seconds = read(piece * (2_000_000 // len(piece)))
    assert seconds < 10
