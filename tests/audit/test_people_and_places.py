"""Times, rates, balance, and where evidence stands."""

from __future__ import annotations

import random
from collections import Counter
from math import exp

import pytest
from scipy import stats

from annotation.quality.agreement.result import Reason
from annotation.quality.audit import table_positions
from annotation.quality.audit.balance import balance
from annotation.quality.audit.durations import Timed, paces, summary
from annotation.quality.audit.evidence_types import verdicts_by_type
from annotation.quality.audit.outliers import robust_z
from annotation.quality.audit.pmi import associations
from annotation.quality.audit.positions import Chosen, places, positions
from annotation.quality.audit.rates import rates
from annotation.quality.audit.table_positions import depths
from annotation.vocabulary.verdicts import VERDICTS
from corpus.page.element_id import parse
from tests.cast import CELL


def test_a_mean_time_does_not_depend_on_the_order_of_rows():
    """PostgreSQL gives rows as it likes, and a release is the same bytes again."""
    work = [Timed(1, 1, 1e16), Timed(1, 2, 1.0), Timed(1, 3, 1.0)]
    assert summary(work).mean == summary(work[::-1]).mean == (1e16 + 2) / 3


def test_verdicts_of_each_type_of_evidence_add_up_to_one():
    given = [("sentences", "SUPPORTS")] * 6 + [("sentences", "REFUTES")] * 2 + [("both", "REFUTES")] + [("", "REFUTES")]
    sentences, both = verdicts_by_type(given, VERDICTS.values)
    assert (sentences.evidence, sentences.verifications) == ("sentences", 8)
    assert {verdict: share.value for verdict, share in sentences.shares.items()} == {
        "SUPPORTS": 0.75,
        "REFUTES": 0.25,
        "NOT ENOUGH INFO": 0,
    }
    assert sentences.shares["REFUTES"].interval.low < 0.25 < sentences.shares["REFUTES"].interval.high
    assert sentences.shares["NOT ENOUGH INFO"].interval.reason is Reason.ALL_ALIKE
    assert (both.evidence, both.counts["REFUTES"], both.shares["REFUTES"].value) == ("both", 1, 1)
    assert verdicts_by_type([], VERDICTS.values) == []


def test_robust_z_by_hand():
    # Median 3, distances 2 1 0 1 97: MAD 1.
    assert robust_z({1: 1, 2: 2, 3: 3, 4: 4, 5: 100}) == pytest.approx(
        {1: -1.349, 2: -0.6745, 3: 0, 4: 0.6745, 5: 65.4265}
    )


