"""The fits behind `baseline/cells/selection.toml`, on made-up candidates."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from baseline.cells.lexical import chance_of
from baseline.cells.second_look import Surroundings
from benchmarks.baseline.fit_selection import Examples, _scaled, _thinned, fit, fit_lists
from benchmarks.baseline.gold import gold_of


def claims(count: int, size: int) -> list[Examples]:
    """Claims of which each has one piece of evidence, where the first of two values is greatest."""
    random = np.random.default_rng(0)
    nothing = np.zeros(size, dtype=np.int64)
    places = Surroundings(nothing, nothing, nothing, nothing, nothing, many=False, named=nothing)
    found = []
    for number in range(count):
        values = random.random((size, 2))
        targets = (np.arange(size) == values[:, 0].argmax()).astype(float)
        ids = [f"A_cell_0_{number}_{place}" for place in range(size)]
        found.append(Examples(str(number), ids, values, places, targets, gold_of("Claim", [frozenset(ids[:1])])))
    return found


@pytest.mark.parametrize("fitted", [fit, fit_lists])
def test_evidence_comes_first(fitted):
    examples = claims(40, 12)
    look = fitted(examples, [one.values for one in examples])
    assert look.weights[0] > 5 * abs(look.weights[1])
    assert np.mean([np.argmax(look.logits(one.values)) == one.targets.argmax() for one in examples]) > 0.8


def test_a_scaled_look_gives_probabilities():
    examples = claims(200, 10)
    values = [one.values for one in examples]
    look = _scaled(fit_lists(examples, values), examples, values)
    chances = [chance_of(logit) for each in values for logit in look.logits(each)]
    assert np.mean(chances) == pytest.approx(0.1, abs=0.01)


def test_other_sets_keep_their_evidence_and_as_much_of_the_rest():
    examples = claims(30, 400)
    first, second = _thinned((examples[:20], examples[20:]))[:20], _thinned((examples[:20], examples[20:]))[20:]
    for some, step in ((first, 5), (second, 2)):
        for one in some:
            assert one.learnt_from(one.targets).sum() == 1
            assert one.counts is not None
            assert one.counts.sum() == pytest.approx(400, rel=0.35)
            assert len(one.counts) < 400 / step * 1.5


def test_a_claim_without_evidence_is_no_list_to_learn_from():
    examples = claims(20, 8)
    blank = replace(examples[0], targets=np.zeros(8))
    values = [one.values for one in examples[1:]]
    with_blank = fit_lists([*examples[1:], blank], [*values, blank.values])
    assert with_blank.weights == pytest.approx(fit_lists(examples[1:], values).weights)
