"""python -m benchmarks.fever symmetric: verdicts of claims alone and with evidence, where each claim has both labels.

The verdict model is linear, and small on purpose: no weights are downloaded. It learns from FEVEROUS' sentence claims
with their gold sentences, or from the other folds of the symmetric pairs, of which a claim's are in one fold.
"""

from __future__ import annotations

import json
import lzma
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baseline.scoring.intervals import estimates
from corpus.fever.readable import readable
from corpus.page.links import plain_text
from search.folding import fold
from search.stemming import stem

SUPPORTS = "SUPPORTS"
FOLDS = 5
SEED = 20211
_NEGATION = frozenset("no not never none nobody nothing neither nor without fail refus only".split())
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim with one sentence or more of evidence, as people read them."""

    claim: str
    evidence: str
    label: str


def run(shared: Path) -> None:
    """Print accuracies with intervals over claims, and the paired difference of evidence and none."""
    symmetric, sentences = symmetric_pairs(shared), feverous_pairs(shared)
    claims = sorted({pair.claim for pair in symmetric})
    print(f"{len(symmetric)} pairs, {len(claims)} claims, each with both labels")
    folds = {claim: n % FOLDS for n, claim in enumerate(claims)}
    print(f"trained on {len(sentences):,} FEVEROUS sentence claims")
    _show(symmetric, *(_fitted(sentences, of)(symmetric) for of in (_claim_words, _pair_words)))
    print(f"trained on the other of {FOLDS} folds")
    _show(symmetric, *(_crossed(symmetric, folds, of) for of in (_claim_words, _pair_words)))


def symmetric_pairs(shared: Path) -> list[Pair]:
    """The pairs of Schuster et al. 2019 (FeverSymmetric, dev)."""
    with lzma.open(shared / "fever" / "symmetric_dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [Pair(readable(row["claim"]), readable(row["evidence"]), row["label"]) for row in rows]


def feverous_pairs(shared: Path) -> list[Pair]:
    """Claims of FEVEROUS with their gold sentences."""
    with (shared / "feverous" / "sentence_claims_dev.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [Pair(row["claim"], plain_text(row["evidence"]).replace("\t", ". "), row["label"].upper()) for row in rows]


def _show(pairs: Sequence[Pair], alone: Sequence[str], both: Sequence[str]) -> None:
    """Both rows of a claim are one item of the bootstrap."""
    items: dict[str, list[float]] = {}
    for pair, first, second in zip(pairs, alone, both, strict=True):
        right, other = float(first == pair.label), float(second == pair.label)
        row = items.setdefault(pair.claim, [0.0, 0.0, 0.0, 0.0])
        items[pair.claim] = [row[0] + right, row[1] + other, row[2] + other - right, row[3] + 1]
    names = ("claim alone", "claim and evidence", "difference")
    parts = [{name: (row[place], row[3]) for place, name in enumerate(names)} for row in items.values()]
    found = estimates(parts, lambda _: {})
    for name in names:
        one = found[name]
        print(f"  {name:<20}{100 * one.value:6.1f} %  ({100 * (one.low or 0):.1f} to {100 * (one.high or 0):.1f})")


Features = Callable[[Pair], dict[str, float]]


def _crossed(pairs: Sequence[Pair], folds: dict[str, int], features: Features) -> list[str]:
    found = [""] * len(pairs)
    for fold_ in range(FOLDS):
        places = [n for n, pair in enumerate(pairs) if folds[pair.claim] == fold_]
        judge = _fitted([pair for pair in pairs if folds[pair.claim] != fold_], features)
        for n, label in zip(places, judge([pairs[n] for n in places]), strict=True):
            found[n] = label
    return found


def _fitted(train: Sequence[Pair], features: Features) -> Callable[[Sequence[Pair]], list[str]]:
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    model: Any = make_pipeline(DictVectorizer(), LogisticRegression(max_iter=2_000, C=0.5, random_state=SEED))
    model.fit([features(pair) for pair in train], [pair.label for pair in train])
    return lambda pairs: [str(label) for label in model.predict([features(pair) for pair in pairs])]


def _claim_words(pair: Pair) -> dict[str, float]:
    """Words and pairs of words of the claim."""
    words = _stems(pair.claim)
    found = {f"w {word}": 1.0 for word in words} | {f"b {a} {b}": 1.0 for a, b in zip(words, words[1:], strict=False)}
    return {name: 1 / math.sqrt(len(found)) for name in found}


def _pair_words(pair: Pair) -> dict[str, float]:
    """What the claim has in the evidence, and what it lacks there: no word is a feature of its own."""
    claim, evidence = _stems(pair.claim), _stems(pair.evidence)
    have = set(evidence)
    missing = [word for word in claim if word not in have]
    longest = max((_run(claim, evidence, n) for n in range(len(claim))), default=0)
    numbers = set(_NUMBER.findall(pair.claim))
    negated = [any(word in _NEGATION for word in words) for words in (claim, evidence)]
    return {
        "share": 1 - len(missing) / max(len(claim), 1),
        "all": float(not missing),
        "last": float(claim[-1:] and claim[-1] in have or 0),
        "run": longest / max(len(claim), 1),
        "number missing": float(bool(numbers - set(_NUMBER.findall(pair.evidence)))),
        "negation differs": float(negated[0] != negated[1]),
        "claim negated": float(negated[0]),
        "length": math.log1p(len(evidence)),
        **{f"gap {word}": 0.3 for word in missing if word in _NEGATION},
    }


def _run(claim: Sequence[str], evidence: Sequence[str], start: int) -> int:
    """Length of the longest run of the claim from a place on that stands in the evidence."""
    text, length = f" {' '.join(evidence)} ", 0
    while start + length < len(claim) and f" {' '.join(claim[start : start + length + 1])} " in text:
        length += 1
    return length


def _stems(text: str) -> list[str]:
    words: Iterable[str] = fold(text).split()
    return [stem(word) for word in words]
