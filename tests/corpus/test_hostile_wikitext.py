"""Wikitext written to hurt: reading it takes time in proportion to its length, and never Python's last frame.

Whatever is opened and not closed, nested, or repeated is read in a second of processor time for 25,000 characters. A
search that looks twice at what it has seen takes many times that on the same text, so the limit need not be tight.
`make test` reads 50,000 characters of each, `make test-all` a quarter of a megabyte as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import mwparserfromhell
import pytest

from corpus.building.page_builder import BuiltPage
from corpus.syntax.parser_state import PRIVATE
from corpus.wikitext.build import build_page
from tests.corpus.outline import outline

LENGTHS = [50_000, pytest.param(250_000, marks=pytest.mark.extended)]
LIMIT = 1 / 25_000  # seconds of processor time a character; measured: a tenth of it, or less
REPEATED = (
    "{{", "}}", "[[", "]]", "\n{|", "\n|}", "{{{", "[[a|", "{{a|", "[[a\n", "[[File:a|", "{{!}}", "[[a]]", "{{a}}",
    "-{", "<ref>", "<ref name=a />", "<ref ", "</ref>", "<!--", "\n<!--", "<nowiki>", "<math>", "<gallery>", "<a",
    "<a b='", "<div>", "<sup>", "<li>", "<ul><li>", "<table><tr><td>", "<span style='display:none'>", "<br>",
    "''", "'''''", "=", "\n=a", "\n== a ==", "*", "\n*", "\n:", "\n;a:", "|", "\n|-", "\n| a || b", "\n\n", " ", "\t",
    "&", "&#", "&nbsp;", "%25", "(", "(<ref/>", ",<ref/>", "<ref/> ", "[", "]", "[http://a", "[http://a b] ", "__A",
    "\n{| class=wikitable\n|", "<table class=wikitable><tr><td>", "{{infobox a|b=", "{{lang-fr|x|", "{{convert|1|",
    "{{about|", "{{ubl|", "{{quote|", "a", "a ", "{{[[<ref>''\n{|\n<div>=&", "\n* [[a]] {{b|c}}",
    "<includeonly>", "</includeonly>", "<nowiki><noinclude>", "[[{{a}}<br>", "<pre format=wikitext>", "l'''a",
    "<sup>(a", '\n{| class="wikitable"',
)  # fmt: skip


def nested(opening: str, closing: str, length: int = 250_000) -> str:
    times = length // len(opening + closing)
    return opening * times + closing * times


WHOLE: dict[str, Callable[[int], str]] = {
    "templates in templates": lambda n: nested("{{", "}}", n),
    "known templates in templates": lambda n: nested("{{lang-fr|x|", "}}", n),
    "arguments in arguments": lambda n: nested("{{{", "}}}", n),
    "links in links": lambda n: nested("[[a|", "]]", n),
    "targets in targets": lambda n: nested("[[", "]]", n),
    "targets with mark-up": lambda n: "[[" * (n // 4) + "{{a}}" * 50 + "<br>" + "]]" * (n // 4),
    "tables in no cell": lambda n: nested('\n{| class="wikitable"', "\n|}", n),
    "tables in no cell, side by side": lambda n: (
        '{| class="wikitable"' + '\n{| class="wikitable"\n|a\n|}' * (n // 30) + "\n|}"
    ),
    "tables in tables": lambda n: nested('\n{| class="wikitable"\n|', "\n|}", n),
    "layout tables in tables": lambda n: nested("\n{|\n|", "\n|}", n),
    "lists in lists": lambda n: nested("<ul><li>", "</li></ul>", n),
    "infoboxes in infoboxes": lambda n: nested("{{infobox a|b=", "}}", n),
    "an infobox of arguments that never end": lambda n: "{{infobox a|b=" + "{{{a|" * (n // 5) + "}}",
    "an infobox of links that never end": lambda n: "{{infobox a|b=" + "[[a|" * (n // 4) + "}}",
    "an infobox of addresses that never end": lambda n: "{{infobox a|b=" + "[http://a|" * (n // 10) + "}}",
    "tags in tags": lambda n: nested("<sup>", "</sup>", n),
    "braces in a formula": lambda n: "<math>" + nested("\\frac{", "}{a}", n) + "</math>",
    "a link that ends far away": lambda n: "[[" + "a" * n + "]]",
    "a heading that never ends": lambda n: "=" + "a=" * (n // 2) + "b",
    "a deep list": lambda n: "*" * n + " a",
    "commas before a gap": lambda n: "," * n + "<ref/>)",
    "white space around a gap": lambda n: "a<ref/>" + " " * n + ")",
    "a long table": lambda n: '{| class="wikitable"\n' + "|-\n| a || b\n" * (n // 12) + "|}",
    "a wide table": lambda n: '{| class="wikitable"\n' + '| colspan="1000" | a\n' * (n // 20) + "|}",
    "a table of cells that never end": lambda n: "<table class=wikitable>" + "<td>" * (n // 4) + "</table>",
}


def read(wikitext: str) -> tuple[BuiltPage, float]:
    start = time.process_time()
    built = build_page("A", wikitext)
    return built, time.process_time() - start


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("piece", REPEATED)
def test_a_piece_repeated_without_end_is_read(piece, length):
    _, seconds = read(piece * (length // len(piece)))
    assert seconds < LIMIT * length


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("case", sorted(WHOLE))
def test_nesting_without_end_is_read(case, length):
    _, seconds = read(WHOLE[case](length))
    assert seconds < LIMIT * length


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


def test_infobox_calls_are_not_read_by_a_parser_that_looks_twice(monkeypatch):
    def parsed(*_given: object, **_named: object) -> None:
        raise AssertionError("mwparserfromhell needs the square of the length of unclosed arguments")

    monkeypatch.setattr(mwparserfromhell, "parse", parsed)
    built, _ = read("{{Infobox company|founder=Ann|owner={{{a|{{{a|{{{a|}} Bo}}")
    assert built.page is not None


@pytest.mark.extended
@pytest.mark.parametrize("piece", ["{{", "[[a|", "\n{|\n|", "<div>", "<ref>", "<!--", "=", "''"])
def test_two_megabytes_are_read_within_an_imports_limit(piece):
    _, seconds = read(piece * (2_000_000 // len(piece)))
    assert seconds < 10
