"""python -m benchmarks.averitec yardstick: metrics of evidence beside ratings of people, and on spoilt evidence."""

from __future__ import annotations

import json
import lzma
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from scipy.stats import rankdata

from annotation.quality.agreement.bootstrap import Array
from annotation.similarity.matching import matched_share
from annotation.similarity.rouge import rouge_l
from baseline.scoring.averitec.evidence import gold_strings
from baseline.scoring.averitec.metrics import METRICS
from benchmarks.averitec.ratings import Rated, halves, rated_evidence

RESAMPLES, SEED = 2_000, 20211
BESIDE = "meteor"
SPOILT = {
    "number_replace": "numbers replaced",
    "entity_swap": "names swapped",
    "rand_order": "words shuffled",
    "redundancy_words": "words repeated",
    "coverage": "no answers",
}
Score = Callable[[Sequence[str], Sequence[str]], float]
Lists = list[list[str]]


def run(shared: Path) -> None:
    """Print the table of correlations and that of spoilt evidence."""
    scores = _scores()
    _print_correlations(rated_evidence(shared), scores)
    _print_spoilt(shared, scores)
    _print_parallel(shared, scores)


def _scores() -> dict[str, Score]:
    def rouge(predicted: Sequence[str], gold: Sequence[str]) -> float:
        return matched_share(gold, predicted[:10], rouge_l)

    local = {name: metric.score for name, metric in METRICS.items() if not name.startswith("ev2r")}
    return {**local, "rouge_l": rouge}


def _print_correlations(rows: Sequence[Rated], scores: Mapping[str, Score]) -> None:
    tuned, reported = halves(row.claim for row in rows)
    print(f"{len(rows)} ratings of {len(tuned | reported)} claims; Spearman with coverage, one value a claim")
    print("| metric | tuned half | reported half | all | reported: less Hungarian METEOR |\n|---|---|---|---|---|")
    beside = {part: _by_claim(rows, part, scores[BESIDE]) for part in (tuned, reported, tuned | reported)}
    for name, score in scores.items():
        cells = []
        for part in (tuned, reported, tuned | reported):
            drawn = _drawn(_by_claim(rows, part, score))
            cells.append(f"{drawn[0]:.2f} ({_interval(drawn)})")
        less = _drawn(_by_claim(rows, reported, score)) - _drawn(beside[reported])
        print(f"| `{name}` | {' | '.join(cells)} | {less[0]:+.2f} ({_interval(less)}) |")


def _by_claim(rows: Sequence[Rated], claims: Collection[str], score: Score) -> Array:
    """Mean score and mean rating of each claim, (claims, 2), in the order of the claims."""
    found: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for row in rows:
        if row.claim in claims:
            found[row.claim].append((score(row.predicted, row.gold), row.coverage))
    return np.array([np.mean(found[claim], axis=0) for claim in sorted(found)])


def _drawn(values: Array) -> Array:
    """Spearman's correlation of the claims themselves, then of resamples of them: the same ones for each metric."""
    random = np.random.default_rng(SEED)
    drawn = [np.arange(len(values)), *random.integers(len(values), size=(RESAMPLES, len(values)))]
    ranks = [rankdata(values[places], axis=0) for places in drawn]
    return np.array([np.corrcoef(one.T)[0, 1] for one in ranks])


def _interval(drawn: Array) -> str:
    low, high = np.nanpercentile(drawn[1:], (2.5, 97.5))
    return f"{low:.2f} to {high:.2f}"


def _print_spoilt(shared: Path, scores: Mapping[str, Score]) -> None:
    gold = _strings(shared / "perturbed_base_data.json.xz")
    kinds: dict[str, Lists] = {title: _strings(shared / f"perturbed_{kind}.json.xz") for kind, title in SPOILT.items()}
    kinds |= {
        "pairs reversed": [one[::-1] for one in gold],
        "'not' put in": [[_negated(string) for string in one] for one in gold],
        "yes for no": [[_flipped(string) for string in one] for one in gold],
        "another claim's pairs added": [[*one, *other] for one, other in zip(gold, _next(gold), strict=True)],
        "another claim's pairs": _next(gold),
    }
    print(f"\n{len(gold)} claims\n| metric | {' | '.join(kinds)} |\n|{'---|' * (len(kinds) + 1)}")
    for name, score in scores.items():
        means = [fmean(map(score, spoilt, gold)) for spoilt in kinds.values()]
        print(f"| `{name}` | {' | '.join(f'{mean:.3f}' for mean in means)} |")


def _print_parallel(shared: Path, scores: Mapping[str, Score]) -> None:
    one, other = (_strings(shared / f"parallel_{name}.json.xz") for name in "ab")
    print(f"\ntwo people's evidence for {len(one)} claims, and the next claim's\n| metric | a by b | b by a | next |")
    print("|---|---|---|---|")
    for name, score in scores.items():
        means = [fmean(map(score, given, gold)) for given, gold in ((one, other), (other, one), (_next(one), one))]
        print(f"| `{name}` | {' | '.join(f'{mean:.3f}' for mean in means)} |")


def _next(lists: Lists) -> Lists:
    return [*lists[1:], lists[0]]


def _strings(path: Path) -> Lists:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        rows: list[dict[str, Any]] = json.load(file)
    return [gold_strings(row, path.name) for row in rows]


def _negated(string: str) -> str:
    """A "not" after the answer's first verb of a list."""
    return re.sub(r"\b(is|was|are|were|will|has|have|had)\b(?! not)(?=[^?]*$)", r"\1 not", string, count=1)


def _flipped(string: str) -> str:
    return re.sub(
        r"(\?\s*)(Yes|No)\b(?! answer)", lambda found: found[1] + ("No" if found[2] == "Yes" else "Yes"), string
    )
