"""`python -m benchmarks.citations three-way`: supported, partly, or not, by two cut-offs of the score.

The cut-offs of each half of the 142 citations are those with the best macro F1 on the other half, with its weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from annotation.quality.agreement.bootstrap import Array
from benchmarks.citations.data import FAILED, PARTIAL, SUPPORTED
from benchmarks.citations.failing import shown
from benchmarks.citations.fit import Example, crossed, examples, fitted, learning, score_of
from benchmarks.citations.paired import Statistic, difference, estimate

LABELS = (FAILED, PARTIAL, SUPPORTED)  # by ascending score


def run() -> None:
    """Print macro F1 and accuracy beside the largest class."""
    by_set = examples()
    _table("all", by_set)
    by_set["side"] = [one for one in by_set["side"] if not one.compared.language]
    _table("sources in the claim's language", by_set)


def _table(title: str, by_set: dict[str, list[Example]]) -> None:
    cases = [one.case for one in by_set["side"]]
    print(f"\n{title}: {len(cases)} citations\n")
    gold = np.array([LABELS.index(case.label) for case in cases])
    tuned = np.array([case.is_for_tuning for case in cases])
    scores = crossed(by_set)["side"]
    predicted = np.zeros(len(cases), dtype=int)
    for half in (True, False):
        verifier = fitted(learning(by_set, tuned=half))
        learnt = np.array([score_of(verifier, one) for one in by_set["side"] if one.case.is_for_tuning == half])
        low, high = cut_offs(learnt, gold[tuned == half])
        judged = tuned != half
        predicted[judged] = (scores[judged] >= low).astype(int) + (scores[judged] >= high)
    majority = np.full(len(cases), LABELS.index(SUPPORTED))
    print("| | macro F1 | accuracy |\n|---|---|---|")
    for name, said in (("largest class", majority), ("lexical", predicted)):
        values = [estimate(of(said, gold), len(gold)) for of in (macro_f1, accuracy)]
        print(f"| {name} | " + " | ".join(map(shown, values)) + " |")
    gains = [difference(of(majority, gold), of(predicted, gold), len(gold)) for of in (macro_f1, accuracy)]
    print("| - largest class | " + " | ".join(shown(one, sign="+") for one in gains) + " |")
    table = [[int(((gold == true) & (predicted == said)).sum()) for said in range(3)] for true in range(3)]
    print("\nrows: people, columns: predicted, in the order", ", ".join(LABELS), *table, sep="\n")


def cut_offs(scores: Array, gold: Array) -> tuple[float, float]:
    """The two scores with the best macro F1."""
    once = np.ones(len(gold))
    steps: Sequence[float] = sorted(set(scores.tolist()))
    return max(
        combinations(steps, 2),
        key=lambda ends: macro_f1((scores >= ends[0]).astype(int) + (scores >= ends[1]), gold)(once),
    )


def macro_f1(predicted: Array, gold: Array) -> Statistic:
    """The mean of the three classes' F1."""

    def statistic(counts: Array) -> float:
        total = 0.0
        for label in range(len(LABELS)):
            right = counts[(predicted == label) & (gold == label)].sum()
            total += 2 * right / max(counts[predicted == label].sum() + counts[gold == label].sum(), 1.0)
        return float(total / len(LABELS))

    return statistic


def accuracy(predicted: Array, gold: Array) -> Statistic:
    """The share that is right."""
    return lambda counts: float(counts[predicted == gold].sum() / counts.sum())
