"""Every number of agreement over a simulated project, digit for digit as it was when its way of being computed was
checked; and what was stored, against the packages that other people wrote.

A faster way to the same numbers changes nothing here, seeded draws included. Where a number is meant to change, write
the file anew: `python -m tests.agreement.test_golden`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from krippendorff import alpha
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa

from annotation.quality.agreement.annotators import annotators, two_people
from annotation.quality.agreement.definitions import GROUPINGS
from annotation.quality.agreement.items import Item, verdict_counts
from annotation.quality.agreement.personal import personal_figures
from annotation.quality.agreement.report import Figure, challenge_figures, evidence_figures, grouped, verdict_figures
from annotation.quality.agreement.result import Interval, Result, Undefined
from annotation.vocabulary.verdicts import VERDICTS
from tests.agreement.simulated import SCORES, simulated_items

GOLDEN = Path(__file__).with_name("golden.json")
SHOWN_CLAIMS = 6  # of those behind each number, in their order

Row = list[Any]


@lru_cache
def items() -> list[Item]:
    return simulated_items()


def computed() -> dict[str, Row]:
    """Name -> value (or the reason why there is none), items, ends of the interval (or the reason), claims behind."""
    return dict(_rows(items()))


def _rows(found: Sequence[Item]) -> Iterator[tuple[str, Row]]:
    for part, chosen in (("all", found), ("two-way", [item for item in found if len(item.ratings) == 2])):
        for figure in [*verdict_figures(chosen), *challenge_figures(chosen), *evidence_figures(chosen)]:
            yield f"{part}: {figure.name}", _figure(figure)
    for by in GROUPINGS:
        for group in grouped(found, by, SCORES):
            behind = [group.pairs, len(group.claims), *group.claims[:SHOWN_CLAIMS]]
            yield f"by {by} {group.name!r}: kappa", [*_result(group.kappa), behind]
            yield f"by {by} {group.name!r}: percent", [*_result(group.percent), behind]
    people = annotators(found)
    for row in people.rows:
        behind = [row.partners, len(row.claims), *row.claims[:SHOWN_CLAIMS]]
        yield f"person {row.person}: kappa", [*_result(row.kappa), behind]
        yield f"person {row.person}: percent", [*_result(row.percent), behind]
    yield "people: mean", [*_result(people.mean), [people.below_60]]
    yield "people: spread", [*_result(people.spread), [people.above_70]]
    yield "people: share below 0.60", [*_result(people.share_below_60), [people.below_60]]
    yield "people: share above 0.70", [*_result(people.share_above_70), [people.above_70]]
    for pair, cell in people.cells.items():
        yield f"pair {pair}", [cell.kappa, len(cell.claims), [cell.agreeing], list(cell.claims[:SHOWN_CLAIMS])]
    for name, result in two_people(found, 1, 2).items():
        yield f"1 and 2: {name}", [*_result(result), []]
    for figure in personal_figures(found, 3):
        yield f"own of 3: {figure.name}", _figure(figure)


def _figure(figure: Figure) -> Row:
    return [*_result(figure.result), [len(figure.claims), *figure.claims[:SHOWN_CLAIMS]]]


def _result(result: Result) -> Row:
    if isinstance(result, Undefined):
        return [result.reason.value, result.items, []]
    ends = result.interval
    return [result.value, result.items, [ends.low, ends.high] if isinstance(ends, Interval) else [ends.reason.value]]


def stored() -> dict[str, Row]:
    found: dict[str, Row] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return found


def test_every_number_is_what_it_was():
    now, then = computed(), stored()
    assert list(now) == list(then)
    wrong = [name for name, row in now.items() if not _same(row, then[name])]
    assert wrong == [], {name: (now[name], then[name]) for name in wrong[:3]}


def _same(a: Any, b: Any) -> bool:
    """Another machine's logarithm may differ in the last digit, and no more."""
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, float) and isinstance(b, int | float):
        return a == pytest.approx(b, rel=1e-12, abs=1e-12)
    return bool(a == b)


def test_what_is_stored_is_of_a_project_worth_storing():
    sizes = [len(item.ratings) for item in items()]
    assert len(sizes) > 500 and {2, 3} == set(sizes)
    values = stored()
    assert len(values) > 250
    assert sum(isinstance(row[2], list) and len(row[2]) == 2 for row in values.values()) > 120  # with an interval


def test_what_is_stored_is_what_other_packages_compute():
    then = stored()
    counts = np.array([verdict_counts(item.ratings, VERDICTS.values) for item in items()])
    nominal = alpha(value_counts=counts, level_of_measurement="nominal")
    assert then["all: verdict.alpha"][0] == pytest.approx(nominal)
    names = sorted({rating.challenge for item in items() for rating in item.ratings})
    given = [[rating.challenge for rating in item.ratings] for item in items()]
    challenges = np.array([[one.count(name) for name in names] for one in given])
    assert then["all: challenge.alpha"][0] == pytest.approx(
        alpha(value_counts=challenges, level_of_measurement="nominal")
    )
    two = counts[counts.sum(axis=1) == 2]
    assert then["two-way: verdict.fleiss"][0] == pytest.approx(fleiss_kappa(two))
    first, second = zip(*[[r.verdict for r in item.ratings] for item in items() if len(item.ratings) == 2], strict=True)
    assert then["two-way: verdict.cohen"][0] == pytest.approx(cohen_kappa_score(first, second))
    for person in (1, 5, 14):
        mine, others = zip(*_beside(person), strict=True)
        kappa = cohen_kappa_score(mine, others, labels=list(VERDICTS.values))
        assert then[f"person {person}: kappa"][0] == pytest.approx(kappa)


def _beside(person: int) -> Iterator[tuple[str, str]]:
    for item in items():
        for a, b in combinations(item.ratings, 2):
            if person in (a.person, b.person):
                yield (a.verdict, b.verdict) if a.person == person else (b.verdict, a.verdict)


def test_stored_intervals_are_those_of_drawing_items_one_by_one():
    """With numpy and another generator: other draws, and the same spread but for what a thousand draws leave open."""
    dice = np.random.default_rng(4)
    then = stored()["all: verdict.alpha"][2]
    counts = np.array([verdict_counts(item.ratings, VERDICTS.values) for item in items()])
    drawn = [
        alpha(value_counts=counts[dice.integers(len(counts), size=len(counts))], level_of_measurement="nominal")
        for _ in range(600)
    ]
    assert then == pytest.approx(list(np.percentile(drawn, [2.5, 97.5])), abs=0.012)


if __name__ == "__main__":
    lines = (f"{json.dumps(name)}: {json.dumps(row)}" for name, row in computed().items())
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
