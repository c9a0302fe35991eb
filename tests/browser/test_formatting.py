"""Bold words and Wikipedia's colours in the workspace: seen in both themes, and no hindrance to choosing."""

from __future__ import annotations

import pytest

from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from tests.browser.axe import violations
from tests.browser.workspace import cards, element, expect, open_page, sets_on_server, wait_until_saved

pytestmark = pytest.mark.browser

MEDALS = """
The '''Harbour Games''' were held in ''Aa''.

{| class="wikitable"
! style="background:#000080" | [[Place]]
! Club
|-
| style="background:#ffd700" | 1 || North
|- style="background:#ffdddd"
| 2 || South
|}
"""
SENTENCE, GOLD, NAVY, ROW = (
    f"Medals_{name}" for name in ("sentence_0", "cell_0_1_0", "header_cell_0_0_0", "cell_0_2_1")
)


@pytest.fixture
def medals(corpus):
    built = build_page("Medals", MEDALS)
    save_pages(corpus, [PageRecord(built.page, layout=built.layout)])


def styles(page, element_id: str, *names: str) -> list[str]:
    found = element(page, element_id).evaluate(
        "(each, names) => names.map((name) => getComputedStyle(each)[name])", names
    )
    assert isinstance(found, list)
    return found


def test_colours_are_shown_and_give_way_to_evidence(medals, page, assignment):
    open_page(page, "Medals")
    page.emulate_media(color_scheme="light")
    assert styles(page, GOLD, "backgroundColor") == ["rgb(255, 215, 0)"]
    assert styles(page, ROW, "backgroundColor") == ["rgb(255, 221, 221)"]
    assert styles(page, NAVY, "backgroundColor", "color") == ["rgb(0, 0, 128)", "rgb(255, 255, 255)"]
    plain = styles(page, GOLD, "boxShadow")
    element(page, GOLD).click()
    expect(cards(page)).to_have_count(1)
    (ground, shadow), (around, frame) = (styles(page, each, "backgroundColor", "boxShadow") for each in (GOLD, NAVY))
    assert plain == ["none"] and shadow != "none" and frame != "none"
    assert ground != "rgb(255, 215, 0)" and around != "rgb(0, 0, 128)"
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [GOLD]


def test_the_dark_theme_keeps_the_hue_alone(medals, page):
    open_page(page, "Medals")
    page.emulate_media(color_scheme="dark")
    assert styles(page, GOLD, "backgroundBlendMode") == ["luminosity"]
    assert styles(page, NAVY, "color") == styles(page, SENTENCE, "color")


def test_bold_words_are_part_of_their_sentence(medals, page, assignment):
    open_page(page, "Medals")
    bold = element(page, SENTENCE).locator("b")
    expect(bold).to_have_text("Harbour Games")
    expect(element(page, SENTENCE).locator("i")).to_have_text("Aa")
    bold.click()
    expect(cards(page)).to_have_count(1)
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [SENTENCE]


def test_axe_finds_nothing_on_coloured_cells(medals, axe, page):
    open_page(page, "Medals")
    assert violations(page) == []
