"""Negatives of a cross-encoder's training: of which kind, with which scores, and the same after a kill."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from baseline.candidates import PageCandidate, PassageCandidate, StageScore, identity
from baseline.rerank.lists import CandidateList
from baseline.training.rerank.negatives import Mix, Negatives, Pair

EVEN = Mix(1.0, 1.0, 1.0)


def sentence(page: str, number: int) -> PassageCandidate:
    stages = (StageScore("first", number + 1, 0.5), StageScore("second", number + 1, 0.25))
    return PassageCandidate(f"{page}_sentence_{number}", page, "sentence", 1.0, "text", stages, (0.5,))


def sentences(claim: str, pages: str, *positives: int) -> CandidateList:
    candidates = tuple(sentence(page, number) for number, page in enumerate(pages))
    return CandidateList(claim, "sentences", candidates, (), frozenset(positives), 1)


def drawn(negatives: Negatives, pair: Pair, epochs: int = 200) -> Counter[tuple[str, str]]:
    found = [negatives.drawn(pair, epoch) for epoch in range(epochs)]
    return Counter((one.origin, identity(one.candidate)) for one in found if one)


LISTS = (sentences("one", "AABB", 0), sentences("two", "CCCC", 1, 2))


def test_negatives_are_of_all_kinds_of_the_mix_and_never_evidence():
    found = drawn(Negatives(LISTS, EVEN, 0), Pair(0, 0))
    assert {origin for origin, _ in found} == {"ranked", "same_page", "random"}
    assert {name for origin, name in found if origin == "ranked"} == {"A_sentence_1", "B_sentence_2", "B_sentence_3"}
    assert {name for origin, name in found if origin == "same_page"} == {"A_sentence_1"}
    assert {name for origin, name in found if origin == "random"} == {f"C_sentence_{n}" for n in range(4)}


@pytest.mark.parametrize(
    ("mix", "origin"), [(Mix(1, 0, 0), "ranked"), (Mix(0, 1, 0), "same_page"), (Mix(0, 0, 1), "random")]
)
def test_a_kind_without_weight_is_never_drawn(mix, origin):
    assert {kind for kind, _ in drawn(Negatives(LISTS, mix, 0), Pair(0, 0))} == {origin}


def test_weights_are_how_often_a_kind_is_drawn():
    counts = Counter(origin for origin, _ in drawn(Negatives(LISTS, Mix(3, 0, 1), 0), Pair(0, 0), 2_000).elements())
    assert counts["ranked"] / 2_000 == pytest.approx(0.75, abs=0.04)


def test_ranked_negatives_keep_what_every_stage_said_and_random_ones_have_nothing():
    negatives = Negatives(LISTS, EVEN, 0)
    for epoch in range(50):
        found = negatives.drawn(Pair(0, 0), epoch)
        assert found is not None
        said = [stage.stage for stage in found.candidate.stages]
        assert said == ([] if found.origin == "random" else ["first", "second"])
        assert found.candidate.signals == (() if found.origin == "random" else (0.5,))


def test_a_negative_follows_from_seed_epoch_and_place_alone():
    first, again, other = (Negatives(LISTS, EVEN, seed) for seed in (7, 7, 8))
    every = [[one.drawn(Pair(1, 2), epoch) for epoch in range(40)] for one in (first, again, other)]
    assert every[0] == every[1] != every[2]
    assert again.drawn(Pair(1, 2), 30) == every[0][30]  # not asked for in order
    assert len({identity(one.candidate) for one in every[0] if one}) > 1  # another one each epoch


def test_where_a_kind_has_none_another_of_the_mix_is_drawn():
    alone = (sentences("one", "AB", 0), sentences("two", "C", 0))
    negatives = Negatives(alone, Mix(1.0, 5.0, 1.0), 0)
    assert {origin for origin, _ in drawn(negatives, Pair(0, 0))} == {"ranked", "random"}
    assert {origin for origin, _ in drawn(negatives, Pair(1, 0))} == {"random"}
    assert Negatives(alone, Mix(0, 1.0, 0), 0).pairs == []


def test_pages_have_no_negative_of_their_own_page():
    pages = tuple(PageCandidate(title, 1.0) for title in "abc")
    one = CandidateList("claim", "pages", pages, (), frozenset({1}), 1)
    assert {origin for origin, _ in drawn(Negatives([one], EVEN, 0), Pair(0, 1))} == {"ranked"}


def test_a_claim_whose_candidates_are_all_evidence_and_the_only_one_gives_no_pair():
    every = sentences("one", "AB", 0, 1)
    assert Negatives([every], EVEN, 0).pairs == []
    same = Negatives([every, replace(every, claim="two")], EVEN, 0)  # all that is random is evidence too
    assert same.pairs == []
    assert Negatives([every], Mix(0, 0, 0), 0).pairs == []


def test_every_positive_is_a_pair():
    assert Negatives(LISTS, EVEN, 0).pairs == [Pair(0, 0), Pair(1, 1), Pair(1, 2)]
