"""`python -m benchmarks.citations cross-encoder --weights FOLDER...`: trained verifiers beside the one without weights.

Reported halves alone, which no training has seen (`groups`); of several folders (seeds) also the mean of their scores.
`lexical`: the shipped weights. Measures of `failed` with differences to `lexical`; of `three-way` with cut-offs chosen
on the tuned half of `side`, which both have learnt from.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from annotation.quality.agreement.bootstrap import Array
from baseline.citations.claim import Verifier
from baseline.citations.verify import lexical_verifier, open_verifier
from baseline.scoring.failed_verification import MEASURES, measured
from benchmarks.citations.data import Case, side, wice_dev
from benchmarks.citations.failing import shown
from benchmarks.citations.paired import difference, estimate
from benchmarks.citations.retrieval import FOLDER
from benchmarks.citations.threeway import LABELS, accuracy, cut_offs, macro_f1

OWN, MEAN = "lexical", "mean of the scores"


def run(weights: Sequence[str]) -> None:
    """Print a table a set."""
    verifiers = {OWN: lexical_verifier(), **{Path(one).name: open_verifier(one) for one in weights}}
    for name, cases in (("side", side()), ("wice", [case for case in wice_dev() if not case.is_for_tuning])):
        scores = {key: _scores(name, cases, verifier) for key, verifier in verifiers.items()}
        if len(weights) > 1:
            scores[MEAN] = np.mean([scores[Path(one).name] for one in weights], axis=0)
        reported = [place for place, case in enumerate(cases) if not case.is_for_tuning]
        _failed(name, [cases[one] for one in reported], {key: one[reported] for key, one in scores.items()})
        if name == "side":
            _three_way(cases, scores)


def _scores(name: str, cases: Sequence[Case], verifier: Verifier) -> Array:
    """The score of each, kept in the benchmark's folder."""
    path = FOLDER / f"scores-{name}-{verifier.name}.json"
    known: dict[str, float] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    started, passages = time.process_time(), 0
    for case in cases:
        if case.id not in known:
            known[case.id] = verifier.verify(case.claim, case.passages).score
            passages += len(case.passages)
            path.write_text(json.dumps(known), encoding="utf-8")
    took = time.process_time() - started
    if passages:
        print(f"{name}, {verifier.name}: {passages:,} passages, {passages / took:.0f} a second", file=sys.stderr)
    return np.array([known[case.id] for case in cases])


def _failed(name: str, cases: Sequence[Case], scores: dict[str, Array]) -> None:
    fails = [case.fails for case in cases]
    print(f"\n{name}, reported half: {sum(fails)} of {len(fails)} fail\n")
    print("| ranking | " + " | ".join(MEASURES) + " |\n|" + "---|" * (len(MEASURES) + 1))
    found = measured(fails, {key: (-one).tolist() for key, one in scores.items()}, OWN)
    for key, one in found.items():
        print(f"| {key} | " + " | ".join(shown(one.values[measure]) for measure in MEASURES) + " |")
        if key != OWN:
            print("| - lexical | " + " | ".join(shown(one.differences[each], "+") for each in MEASURES) + " |")


def _three_way(cases: Sequence[Case], scores: dict[str, Array]) -> None:
    gold = np.array([LABELS.index(case.label) for case in cases])
    tuned = np.array([case.is_for_tuning for case in cases])
    reported, items = gold[~tuned], int((~tuned).sum())
    said = {}
    for key, one in scores.items():
        low, high = cut_offs(one[tuned], gold[tuned])
        said[key] = (one[~tuned] >= low).astype(int) + (one[~tuned] >= high)
    print("\n| three-way | macro F1 | accuracy |\n|---|---|---|")
    for key, own in said.items():
        print(
            f"| {key} | " + " | ".join(shown(estimate(of(own, reported), items)) for of in (macro_f1, accuracy)) + " |"
        )
        if key != OWN:
            gains = (difference(of(said[OWN], reported), of(own, reported), items) for of in (macro_f1, accuracy))
            print("| - lexical | " + " | ".join(shown(one, "+") for one in gains) + " |")
