"""What became of a piece of evidence, told from two editions of its page."""

from __future__ import annotations

import pytest

from annotation.quality.evidence_drift.comparison import Around, Finding, KnownPage, Pin, Status, check
from corpus.page.content_hash import content_hash
from corpus.page.context import context_ids
from corpus.wikitext.build import build_page

TEXT = """
The '''Harbour League''' was founded by [[Anna Berg]] in 1921. It has eight clubs.

== Seasons ==
Each club plays seven matches.

{| class="wikitable"
|+ Winners
! Season !! Winner !! Goals
|-
! 2001
| Quay Rovers || 12
|-
! 2002
| Pilots || 12
|}
"""
SENTENCE, SECOND, THIRD = (f"Harbour League_sentence_{number}" for number in range(3))
ROVERS, GOALS = "Harbour League_cell_0_1_1", "Harbour League_cell_0_1_2"


def page(text: str = TEXT, title: str = "Harbour League") -> KnownPage:
    built = build_page(title, text).page
    assert built is not None
    return KnownPage(built)


def found(element: str, text: str = TEXT, *, title: str = "Harbour League", then: KnownPage | None = None) -> Finding:
    """What `check` says of an element of TEXT in another edition of its page."""
    chosen = page()
    pin = Pin(
        element,
        "Harbour League",
        tuple(context_ids(chosen.page, element)),
        content_hash(chosen.page, element),
    )
    return check(pin, page(text, title), then or chosen)


def test_the_same_page_changes_nothing():
    for element in (SENTENCE, THIRD, ROVERS, GOALS, "Harbour League_table_caption_0"):
        finding = found(element)
        assert (finding.status, finding.now) == (Status.UNCHANGED, (element,))
        assert finding.lost == finding.gained == ()


def test_a_link_that_is_gone_changes_nothing():
    assert found(SENTENCE, TEXT.replace("[[Anna Berg]]", "Anna Berg")).status is Status.UNCHANGED


def test_other_words_under_the_same_id_are_shown_beside_the_old_ones():
    finding = found(SENTENCE, TEXT.replace("1921", "1922"))
    assert finding.status is Status.CHANGED
    assert finding.now == ()
    assert finding.old_words == "The Harbour League was founded by Anna Berg in 1921."
    assert finding.new_words == "The Harbour League was founded by Anna Berg in 1922."


def test_words_that_stand_elsewhere_on_the_page_are_found():
    finding = found(SENTENCE, TEXT.replace("\nThe '''", "\nWelcome. The '''"))
    assert (finding.status, finding.now) == (Status.MOVED, (SECOND,))
    assert finding.new_words == "Welcome."


def test_words_that_stand_in_several_places_name_them_all():
    twice = TEXT.replace("It has eight clubs.", "It is old. It has eight clubs. It thrives. It has eight clubs.")
    finding = found(SECOND, twice)
    assert finding.status is Status.MOVED
    assert finding.now == ("Harbour League_sentence_2", "Harbour League_sentence_4")
    assert finding.new_words == "It is old."


def test_of_several_places_the_one_with_the_same_headers_is_meant():
    place = ("Harbour League_cell_0_2_2",)
    other_number = found(GOALS, TEXT.replace("! 2001", "! 2000\n| Anchor || 9\n|-\n! 2001"))
    assert (other_number.status, other_number.now) == (Status.MOVED, place)
    same_number = found(GOALS, TEXT.replace("! 2001", "! 2000\n| Anchor || 12\n|-\n! 2001"))
    assert (same_number.status, same_number.now) == (Status.MOVED, place)
    assert same_number.lost == same_number.gained == ()


def test_a_cell_that_became_a_header_has_moved():
    finding = found(ROVERS, TEXT.replace("| Quay Rovers ||", "! Quay Rovers\n|"))
    assert (finding.status, finding.now) == (Status.MOVED, ("Harbour League_header_cell_0_1_1",))


def test_an_element_whose_place_and_words_are_gone_has_vanished():
    finding = found(THIRD, TEXT.replace("Each club plays seven matches.", ""))
    assert (finding.status, finding.now, finding.new_words) == (Status.VANISHED, (), None)
    assert finding.old_words == "Each club plays seven matches."


