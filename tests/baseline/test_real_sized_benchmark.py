"""Pages that look like Wikipedia's, and the claims with hard names: what is measured on them."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.baseline.hard_names import name_claims, report
from benchmarks.baseline.wiki_like import Material, page_of
from corpus.page.elements import Sentence, Table
from corpus.page.page_json import page_from_json, page_to_json


@pytest.fixture
def material() -> Material:
    passages = {
        "Oak (film)": ["Oak is a film of 1990 about Anna Berg.", "It was shown in the town of Elmstad."],
        "Elm (film)": ["Elm is a film of 1991 about Carl Dahl.", "It was shown in the town of Norstad."],
        "Any Name": ["Any Name is a farmer in Elmstad by the sea."],
    }
    table = {"header": [["Year", []]], "data": [[["1990 film", ["/wiki/Oak_(film)"]]]]}
    return Material(
        passages=passages,
        groups={title: [*passages] for title in passages},
        shapes={("film", False, False, 1): ["Oak (film)", "Elm (film)"], ("", False, False, 2): ["Any Name"]},
        tables={"Oak (film)": [table]},
        with_tables=["Oak (film)"],
        articles=[["A sentence of an article on Norland.", "Another one that is about Elmstad."]],
        headings=["History"],
        names=["Vance"],
    )


def test_a_page_of_a_title_is_always_the_same_and_begins_with_its_own_passage(material):
    page = page_of("Oak (film)", material)
    assert page == page_of("Oak (film)", material) == page_from_json(page_to_json(page))
    assert [one.text for one in page.elements[:2]] == material.passages["Oak (film)"]
    tables = [one for one in page.elements if isinstance(one, Table)]
    assert [cell.value for row in tables[0].rows for cell in row] == ["Year", "[[Oak_(film)|1990 film]]"]


def test_a_page_without_a_passage_begins_with_one_of_its_shape_under_its_own_name(material):
    first = page_of("Ash (film)", material).elements[0]
    assert isinstance(first, Sentence)
    assert first.text in {"Ash is a film of 1990 about Anna Berg.", "Ash is a film of 1991 about Carl Dahl."}
    assert page_of("4 & 5, 6", material).elements[0].text.startswith("4 & 5, 6 is a farmer")


def test_a_page_of_a_claim_begins_with_its_gold_and_goes_on(material):
    pages = [page_of(f"Page {n}", material, ("Gold sentence.",)) for n in range(20)]
    assert all(page.elements[0].text == "Gold sentence." for page in pages)
    assert max(len(page.elements) for page in pages) > 15
    assert len({page.elements[1:] for page in pages}) > 15


def test_there_are_claims_of_every_kind_of_name_in_both_halves():
    claims = name_claims()
    assert len(claims) >= 60
    assert len({one.claim for one in claims}) == len(claims)
    kinds = Counter(one.kind for one in claims)
    assert kinds.keys() == {"parenthesis", "region", "initials", "spelling", "small", "named alone"}
    assert min(kinds.values()) >= 7
    assert sum(one.is_for_tuning for one in claims) >= 30 <= sum(not one.is_for_tuning for one in claims)


def test_hits_of_names_are_counted_at_both_depths(capsys):
    claims = name_claims()[:2]
    answers = {claims[0].claim: [claims[0].title], claims[1].claim: ["Another", claims[1].title]}
    assert report("some", claims, answers.__getitem__) == [[1.0, 1.0], [0.0, 1.0]]
    assert "@1  50.0  @5 100.0" in capsys.readouterr().out
