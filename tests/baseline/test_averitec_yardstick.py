"""The yardstick of evidence: what it counts, what it takes for a contradiction, and what it says of spoilt evidence."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from statistics import fmean

import pytest

from baseline.scoring.averitec.evidence import gold_strings
from baseline.scoring.averitec.metrics import METRICS, question_of
from baseline.scoring.averitec.yardstick.agreement import agreement, likeness
from baseline.scoring.averitec.yardstick.contradictions import contradict
from baseline.scoring.averitec.yardstick.texts import text_of

JUDGES = "How many judges did Trump appoint? He appointed 234 judges, the White House said."


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("234 judges were appointed", "235 judges were appointed", True),
        ("It cost $5 million", "It cost 5,000,000 dollars", False),
        ("It cost $5 million", "It cost £5 million", True),
        ("It cost $5 million", "It cost $5 billion", True),
        ("Five people died", "5 people died", False),
        ("Six people died", "5 people died", True),
        ("There are 4,487,566 title deeds", "There are 4.5 million title deeds", False),
        ("In which year? 2015", "In which year? 2016", True),
        ("Support rose by 10%", "Support rose by 10 percent", False),
        ("Votes were counted in Ohio by hand", "Votes were counted in Texas by hand", True),
        ("Votes of Nigerians were counted", "Votes of Nigeria were counted", False),
        ("A plan of the US government", "A plan of the United States government", False),
        ("Was it Donald Trump? It was Donald Trump", "Was it Mr Trump? It was Trump", False),
        ("The machine cures stroke", "The machine never cures stroke", True),
        ("Masks are safe for children", "Masks aren’t safe for children", True),
        ("Is it real? Yes. The photo is old", "Is it real? No. The photo is old", True),
        ("Is it real? Yes. It is old", "Was a camera used? No. It is old", False),
        ("Is it real? No answer could be found.", "Is it real? Yes, it is", False),
        ("The bill passed", "The bill passed in 2015 in Ohio", False),
    ],
)
def test_what_is_a_contradiction(one: str, other: str, *, expected: bool) -> None:
    assert contradict(text_of(one), text_of(other)) is expected
    assert contradict(text_of(other), text_of(one)) is expected
    assert not contradict(text_of(one), text_of(one))


def test_recall_and_precision_apart() -> None:
    other = "Who won the cup? Nobody knows yet."
    assert agreement([JUDGES], [JUDGES]) == agreement([JUDGES, other][::-1], [other, JUDGES])
    full, padded, half = (
        agreement(*lists) for lists in (([JUDGES], [JUDGES]), ([JUDGES, other], [JUDGES]), ([JUDGES], [JUDGES, other]))
    )
    assert (full.recall, full.precision, full.f1) == (1, 1, 1)
    assert padded.recall == 1
    assert 0.5 <= padded.precision < 0.7
    assert (half.recall, half.precision) == (padded.precision, padded.recall)
    assert agreement([JUDGES.replace("234", "235")], [JUDGES]).f1 == 0
    assert (agreement([], [JUDGES]).f1, agreement([JUDGES], []).f1, agreement([" "], [JUDGES]).f1) == (0, 0, 0)


def test_likeness_computed_by_hand() -> None:
    """Words: a question's count half. q: {w(.5)}, a: {x, y, z} against {x, y}: F1 = (2.5 + 2.5) / (3.5 + 2.5)."""
    one, other = text_of("walrus? xray yolk zebra"), text_of("walrus? xray yolk")
    pairs = 2 * 1 / (2 + 1)
    assert likeness(one, other) == pytest.approx((5 / 6 + pairs) / 2)


def test_the_registry() -> None:
    assert question_of("Who is it? Me. Why?") == "Who is it?"
    for name, metric in METRICS.items():
        assert metric.name == name
        assert metric.score([], [JUDGES]) == metric.score([JUDGES], []) == 0
        assert metric.score([JUDGES], [JUDGES]) > 0.99


def test_spoilt_evidence(shared_data: Path) -> None:
    """Wrong values and swapped names count no more than three quarters; pairs in another order count all."""

    def strings(kind: str) -> list[list[str]]:
        with lzma.open(shared_data / f"averitec/perturbed_{kind}.json.xz", "rt", encoding="utf-8") as file:
            return [gold_strings(row, kind) for row in json.load(file)]

    gold = strings("base_data")
    for kind, most in {"number_replace": 0.75, "entity_swap": 0.75, "rand_order": 0.45, "coverage": 0.5}.items():
        found = [agreement(*pair) for pair in zip(strings(kind), gold, strict=True)]
        assert max(fmean(one.recall for one in found), fmean(one.precision for one in found)) <= most, kind
    assert fmean(agreement(one[::-1], one).f1 for one in gold) == 1
