"""Passages with the same subject and another value, over pages made for it."""

from __future__ import annotations

import pytest

from annotation.submission_check.opposite import MOST_FOUND, opposite
from annotation.submission_check.values import content_of
from corpus.page.context import all_contexts
from corpus.page.excerpt import excerpt
from corpus.wikitext.build import build_page

CLAIM = "Quay Bridge was opened to traffic in 1931 by Anna Berg."
BRIDGE = """
'''Quay Bridge''' was opened to traffic in 1933.

It was painted green in 1950. Anna Berg was born in 1899.

{| class="wikitable"
! Bridge !! Opened !! Length
|-
| Quay Bridge || 1935 || 310
|-
| Mill Bridge || 1940 || 120
|}
"""
BOX = """
{| class="infobox"
! Opened
| 1933
|-
! Length
| 310
|}
'''Quay Bridge''' is a bridge.
"""


def page(wikitext, title="Quay Bridge"):
    built = build_page(title, wikitext).page
    assert built is not None
    return built


def card(of, element_id):
    words = excerpt(of, element_id)
    assert element_id in all_contexts(of)
    return {
        "id": words.id,
        "page": words.page,
        "kind": words.kind.value,
        "sections": list(words.sections),
        "row_headers": list(words.row_headers),
        "column_headers": list(words.column_headers),
        "text": words.text,
        "caption": None,
        "context": [],
        "offered": [],
        "before": None,
        "after": None,
    }


def ids(found):
    return [one.element_id for one in found]


def test_a_sentence_and_a_cell_with_another_year_are_found():
    found = opposite(CLAIM, [], [page(BRIDGE)])
    assert set(ids(found)) == {"Quay Bridge_sentence_0", "Quay Bridge_cell_0_1_1"}


def test_a_line_of_a_box_under_a_header_of_the_claim_is_found():
    assert ids(opposite("Quay Bridge was opened in 1931.", [], [page(BOX)])) == ["Quay Bridge_cell_0_0_1"]


@pytest.mark.parametrize(
    "claim",
    [
        "Quay Bridge was opened to traffic by Anna Berg.",  # no figure
        "Quay Bridge was opened to traffic in 1933.",  # the same value; the table's other one is looked at below
        "Mill Bridge was sold in 1931.",  # another subject and predicate
        "In the 1931 Quay Games traffic was opened.",  # the year names an event
    ],
)
def test_what_says_nothing_else_is_not_found(claim):
    assert "Quay Bridge_sentence_0" not in ids(opposite(claim, [], [page(BRIDGE)]))


def test_a_page_about_something_else_has_no_subject():
    text = "The station was opened to traffic in 1933."
    assert opposite(CLAIM, [], [page(text, "Mill Station")]) == []


def test_what_was_chosen_is_not_offered_and_what_differs_from_it_names_it():
    of = page(BRIDGE)
    chosen = card(of, "Quay Bridge_sentence_0")
    found = opposite("Quay Bridge was opened to traffic in 1933.", [chosen], [of])
    assert [(one.element_id, one.against) for one in found] == [("Quay Bridge_cell_0_1_1", "Quay Bridge_sentence_0")]


def test_for_a_refuted_claim_the_opposite_has_the_claims_value():
    later = "Anna Berg said that the bridge was opened to traffic in 1931."
    of = page(f"'''Quay Bridge''' was opened to traffic in 1933.\n\n{later}")
    chosen = card(of, "Quay Bridge_sentence_0")
    found = opposite(CLAIM, [chosen], [of], is_refuted=True)
    assert ids(found) == ["Quay Bridge_sentence_1"]


PERSON = """
'''Anna Berg''' was a Danish engineer. Anna Berg was born in Bremen. She studied in Kiel.

{| class="wikitable"
! Bridge !! Architect
|-
! Quay Bridge
| Carl Moos
|}

{| class="wikitable"
! Bridge !! Architect
|-
! Quay Bridge
| Dora Lund
|-
! Mill Bridge
| Eva Holm
|}
"""


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        ("Anna Berg was born in Hamburg.", ["Anna Berg_sentence_1"]),  # a place
        ("Anna Berg was a Swedish engineer.", ["Anna Berg_sentence_0"]),  # a nationality
        ("Anna Berg was born in Bremen.", []),
        ("Anna Berg died in Hamburg.", []),  # another relation
        ("Anna Berg worked for Carl Moos.", []),
    ],
)
def test_another_name_in_the_same_relation_is_found(claim, wanted):
    assert ids(opposite(claim, [], [page(PERSON, "Anna Berg")])) == wanted


def test_a_person_after_the_same_words_is_found_and_for_a_refuted_claim_the_same_one():
    of = page("'''Quay Bridge''' was designed by Carl Moos. Quay Bridge was designed by Dora Lund.")
    first, second = (card(of, f"Quay Bridge_sentence_{number}") for number in (0, 1))
    claim = "Quay Bridge was designed by Carl Moos."
    assert [(one.element_id, one.against) for one in opposite(claim, [first], [of])] == [(second["id"], first["id"])]
    assert ids(opposite(claim, [second], [of], is_refuted=True)) == [first["id"]]


def test_the_cell_of_the_same_headers_in_another_table_is_found():
    of = page(PERSON)
    chosen = card(of, "Quay Bridge_cell_0_1_1")
    found = opposite("The architect of Quay Bridge was Carl Moos.", [chosen], [of])
    assert [(one.element_id, one.against) for one in found] == [("Quay Bridge_cell_1_1_1", chosen["id"])]


def test_few_are_found_and_the_same_in_any_order_of_the_pages():
    pages = [page(f"'''Quay Bridge''' was opened to traffic in 19{n}.", f"Quay Bridge ({n})") for n in range(40, 50)]
    found = opposite(CLAIM, [], pages)
    assert len(found) == MOST_FOUND and found == opposite(CLAIM, [], pages[::-1])


def test_figures_are_read_without_separators_and_days():
    content = content_of("On 5 March 1931 it had 12,500 seats and Müller 2.5 % of them.")
    assert [(one.value, one.is_year) for one in content.figures] == [("1931", True), ("12500", False), ("2.5", False)]
    assert "muller" in content.names
