"""`python -m benchmarks.citations fit-sentences`: the weights by which supporting sentences are ranked.

Softmax regression over the sentences of each source: what is to be likely is a sentence by the share of a claim's
supporting sets that have it. Learnt from `wice_train_spans` and the tuned half of WiCE dev; the other half is not read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from annotation.quality.agreement.bootstrap import Array
from baseline.citations.evidence import WEIGHTS, bm25_scores, features
from benchmarks.citations.data import Case, wice_dev, wice_train
from benchmarks.citations.failing import shown
from benchmarks.citations.fit import fold_of
from benchmarks.citations.paired import difference, estimate, mean_of
from benchmarks.citations.sentences import MOST, scores_of

STRENGTH = 100.0  # how strongly the weights of standardised features are held at 0
FOLDS = 10


@dataclass(frozen=True, slots=True)
class Ranked:
    """A claim with the features of its source's sentences, a row each, and what is to be likely."""

    case: Case
    names: tuple[str, ...]
    rows: Array
    wanted: Array


def ranked(case: Case) -> Ranked:
    """Read one claim and its source."""
    columns = features(case.claim, case.sentences)
    sets = [one for one in case.supporting if one]
    shares = np.array([sum(place in one for one in sets) / len(sets) for place in range(len(case.sentences))])
    return Ranked(case, tuple(columns), np.column_stack(list(columns.values())), shares / shares.sum())


def fitted(learnt: Sequence[Ranked]) -> Array:
    """One weight a feature, for features as they come."""
    from scipy.optimize import minimize

    rows, wanted = np.vstack([one.rows for one in learnt]), np.concatenate([one.wanted for one in learnt])
    spread = rows.std(axis=0) + 1e-9
    rows = (rows - rows.mean(axis=0)) / spread
    lengths = [len(one.rows) for one in learnt]
    starts, claim = np.cumsum([0, *lengths[:-1]]), np.repeat(np.arange(len(learnt)), lengths)

    def loss(weights: Array) -> tuple[float, Array]:
        scores = rows @ weights
        scores -= np.maximum.reduceat(scores, starts)[claim]
        totals = np.add.reduceat(np.exp(scores), starts)[claim]
        value = -(wanted * (scores - np.log(totals))).sum() + STRENGTH * (weights @ weights) / 2
        return value, rows.T @ (np.exp(scores) / totals - wanted) + STRENGTH * weights

    found: Array = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x
    weights: Array = found / spread
    return weights


def run() -> None:
    """Print the gain over BM25 on folds by article, then fit and write `sentence_weights.json`."""
    cases = [*wice_train(), *(case for case in wice_dev() if case.is_for_tuning)]
    learnt = [ranked(case) for case in cases if any(case.supporting)]
    _print_folds(learnt)
    WEIGHTS.write_text(
        json.dumps(
            {
                "made": "python -m benchmarks.citations fit-sentences",
                "learnt": f"{len(learnt)} claims: wice_train_spans and the tuned half of WiCE dev",
                "weights": dict(zip(learnt[0].names, fitted(learnt).round(4).tolist(), strict=True)),
            },
            indent=1,
        )
        + "\n",
        encoding="utf-8",
    )
    print(f"{WEIGHTS}: {len(learnt)} claims")


def _print_folds(learnt: Sequence[Ranked]) -> None:
    own, floor = [], []
    for fold in range(FOLDS):
        weights = fitted([one for one in learnt if fold_of(one.case, FOLDS) != fold])
        for one in learnt:
            if fold_of(one.case, FOLDS) == fold:
                own.append(scores_of(one.case, best(one.rows @ weights)))
                floor.append(scores_of(one.case, best(np.array(bm25_scores(one.case.claim, one.case.sentences)))))
    for place, name in enumerate((f"recall@{MOST}", "F1")):
        mine, other = (mean_of([one[place] for one in some]) for some in (own, floor))
        print(f"{name}, {FOLDS} folds of {len(own)} claims: {shown(estimate(mine, len(own)))},"
              f" BM25 {shown(estimate(other, len(own)))},"
              f" difference {shown(difference(other, mine, len(own)), sign='+')}")  # fmt: skip


def best(scores: Array) -> list[int]:
    """The places of the highest."""
    return [int(place) for place in np.argsort(-scores, kind="stable")[:MOST]]
