"""Tables are ranked by title, headings, caption, headers and cells, each with a weight of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from baseline.candidates import PageCandidate
from baseline.config import Config, default_config, load_config
from baseline.passages.rank import rank_passages
from baseline.passages.split import passages
from baseline.passages.tables import table_score, table_weights
from baseline.source import PagesInMemory, claim_weights
from baseline.words import claim_words
from corpus.page.elements import Page, Section
from tests.baseline.pages import table

PAGE = Page(
    "Lake Alder", (Section("section_0", "Fishing", 2), table([["Pike", "Perch"], ["12", "31"]], caption="Catch"))
)
OTHER = Page("Lake Birch", (table([["Boat", "Length"], ["Anna", "31"], ["the of more table", "7"]]),))


def ranked(claim: str, *pages: Page, config: Config | None = None) -> list[str]:
    source, config, words = PagesInMemory(pages), config or default_config(), claim_words(claim)
    of_page = {page.title: tuple(passages(page)) for page in pages}
    candidates = [PageCandidate(page.title, 0.0) for page in pages]
    found = rank_passages(words, candidates, of_page.__getitem__, claim_weights(source, words), config)
    return [one.page for one in found.tables]


def score(claim: str, **fields: float) -> float:
    config = default_config()
    zero = {"title": 0.0, "headings": 0.0, "caption": 0.0, "headers": 0.0, "cells": 0.0}
    settings = replace(config.passages, fields=replace(config.passages.fields, **zero | fields))
    (passage,) = passages(PAGE)
    weights = claim_weights(PagesInMemory([PAGE, OTHER]), claim_words(claim))
    return table_score(passage, table_weights(weights, settings), settings)


@pytest.mark.parametrize(
    ("field", "word"), [("title", "Alder"), ("headings", "fishing"), ("caption", "catch"), ("headers", "pike")]
)
def test_each_field_counts_by_its_own_weight(field: str, word: str):
    claim = f"{word} 31"  # a table is found by its cells; the field adds to it
    assert score(claim, **{"cells": 1.0, field: 1.0}) > score(claim, cells=1.0) > 0
    others = {"title", "headings", "caption", "headers"} - {field}
    assert score(claim, cells=1.0, **dict.fromkeys(others, 5.0)) == score(claim, cells=1.0)


def test_a_table_that_only_its_surroundings_speak_for_is_left_out():
    assert score("Alder fishing catch", title=2.0, headings=1.0, caption=1.0, cells=1.0) == 0
    assert ranked("What did Lake Alder catch?", PAGE) == []


def test_stop_words_find_no_table_and_words_about_tables_count_little():
    claim = "In the table more of the pike than of perch were caught, and the others were not."
    assert ranked(claim, PAGE, OTHER) == ["Lake Alder", "Lake Birch"]
    loud = default_config()
    loud = replace(loud, passages=replace(loud.passages, fields=replace(loud.passages.fields, form=10.0)))
    assert ranked(claim, PAGE, OTHER, config=loud) == ["Lake Birch", "Lake Alder"]
    assert ranked("Of the", PAGE, OTHER) == ["Lake Birch"]  # a claim of nothing else


def test_a_file_of_settings_sets_single_fields(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text("[passages.fields]\ntitle = 0\n", encoding="utf-8")
    assert load_config(file).passages.fields == replace(default_config().passages.fields, title=0.0)
