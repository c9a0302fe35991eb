"""`python -m benchmarks.citations fit`: the weights of the verifier that needs no model, by logistic regression.

Learnt from: of each claim of `wice_train_spans`, all of which are partly supported, three documents: its source with
the claim cut down to what is supported, its source (partly supported), and its source without the sentences that
support it (not supported, and about the same subject); and citations that people judged. Which passage counts is
latent: the best one by the weights so far, three times.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from annotation.quality.agreement.bootstrap import Array
from baseline.citations.calibration import Calibration, calibrated_on
from baseline.citations.claim import Claim
from baseline.citations.lexical import FEATURES, Compared, compare
from baseline.citations.verify import WEIGHTS, LexicalVerifier
from benchmarks.citations.data import FAILED, PARTIAL, SUPPORTED, Case, side, wice_dev, wice_train, windows

ROUNDS = 3
STRENGTH = 0.5  # C of the regression: the inverse of how strongly weights are held at 0
DRAWN = 2.0  # citations of the usual share that are added to those in another language
PENALISED = {"side": 1.0, "wice": 1.0, "made": 0.25}  # what an example of each set counts


@dataclass(frozen=True, slots=True)
class Example:
    """A compared citation: whether it fails, what it counts, and the set."""

    case: Case
    compared: Compared
    weight: float


def made_cases() -> list[Case]:
    """Three citations of each training claim."""
    found = []
    for case in wice_train():
        kept = " ".join(token for token, lacks in zip(case.tokens, case.unsupported, strict=True) if not lacks)
        if any(character.isalnum() for character in kept):
            claim = Claim(case.claim.title, kept, len(kept), case.claim.sections, case.claim.before)
            found.append(replace(case, claim=claim, label=SUPPORTED))
        found.append(replace(case, label=PARTIAL))
        supporting = frozenset().union(*case.supporting)
        rest = [text for place, text in enumerate(case.sentences) if place not in supporting]
        found.append(replace(case, passages=windows(" ".join(rest).split()), label=FAILED))
    return found


def examples() -> dict[str, list[Example]]:
    """All examples by set."""
    sets = {"made": made_cases(), "side": side(), "wice": wice_dev()}
    return {
        name: [Example(case, compare(case.claim, case.passages), PENALISED[name]) for case in cases]
        for name, cases in sets.items()
    }


def fitted(learnt: Sequence[Example], name: str = "fitted") -> LexicalVerifier:
    """The verifier that some examples give."""
    from sklearn.linear_model import LogisticRegression

    verifier = LexicalVerifier(name, dict.fromkeys(FEATURES, -1.0), 0.0, Calibration((0.0,), (0.0,)))
    foreign = _foreign([one for one in learnt if one.weight == 1.0])
    learnt = [one for one in learnt if one.compared.is_compared]
    supported = np.array([not one.case.fails for one in learnt])
    counts = np.array([one.weight for one in learnt])
    for _ in range(ROUNDS):
        rows = np.array([features(verifier, one.compared) for one in learnt])
        model = LogisticRegression(C=STRENGTH, max_iter=1000).fit(rows, supported, sample_weight=counts)
        weights = dict(zip(FEATURES, model.coef_[0].tolist(), strict=True))
        verifier = LexicalVerifier(name, weights, float(model.intercept_[0]), verifier.calibration)
    middle = float(np.median([max(verifier.scores(one.compared)) for one in learnt if one.weight == 1.0]))
    return replace(verifier, without_text=middle, foreign=foreign)


def _foreign(judged: Sequence[Example]) -> float:
    """The log-odds of support of a source in another language, drawn towards that of all: there are few of them."""
    own = [one.case.fails for one in judged if one.compared.language]
    share = sum(one.case.fails for one in judged) / len(judged)
    fails = (sum(own) + DRAWN * share) / (len(own) + DRAWN)
    return float(np.log((1 - fails) / fails))


def features(verifier: LexicalVerifier, compared: Compared) -> tuple[float, ...]:
    """Those of the best passage and of the document."""
    scores = verifier.scores(compared)
    best = max(range(len(scores)), key=scores.__getitem__)
    return (*compared.passages[best], *compared.document)


def calibrated(verifier: LexicalVerifier, learnt: Sequence[Example], folds: int = 10) -> LexicalVerifier:
    """The same with an isotonic calibration, on scores of weights that did not learn the article (`folds`)."""
    scores, fails = [], []
    for fold in range(folds):
        judged = [one for one in learnt if one.weight == 1.0 and not one.compared.language]
        own = [one for one in judged if fold_of(one.case, folds) == fold]
        others = fitted([one for one in learnt if fold_of(one.case, folds) != fold])
        scores += [max(others.scores(one.compared)) for one in own]
        fails += [one.case.fails for one in own]
    return replace(verifier, calibration=calibrated_on(scores, fails))


def fold_of(case: Case, folds: int) -> int:
    """The fold of a citation, by its article."""
    return sum(case.claim.title.encode()) // 2 % folds


def score_of(verifier: LexicalVerifier, one: Example) -> float:
    """That of the document."""
    return max(verifier.scores(one.compared))


def learning(by_set: dict[str, list[Example]], *, tuned: bool) -> list[Example]:
    """What the weights that judge one half learn from: the made citations, and the other half of both sets."""
    return [
        *by_set["made"],
        *(one for name in ("side", "wice") for one in by_set[name] if one.case.is_for_tuning == tuned),
    ]


def crossed(by_set: dict[str, list[Example]]) -> dict[str, Array]:
    """Scores of both sets, each half by the weights that learnt the other."""
    verifiers = {tuned: fitted(learning(by_set, tuned=not tuned)) for tuned in (True, False)}
    return {
        name: np.array([score_of(verifiers[one.case.is_for_tuning], one) for one in by_set[name]])
        for name in ("side", "wice")
    }


def run() -> None:
    """Fit and write `baseline/citations/weights.json`."""
    by_set = examples()
    learnt = learning(by_set, tuned=True)
    verifier = calibrated(fitted(learnt, "lexical-2"), learnt)
    WEIGHTS.write_text(
        json.dumps(
            {
                "name": verifier.name,
                "made": "python -m benchmarks.citations fit",
                "learnt": f"{len(learnt)} citations: made of wice_train_spans, tuned halves of side and wice dev",
                "without_text": round(verifier.without_text, 4),
                "foreign": round(verifier.foreign, 4),
                "intercept": round(verifier.intercept, 4),
                "weights": {key: round(value, 4) for key, value in verifier.weights.items()},
                "calibration": {
                    "scores": [round(one, 4) for one in verifier.calibration.scores],
                    "shares": [round(one, 4) for one in verifier.calibration.shares],
                },
            },
            indent=1,
        )
        + "\n",
        encoding="utf-8",
    )
    print(f"{WEIGHTS}: {len(learnt)} citations")
