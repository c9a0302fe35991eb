from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.folding import ascii_text, fold, word_spans


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("Vigdís Finnbogadóttir", "vigdis finnbogadottir"),
        ("Guðni Þórðarson", "gudni thordarson"),
        ("Straße", "strasse"),
        ("Łódź", "lodz"),
        ("Øresund", "oresund"),
        ("Ænima", "aenima"),
        ("İstanbul", "istanbul"),
        ("Hawaiʻi", "hawaii"),
        ("ΑΘΗΝΆΣ", "αθηνας"),
        ("H₂O", "h2o"),
        ("Joliot-Curie", "joliot curie"),
        ("Mercury (planet)", "mercury planet"),
        ("L’Aquila", "l'aquila"),
        ("Iceland’s", "Iceland's"),
        ("8,849 m", "8849 m"),
        ("“quoted”,  and\tspaced", "quoted and spaced"),
    ],
)
def test_what_is_typed_plainly_folds_like_what_is_written(written: str, typed: str) -> None:
    assert fold(written) == fold(unicodedata.normalize("NFD", written)) == fold(typed)


@pytest.mark.parametrize(("one", "other"), [("8.5", "85"), ("1,2", "12"), ("か", "が"), ("की", "का")])
def test_what_is_another_word_stays_another_word(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize("text", ["", "!!!", "((((", "**", "\x00\x1f", "—"])
def test_text_without_letters_folds_to_nothing(text: str) -> None:
    assert fold(text) == ""


def test_every_character_is_folded_for_good() -> None:
    for character in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(character) not in {"Cn", "Co", "Cs"}:  # unassigned, for private use, half of a pair
            folded = fold(f"a{character}b")
            assert fold(folded) == folded, hex(ord(character))


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    folded = fold(text)
    assert fold(folded) == folded
    assert folded == " ".join(folded.split())


@given(st.text())
def test_the_words_of_a_text_are_those_of_its_spans(text: str) -> None:
    spans = list(word_spans(text))
    assert all(0 <= start < end <= len(text) for start, end, _words in spans)
    assert all(first[1] <= second[0] for first, second in zip(spans, spans[1:], strict=False))


def test_text_in_ascii_has_the_words_of_folded_text() -> None:
    for text in (
        "It’s 8,849 m high – “Sagarmāthā” in Nepal; l’Aquila, U.S., don't, O'Neill's.",
        "Vigdís Finnbogadóttir ½ H₂O ﬁne Łódź\u00a0Straße • a_b",
    ):
        for written in (text, unicodedata.normalize("NFD", text)):
            found = ascii_text(written)
            assert found is not None and re.findall(r"[a-z0-9]+", found) == fold(written).split()
    assert ascii_text("東京 is Tokyo") is None
