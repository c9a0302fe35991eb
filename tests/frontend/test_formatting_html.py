"""Bold and italic words and Wikipedia's colours on a page: attributes, never styles, and words that can be read."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from corpus.page.elements import Layout, Untrusted
from corpus.page.formatting import Colours, Formatting, Run
from corpus.wikitext.build import build_page
from frontend.reading.article_html import body_html
from frontend.reading.cell_colours import INKS, colour_attributes, ink_of, luminance, shade_of
from frontend.reading.rendering import Rendering, emphasised_html
from tests.frontend.submitting import inline_code

CSS = Path(__file__).parents[2] / "frontend" / "static" / "css"
QUAY = """The '''old [[Quay]] of ''Aa''''' is <math>x</math>.

{| class="wikitable"
! style="background:navy; color:white" | Year
! Berths
|- style="background:#ffdddd"
| '''1990''' || style="color:#c00" | 5
|}"""
CONTRAST = 4.5  # WCAG 2.2 AA


def html_of(layout: Layout | None = None, **more: object) -> str:
    built = build_page("Harbour", QUAY)
    assert built.page is not None
    given = {"layout": layout or built.layout, **more}
    return body_html(built.page, Rendering("Harbour", "/w", frozenset({"Quay"}), **given))


def cell(html: str, element: str) -> str:
    found = re.search(rf"<t[dh][^>]*Harbour_{element}\"[^>]*>", html)
    assert found is not None
    return found[0]


def test_emphasis_goes_through_links_and_formulas():
    html = html_of()
    assert '<b>old </b><a href="/w?title=Quay" data-title="Quay"><b>Quay</b></a><b> of </b><b><i>Aa</i></b> is' in html
    assert "<b>1990</b>" in html


def test_words_of_a_piece_are_escaped_on_both_sides_of_a_mark():
    assert emphasised_html("a<b>c", 10, (Run(0, 12, 1),)) == "<b>a&lt;</b>b&gt;c"
    assert emphasised_html("abc", 0, (Run(1, 2, 3), Run(2, 9, 2))) == "a<b><i>b</i></b><i>c</i>"


def test_a_cell_has_its_colours_as_attributes_that_the_policy_allows():
    html = html_of()
    assert ' bgcolor="#000080" data-shade="dark"' in cell(html, "header_cell_0_0_0")
    assert ' bgcolor="#ffdddd"' in cell(html, "cell_0_1_0")
    assert "bgcolor" not in cell(html, "header_cell_0_0_1")
    assert inline_code(html) == []


def test_marks_of_ours_go_before_colours_of_wikipedia():
    layout = build_page("Harbour", QUAY).layout
    untrusted = Layout(untrusted={"table_0": Untrusted.TEMPLATE_CELLS}, formatting=layout.formatting)
    assert "bgcolor" not in html_of(untrusted)
    laid = html_of(layers={"Harbour_cell_0_1_0": "A"})
    assert "bgcolor" not in cell(laid, "cell_0_1_0")
    assert "bgcolor" in cell(laid, "cell_0_1_1")


def test_a_page_without_formatting_is_as_before():
    html = html_of(Layout(formatting=Formatting()))
    assert "bgcolor" not in html and "<b>" not in html and "<i>" not in html


@pytest.mark.parametrize(
    ("colours", "attributes"),
    [
        (Colours("", "#ff0000"), ' data-ink="red"'),
        (Colours("", "#333333"), ""),
        (Colours("#ffd700", "#ff0000"), ' bgcolor="#ffd700"'),
        (Colours("#ff0000"), ' bgcolor="#ff0000" data-shade="middle"'),
        (Colours("#000080", "#ffffff"), ' bgcolor="#000080" data-shade="dark"'),
    ],
)
def test_attributes_of_colours(colours, attributes):
    assert colour_attributes(colours) == attributes


def theme_colour(file: str, pattern: str, dark: bool) -> str:
    """A colour as a style sheet has it for a theme."""
    found = re.search(pattern + r"\s*(?:light-dark\((#\w+), (#\w+)\)|(#\w+))", (CSS / file).read_text("utf-8"))
    assert found is not None
    return found[3] or found[1 + dark]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def in_the_dark(colour: str, tint: str) -> str:
    """A ground blended with the tint by `luminosity` (Compositing and Blending Level 1, section 10.2)."""
    weights = (0.3, 0.59, 0.11)

    def channels(of: str) -> list[float]:
        return [int(of[at : at + 2], 16) / 255 for at in (1, 3, 5)]

    wanted = sum(map(float.__mul__, weights, channels(tint)))
    own = sum(map(float.__mul__, weights, channels(colour)))
    moved = [each + wanted - own for each in channels(colour)]
    low, high = min(moved), max(moved)
    if low < 0:
        moved = [wanted + (each - wanted) * wanted / (wanted - low) for each in moved]
    if high > 1:
        moved = [wanted + (each - wanted) * (1 - wanted) / (high - wanted) for each in moved]
    return "#" + "".join(f"{round(min(max(each, 0), 1) * 255):02x}" for each in moved)


GROUNDS = [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in product((0, 51, 85, 119, 153, 187, 221, 255), repeat=3)]


def test_words_can_be_read_on_every_ground_in_both_themes():
    text = [theme_colour("variables.css", "--text:", dark) for dark in (False, True)]
    links = [theme_colour("variables.css", f"--{name}:", False) for name in ("link", "link-visited")]
    tint = theme_colour("variables.css", "--cell-tint:", True)
    on_shade = {"middle": ["#000000"], "dark": ["#ffffff"], "": [text[0], *links]}
    for ground in GROUNDS:
        assert min(contrast(ground, ink) for ink in on_shade[shade_of(ground)]) >= CONTRAST, ground
        assert contrast(in_the_dark(ground, tint), text[1]) >= CONTRAST, ground


@pytest.mark.parametrize("name", sorted({name for _, name in INKS}))
def test_coloured_letters_can_be_read_in_both_themes(name):
    for dark in (False, True):
        ink = theme_colour("variables.css", f"--ink-{name}:", dark)
        for ground in ("surface", "surface-sunken", "surface-hover"):
            assert contrast(ink, theme_colour("variables.css", f"--{ground}:", dark)) >= CONTRAST


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ("#ff0000", "red"),
        ("#cc0022", "red"),
        ("#006400", "green"),
        ("#0000ff", "blue"),
        ("#808080", ""),
        ("#000000", ""),
    ],
)
def test_letters_have_the_name_of_their_hue(colour, name):
    assert ink_of(colour) == name
