"""The claims of the repository shaped like FEVEROUS: found again on the shared pages, and cut in two by page."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from annotation.vocabulary.labels import Challenge, Verdict
from benchmarks.baseline.gold import OWN_CLAIMS, SHARED_CLAIMS, Gold, gold_of, shaped_claims, tuned
from benchmarks.baseline.gold_elements import checksum, checksums_of, present_among
from corpus.html.build import build_page_from_html
from corpus.page.element_id import ElementKind, clean_title, parse
from corpus.page.elements import Cell, List, Page, Sentence, Table
from corpus.page.elements import Item as ListItem
from corpus.rules import Rules
from corpus.sources import SourcePage, read_source

ROWS = [json.loads(line) for line in OWN_CLAIMS.read_text(encoding="utf-8").splitlines()]
KINDS = {"cells", "cells+sentences", "lists", "sentences"}
CELLS = {ElementKind.CELL, ElementKind.HEADER_CELL, ElementKind.TABLE_CAPTION, ElementKind.ITEM}


def page(number: int = 0) -> Page:
    rows = ((Cell(f"header_cell_{number}_0_0", "Year", True, 1, 1), Cell(f"cell_{number}_0_1", "1921", False, 1, 1)),)
    table = Table(f"table_{number}", "general", rows, "Boats [[built|built]] here")
    others = [Table(f"table_{one}", "general", (), None) for one in range(number)]
    item = ListItem("item_0_0", "A boat", 0, None)
    return Page(
        "P", (Sentence("sentence_0", "A [[b|quay]]."), *others, table, List("list_0", "unordered_list", (item,)))
    )


def as_gold(text: str, sets, *, batch: int) -> Gold:
    return replace(gold_of(text, [frozenset(one) for one in sets]), batch=batch)


def test_every_claim_has_one_to_three_sets_within_the_budget():
    assert len({row["claim"] for row in ROWS}) == len({row["id"] for row in ROWS}) == len(ROWS)
    for row in ROWS:
        sets = [one["content"] for one in row["evidence"]]
        assert 1 <= len(sets) <= 3, row["claim"]
        for one in sets:
            kinds = Counter(parse(element).kind for element in one)
            assert 1 <= len(one) == len(set(one))
            assert kinds.pop(ElementKind.SENTENCE, 0) <= 5, row["claim"]
            assert sum(kinds.values()) <= 25 and set(kinds) <= CELLS, row["claim"]


def test_every_claim_names_its_pages_and_has_a_checksum_for_each_element():
    for row in ROWS:
        elements = {element for one in row["evidence"] for element in one["content"]}
        assert set(row["checksums"]) == elements
        assert {parse(element).page for element in elements} == set(row["pages"])
        assert row["label"] in [*Verdict] and row["challenge"] in [*Challenge]
        assert row["kind"] in KINDS and row["why"]


def test_the_checksum_is_of_the_text_without_links():
    assert checksum("A [[Target|quay]]  here") == checksum("A quay here") != checksum("A quay")


def test_captions_headers_items_and_sentences_have_checksums():
    found = checksums_of(page())
    assert set(found) == {
        "P_sentence_0",
        "P_table_caption_0",
        "P_header_cell_0_0_0",
        "P_cell_0_0_1",
        "P_item_0_0",
    }
    assert found["P_table_caption_0"] == checksum("Boats built here")


def test_a_table_that_is_numbered_otherwise_is_found_again():
    known = checksums_of(page())
    found = present_among({"P": checksums_of(page(2))}, known)
    assert found["P_cell_0_0_1"] == "P_cell_2_0_1"
    assert found["P_table_caption_0"] == "P_table_caption_2"
    assert found["P_sentence_0"] == "P_sentence_0"


def test_what_reads_otherwise_today_is_left_out():
    known = checksums_of(page()) | {"P_item_0_0": checksum("Another"), "P_sentence_0": checksum("Another")}
    assert set(present_among({"P": checksums_of(page())}, known)) == {
        "P_table_caption_0",
        "P_header_cell_0_0_0",
        "P_cell_0_0_1",
    }


def test_claims_of_an_earlier_batch_keep_their_half_and_take_others_along():
    first = [as_gold("A claim.", [[f"{name}_sentence_0"]], batch=0) for name in ("B", "C")]
    alone = tuned(first)
    assert alone == [True, False]  # sums of the bytes of the names, even and odd
    others = [("A", "B"), ("A", "D"), ("C", "E")]
    more = [as_gold("A claim.", [[f"{one}_sentence_0" for one in pages]], batch=1) for pages in others]
    assert tuned([*first, *more]) == [True, False, True, True, False]


def test_a_claim_that_joins_both_halves_is_refused():
    first = [as_gold("A claim.", [[f"{name}_sentence_0"]], batch=0) for name in ("B", "C")]
    joining = as_gold("It joins.", [["B_sentence_0", "C_sentence_0"]], batch=1)
    with pytest.raises(ValueError, match="join both halves"):
        tuned([*first, joining])


def test_no_page_is_in_both_halves(shared_data):
    assert shared_data in SHARED_CLAIMS.parents
    claims = [as_gold(one.text, one.sets, batch=one.batch) for one in shaped_claims()]
    halves = tuned(claims)
    for batch in sorted({one.batch for one in claims}):
        earlier = [place for place, one in enumerate(claims) if one.batch <= batch]
        assert [halves[place] for place in earlier] == tuned([claims[place] for place in earlier])
    assert halves[:60] == tuned([replace(one, batch=0) for one in claims[:60]])
    pages = [
        {title for gold, half in zip(claims, halves, strict=True) if half is is_tuned for title in gold.pages}
        for is_tuned in (True, False)
    ]
    assert not pages[0] & pages[1]


@pytest.mark.extended
def test_every_element_is_found_on_the_shared_pages(shared_data):
    wanted = {title for row in ROWS for title in row["pages"]}
    pages = {}
    for record in read_source(shared_data / "html" / "wikipages_400.tar.xz"):
        assert isinstance(record, SourcePage)
        if clean_title(record.title) in wanted:
            built = build_page_from_html(record.title, record.html, record.site, Rules(keep_flagged=True)).page
            pages[built.title] = checksums_of(built)
    assert set(pages) == wanted
    for row in ROWS:
        assert set(present_among(pages, row["checksums"])) == set(row["checksums"]), row["claim"]