def test_robust_z_is_scipys():
    dice = random.Random(3)
    values = [dice.gauss(10, 2) for _ in range(31)]
    size = stats.median_abs_deviation(values, scale=0.6745)
    middle = sorted(values)[len(values) // 2]
    assert list(robust_z(dict(enumerate(values))).values()) == pytest.approx([(v - middle) / size for v in values])


def test_robust_z_where_most_are_the_same():
    found = robust_z({1: 5, 2: 5, 3: 5, 4: 5, 5: 9})
    assert found[1] == 0
    assert found[5] == pytest.approx(0.7979 * 5)
    assert robust_z({1: 5, 2: 5, 3: 5}) is Reason.ALL_ALIKE
    assert robust_z({1: 5, 2: 6}) is Reason.TOO_FEW_PEOPLE


def crowd(fast=7):
    """Twenty people whose median is about three minutes, and one who needs ten seconds."""
    dice = random.Random(2)
    return [
        Timed(person, 1000 * person + n, (10 if person == fast else 180) * exp(dice.gauss(0, 0.45)))
        for person in range(20)
        for n in range(40)
    ]


def test_fast_clicking_is_found_and_nobody_else():
    found = paces(crowd())
    assert [pace.person for pace in found if pace.is_suspicious] == [7]
    assert found[0].z < -3.5
    assert found[0].fast.value == 1
    assert len(found[0].numbers) == 40
    assert [pace.person for pace in paces(crowd(fast=None)) if pace.is_suspicious] == []


def test_a_handful_of_work_is_no_ground_for_suspicion():
    work = [*crowd(fast=None), Timed(99, 1, 2.0), Timed(99, 2, 3.0)]
    found = next(pace for pace in paces(work) if pace.person == 99)
    assert (found.done, found.numbers, found.is_suspicious) == (2, (1, 2), False)
    assert paces([]) == []


def test_who_skips_far_more_than_others():
    counts = dict.fromkeys(range(20), (3, 100)) | {50: (20, 100), 51: (0, 0)}
    found = rates(counts)
    assert [one.person for one in found if one.is_high] == [50]
    assert (found[0].rate.value, found[0].others) == (0.2, 0.03)
    assert found[0].rate.interval.low > 0.1
    assert 51 not in {one.person for one in found}


def test_a_low_rate_is_not_a_high_one():
    found = rates({1: (0, 500), 2: (250, 500)})
    assert [one.is_high for one in found] == [True, False]
    assert rates({1: (5, 10)})[0].others is None


def test_balance_beside_what_was_asked_for():
    found = balance({"Negation": 300, "Paraphrasing": 100, "Other": 0}, {"Negation": 30, "Paraphrasing": 10})
    assert [(kind.name, kind.expected) for kind in found.kinds] == [
        ("Negation", 300),
        ("Paraphrasing", 100),
        ("Other", 0),
    ]
    assert not found.is_off
    off = balance({"Negation": 200, "Paraphrasing": 200}, {"Negation": 30, "Paraphrasing": 10})
    assert off.is_off
    assert off.test.p == pytest.approx(stats.chisquare([200, 200], [300, 100]).pvalue)
    assert balance({}, {"Negation": 1}).test is None


def test_places_of_evidence():
    chosen = [
        Chosen.of("A page_sentence_0", ["A page_title"]),
        Chosen.of("A page_sentence_21", ["A page_title", "A page_section_4", "A page_section_2"]),
        Chosen.of("A page_cell_1_3_0", ["A page_title", "A page_section_0", "A page_header_cell_1_0_0"]),
        Chosen.of("A page_item_0_7", ["A page_title"]),
    ]
    found = positions(chosen)
    assert (dict(found.sentences), dict(found.rows), dict(found.items)) == ({0: 1, 21: 1}, {3: 1}, {7: 1})
    assert dict(found.sections) == {"introduction": 2, "4": 1, "0": 1}
    assert [places(one) for one in chosen] == [
        ["section introduction", "sentence 0"],
        ["section 1-4", "sentence 20-"],
        ["section 0", "table 1-4", "row 1-4"],
        ["section introduction", "list 0", "item 5-9"],
    ]


def test_a_place_that_goes_with_a_verdict_is_found():
    dice = random.Random(1)
    verdicts = [dice.choice(["SUPPORTS", "REFUTES"]) for _ in range(600)]
    evidence = [
        [Chosen.of(f"A page_sentence_{0 if v == 'SUPPORTS' and dice.random() < 0.5 else dice.randrange(1, 30)}", [])]
        for v in verdicts
    ]
    first = associations([{place for one in chosen for place in places(one)} for chosen in evidence], verdicts)[0]
    assert (first.feature, first.label) == ("sentence 0", "SUPPORTS")
    assert first.is_notable


def test_rows_are_beside_what_their_tables_would_give_if_all_rows_were_chosen_alike(corpus):
    """A table of two rows has rows in two tenths only: none in the others says nothing of how people choose."""
    found = depths(corpus, [parse(CELL), parse(CELL), parse(CELL), parse("Harbour League_header_cell_0_0_1")])
    assert found.tenths == {5: 3, 0: 1}
    assert list(found.alike) == [2, 0, 0, 0, 0, 2, 0, 0, 0, 0]
    of_nine = table_positions._alike(Counter({9: 18}))
    assert of_nine[:9] == pytest.approx([2] * 9) and of_nine[9] == 0
    assert table_positions._alike(Counter({20: 10})) == pytest.approx([1] * 10)