def test_an_empty_cell_is_not_looked_for_among_all_the_empty_cells():
    empty = TEXT.replace("Pilots || 12", "Pilots || ")
    chosen = page(empty)
    cell = "Harbour League_cell_0_2_2"
    pin = Pin(cell, "Harbour League", tuple(context_ids(chosen.page, cell)), content_hash(chosen.page, cell))
    now = page(TEXT.replace("Pilots || 12", "Pilots || 3").replace("Rovers || 12", "Rovers || "))
    assert check(pin, now, chosen).status is Status.CHANGED


# --- Context ---------------------------------------------------------------------------------------------------------


def test_a_renamed_heading_is_a_change_of_context():
    finding = found(THIRD, TEXT.replace("Seasons", "Rules"))
    assert (finding.status, finding.now) == (Status.CONTEXT_CHANGED, (THIRD,))
    assert finding.lost == (Around("Harbour League_section_0", "Seasons"),)
    assert finding.gained == (Around("Harbour League_section_0", "Rules"),)


def test_another_column_header_is_a_change_of_context():
    finding = found(GOALS, TEXT.replace("Goals", "Points"))
    assert finding.status is Status.CONTEXT_CHANGED
    assert [each.words for each in finding.lost + finding.gained] == ["Goals", "Points"]


def test_a_heading_that_only_got_another_number_is_none():
    finding = found(THIRD, TEXT.replace("== Seasons", "== Clubs ==\n* Quay Rovers\n\n== Seasons"))
    assert (finding.status, finding.lost, finding.gained) == (Status.UNCHANGED, (), ())


def test_what_moved_may_have_lost_its_context_too():
    finding = found(THIRD, TEXT.replace("It has eight", "It thrives. It has eight").replace("Seasons", "Rules"))
    assert (finding.status, finding.now) == (Status.MOVED, ("Harbour League_sentence_3",))
    assert [each.words for each in finding.lost + finding.gained] == ["Seasons", "Rules"]


# --- Pages -----------------------------------------------------------------------------------------------------------


def test_a_page_that_is_gone_takes_its_evidence_along():
    pin = Pin(SENTENCE, "Harbour League", (), content_hash(page().page, SENTENCE))
    finding = check(pin, None, page())
    assert (finding.status, finding.page) == (Status.PAGE_GONE, None)
    assert finding.old_words == "The Harbour League was founded by Anna Berg in 1921."


def test_a_renamed_page_is_named_with_the_place_of_the_words():
    finding = found(ROVERS, title="League of Harbours")
    assert (finding.status, finding.page) == (Status.PAGE_RENAMED, "League of Harbours")
    assert finding.now == ("League of Harbours_cell_0_1_1",)
    assert finding.lost == finding.gained == ()


def test_a_renamed_page_may_have_other_words():
    finding = found(SENTENCE, TEXT.replace("1921", "1922"), title="League of Harbours")
    assert (finding.status, finding.now) == (Status.PAGE_RENAMED, ())
    assert finding.new_words == "The Harbour League was founded by Anna Berg in 1922."


# --- Where the page it was chosen on is not what it was --------------------------------------------------------------


def test_the_pin_decides_even_when_nobody_knows_any_more_how_it_read():
    changed = page(TEXT.replace("1921", "1930"))
    assert found(SENTENCE, then=changed).status is Status.UNCHANGED
    finding = found(SENTENCE, TEXT.replace("1921", "1922"), then=changed)
    assert (finding.status, finding.old_words) == (Status.CHANGED, None)


def test_without_the_old_page_a_context_is_compared_by_its_ids():
    chosen = page()
    pin = Pin(THIRD, "Harbour League", tuple(context_ids(chosen.page, THIRD)), content_hash(chosen.page, THIRD))
    assert check(pin, page(TEXT.replace("Seasons", "Rules")), None).status is Status.UNCHANGED
    finding = check(pin, page(TEXT.replace("== Seasons ==\n", "")), None)
    assert finding.status is Status.CONTEXT_CHANGED
    assert (finding.lost, finding.gained) == ((Around("Harbour League_section_0", None),), ())


@pytest.mark.parametrize("element", ["nonsense", "Harbour League_cell_0", ""])
def test_an_id_that_is_none_has_vanished(element):
    assert check(Pin(element, "Harbour League", (), "0" * 64), page(), None).status is Status.VANISHED
