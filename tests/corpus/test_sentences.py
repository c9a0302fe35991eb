"""The sentence splitter. sentences.txt holds a text a line, " | " where it is to be cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.sentences import SPLITTER_VERSION, split_sentences

LINES = (Path(__file__).parent / "sentences.txt").read_text(encoding="utf-8").splitlines()
words = st.sampled_from(
    [
        "Mr.",
        "He",
        "he",
        "[[A_b|A b.]]",
        "[[C.]]",
        "1990.",
        "No.",
        "5",
        "(b.",
        "end.)",
        '"Go."',
        "U.S.",
        "...",
        "?",
        "x!",
        "—",
    ]
)


@pytest.mark.parametrize("line", LINES)
def test_text_is_cut_where_a_reader_would_cut_it(line):
    sentences = line.split(" | ")
    assert split_sentences(" ".join(sentences)) == sentences


@given(st.lists(words, max_size=25).map(" ".join))
def test_nothing_is_lost_and_no_link_is_cut(text):
    sentences = split_sentences(text)
    assert " ".join(sentences) == text
    assert all(sentence.count("[[") == sentence.count("]]") for sentence in sentences)
    assert all(sentence == sentence.strip() != "" for sentence in sentences)


def test_an_empty_text_has_no_sentences():
    assert split_sentences("") == split_sentences("  ") == []


def test_the_splitter_has_a_version():
    assert SPLITTER_VERSION
