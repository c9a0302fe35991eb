"""Formulas: TeX as its author wrote it, through both readers, into sentences, links and MathML."""

from __future__ import annotations

import re
import unicodedata
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.html.build import build_page_from_html
from corpus.page.formulas import FORMULA, split_formulas
from corpus.page.links import split_links
from corpus.page.page_json import page_from_json, page_to_json
from corpus.sentences import split_sentences
from corpus.wikitext.build import build_page

PIECES = [
    *(r"\alpha", r"\bar\alpha", r"\bar{\bar\alpha}", r"\frac{a}{b}", r"\left[0,1\right)", "x_{1}", "x''", "a<b", "|x|"),
    *(r"\\ (a)", r"\text{if }", r"\begin{matrix}1&2\\3&4\end{matrix}", r"\\(a)", "[[a]]", "{{b}}", "'''", "~", "é"),
    *("__TOC__", "*", "#", ":", r"\(", r"\)", r"\\", "http://a.b", "1.", "A", " ", "\n", r"\$5", r"\%"),
]
tex = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join).filter(str.strip)


def stored(page) -> list[str]:
    return [tex for element in page.elements for tex in FORMULA.findall(getattr(element, "text", ""))]


def same_in_tex(source: str) -> str:
    """What the stored form may change: white space, and the delimiters of a formula inside a formula."""
    text = re.sub(r"(?<!\\)((?:\\\\)*)\\[()]", r"\1$", " ".join(source.split()))
    return unicodedata.normalize("NFD", re.sub(r"\s", "", text))


def from_wikitext(source: str) -> str:
    page = build_page("Formula", f"Here <math>{escape(source, quote=False)}</math> stands.").page
    (found,) = stored(page)
    assert page_from_json(page_to_json(page)) == page
    return found


def from_html(source: str) -> str:
    shown = escape(rf"{{\displaystyle {source}}}")
    math = f'<span class="mwe-math-element"><math alttext="{shown}"><mi>x</mi></math></span>'
    (found,) = stored(build_page_from_html("Formula", f"<p>Here {math} stands.</p>").page)
    return found


@pytest.mark.parametrize("source", PIECES[:12])
def test_both_readers_keep_the_tex(source):
    assert from_wikitext(source) == from_html(source) == source.strip()


@given(tex)
def test_no_mark_of_tex_is_lost_or_read_as_mark_up(source):
    assert re.sub(r"\s", "", from_wikitext(source)) == same_in_tex(source)


@pytest.mark.parametrize("mark", ["\ue006", "\ue00a", "\ue15b", "\x00", "\u2028"])
def test_marks_of_the_reader_cannot_be_forged_in_a_formula(mark):
    assert from_html(f"a{mark}b").replace(" ", "") == "ab"
    assert from_wikitext(f"a{mark}b").replace(" ", "") == "ab"


def test_formulas_that_differ_read_differently():
    pairs = [(r"\bar\alpha", r"\bar{\bar\alpha}"), (r"\mathbf{x}", "x"), (r"\dot{\vec{\beta}}", r"\vec{\beta}")]
    assert all(from_wikitext(one) != from_wikitext(other) for one, other in pairs)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (r"Let \(x\). Then \(y. z\) holds.", 2),
        (r"It is open. \(x\) is a point.", 2),
        (r"The sum is \(a + b.\) Then it ends.", 2),
        (r"Half open: \(\left[0,1\right)\). It ends (so \(x\)). Yes.", 3),
    ],
)
def test_no_sentence_ends_inside_a_formula(text, count):
    sentences = split_sentences(text)
    assert len(sentences) == count
    assert " ".join(sentences) == text


def test_a_link_whose_anchor_is_a_formula():
    page = build_page("Formula", r"The [[Bar|<math>\bar x</math>]] and [[Interval|<math>[0,1]</math>]].").page
    pieces = split_links(page.elements[0].text)
    assert (r"\(\bar x\)", "Bar") in pieces
    assert not [target for _text, target in pieces if target == "Interval"]  # brackets cannot stand in a stored link
    assert stored(page) == [r"\bar x", "[0,1]"]


def test_a_backslash_bracket_in_text_begins_no_formula():
    page = build_page("Escape", r"In shells \(a\) is a group.").page
    assert stored(page) == []


def test_an_empty_formula_is_nothing():
    page = build_page("Empty", "Here <math> </math> stands <chem></chem> nothing.").page
    assert page.elements[0].text == "Here stands nothing."


def test_text_and_formulas_are_told_apart():
    assert split_formulas(r"a \(x\) b") == [("a ", False), ("x", True), (" b", False)]
    assert split_formulas("") == []
