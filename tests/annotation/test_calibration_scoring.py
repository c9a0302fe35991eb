"""A verifier's answers beside gold; every number here is worked out by hand."""

from __future__ import annotations

import pytest

from annotation.quality.calibration.attention_checks import is_attention_check_slot
from annotation.quality.calibration.drift import drift
from annotation.quality.calibration.scoring import score, writing_score
from annotation.work.gold import Answer, Gold, ItemScore
from annotation.workflows.claim_verification.scoring import score_item


def gold(*sets: str, verdict: str = "SUPPORTS", challenges: str = "Other") -> Gold:
    """Each set as letters: "ab" holds the elements a and b."""
    return Gold(verdict, frozenset(challenges.split(", ")), tuple(frozenset(one) for one in sets))


def answer(*sets: str, verdict: str = "SUPPORTS", challenge: str = "Other") -> Answer:
    return Answer(verdict, challenge, tuple(frozenset(one) for one in sets))


def evidence(answered: Answer, right: Gold) -> tuple[float | None, float | None, int]:
    found = score_item(answered, right)
    return found.precision, found.recall, found.complete_sets


def test_the_same_evidence_is_all_right():
    assert evidence(answer("ab"), gold("ab")) == (1, 1, 1)


def test_half_of_what_was_chosen_is_right_and_one_of_three_is_found():
    assert evidence(answer("ax"), gold("abc")) == (1 / 2, 1 / 3, 0)


def test_one_of_several_gold_sets_is_enough():
    """The second is the best match: 2 of 2 hit. One of the two gold sets is found."""
    assert evidence(answer("cd"), gold("ab", "cd")) == (1, 1, 1)


def test_each_set_is_held_beside_the_gold_set_it_matches_best():
    """ab matches ab (2 of 2), cx matches cd (1 of 2): 3 hits of 4 chosen and of 4 in the gold sets matched."""
    assert evidence(answer("ab", "cx"), gold("ab", "cd")) == (3 / 4, 3 / 4, 1)


def test_a_set_of_wrong_elements_beside_a_right_one_costs():
    """ab matches ab; xy hits nothing of it: 2 hits of 4 chosen, of 2 + 2 that were to be found."""
    assert evidence(answer("ab", "xy"), gold("ab")) == (1 / 2, 1 / 2, 1)


def test_a_larger_set_holds_the_gold_set_completely_and_is_less_precise():
    assert evidence(answer("abcd"), gold("ab")) == (1 / 2, 1, 1)


def test_the_order_of_gold_sets_is_worth_nothing():
    """xy hits nothing of either set; ab matches a and abcd alike (F1 of 2/3). The smaller one counts."""
    for right in (gold("ab", "cdef"), gold("cdef", "ab")):
        assert evidence(answer("ab", "xy"), right) == (1 / 2, 1 / 2, 1)
    for right in (gold("a", "abcd"), gold("abcd", "a")):
        assert evidence(answer("ab"), right) == (1 / 2, 1, 1)


def test_empty_sets_earn_nothing():
    """The original platform took two empty sets for two right pieces, and gave one wrong piece 2/3 (D27)."""
    assert evidence(answer("x", "", ""), gold("ab", "", "")) == (0, 0, 0)


def test_an_answer_without_evidence_has_nothing_right_and_divides_by_nothing():
    assert evidence(answer(), gold("ab")) == (0, 0, 0)
    assert score([score_item(answer(), gold("ab"))]).f1 == 0


def test_where_gold_has_no_evidence_there_is_none_to_find():
    assert evidence(answer("a"), gold("")) == (None, None, 0)
    assert score([score_item(answer("a"), gold())]).f1 is None


def test_any_of_the_accepted_challenges_is_right():
    right = gold("a", challenges="Numerical Reasoning, Multi-hop Reasoning")
    assert score_item(answer("a", challenge="Multi-hop Reasoning"), right).challenge_right
    assert not score_item(answer("a", challenge="Other"), right).challenge_right


def test_a_phase_is_the_mean_of_its_items():
    """Precision (1 + 1/2) / 2 = 3/4, recall (1 + 1/4) / 2 = 5/8, F1 = 2 * 3/4 * 5/8 / (3/4 + 5/8) = 15/22."""
    found = score(
        [
            score_item(answer("ab"), gold("ab", "cd")),
            score_item(answer("ax", verdict="REFUTES", challenge="Numerical Reasoning"), gold("abcd")),
        ]
    )
    assert (found.items, found.accuracy, found.challenge) == (2, 1 / 2, 1 / 2)
    assert (found.precision, found.recall) == (3 / 4, 5 / 8)
    assert found.f1 == pytest.approx(15 / 22)
    assert (found.complete_sets, found.gold_sets) == (1, 3)


def test_nothing_answered_has_no_score():
    assert score([]) is None and writing_score(0, []) is None


def test_a_writer_s_phase_is_the_share_of_claims_that_are_good():
    grades = [(True, True), (True, False), (False, False)]
    found = writing_score(1, grades)
    assert (found.claims, found.accuracy, found.challenge) == (3, 2 / 3, 1 / 3)


# --- Drift -----------------------------------------------------------------------------------------------------------
RIGHT = ItemScore(True, True, 1.0, 1.0, 1, 1)
WRONG = ItemScore(False, True, 0.0, 0.0, 0, 1)


def test_only_the_last_answers_count():
    found = drift([RIGHT] * 10 + [WRONG] * 2 + [RIGHT] * 2, window=4, min_accuracy=0.7, min_f1=None)
    assert found.score.accuracy == 1 / 2 and found.low == ("accuracy",)


def test_somebody_who_was_bad_and_is_good_again_raises_no_alert():
    assert drift([WRONG] * 10 + [RIGHT] * 4, window=4, min_accuracy=0.7, min_f1=0.5).low == ()


def test_too_few_answers_raise_no_alert():
    assert drift([WRONG] * 3, window=4, min_accuracy=0.7, min_f1=0.5).low == ()
    assert drift([], window=4, min_accuracy=0.7, min_f1=None) is None


def test_right_verdicts_on_wrong_evidence_are_a_drift_too():
    guessed = ItemScore(True, True, 0.0, 0.0, 0, 1)
    assert drift([guessed] * 4, window=4, min_accuracy=0.7, min_f1=0.5).low == ("f1",)


def test_silent_gold_comes_at_exactly_its_rate_and_without_a_rhythm():
    places = [number for number in range(1000) if is_attention_check_slot(7, 3, number, 5)]
    assert len(places) == 50
    gaps = {after - before for before, after in zip(places, places[1:], strict=False)}
    assert len(gaps) > 10
    assert places != [number for number in range(1000) if is_attention_check_slot(7, 4, number, 5)]
