"""Fit the blend of trained classifier and lexical scorer on the dev set: three coefficients."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from baseline.cells.blend import EXCLUDED, FILE, Blend, logit_of, word_logits
from baseline.cells.lexical import profiles
from baseline.config import default_config
from baseline.models import Opened, libraries
from baseline.training.cells import CellTask, TableExample, best_cut
from baseline.training.settings import Settings
from baseline.words import claim_words

Chances = Sequence[tuple[TableExample, dict[str, float]]]


def write_blend(task: CellTask, opened: Opened, folder: Path) -> dict[str, Any]:
    """Write blend.json beside the weights: the best on dev of the model alone and with either lexical profile.

    Gives the F1 of each on the dev set, by the profile's name ("" is the model alone).
    """
    # The losses add the scorer themselves when the model was trained on top of it; here its own part is wanted.
    bare = CellTask(replace(task.settings, words=""), [], task.dev)
    found = [*bare.dev_chances(opened)]
    wanted = sum(len(example.gold) for example in task.dev)
    tried: dict[str, tuple[float, Blend]] = {}
    for words in [task.settings.words] if task.settings.words else ["", *profiles()]:
        blend, f1, cut = _best_of(
            [fitted(found, words, task.settings.length), *_as_trained(task.settings)], found, wanted
        )
        # The cut that is best on dev comes to lie at the threshold that people have configured.
        moved = logit_of(default_config().cells.threshold) - logit_of(cut)
        tried[words] = f1, replace(blend, intercept=blend.intercept + moved)
    best = max(tried, key=lambda words: tried[words][0])
    (folder / FILE).write_text(json.dumps(asdict(tried[best][1]), indent=1) + "\n", encoding="utf-8")
    return {words or "model": round(f1, 4) for words, (f1, _) in tried.items()}


def _as_trained(settings: Settings) -> list[Blend]:
    """The plain sum, where the model learned to add to the scorer."""
    return [Blend(lexical=1.0, words=settings.words, length=settings.length)] if settings.words else []


def _best_of(blends: Sequence[Blend], found: Chances, wanted: int) -> tuple[Blend, float, float]:
    """(blend, F1, cut) of that with the highest F1."""
    return max(((blend, *_judged(found, blend, wanted)) for blend in blends), key=lambda one: one[1])


def fitted(found: Chances, words: str, length: int) -> Blend:
    """Logistic regression of the gold cells on the two logits, in double precision."""
    if not words:
        return Blend(length=length)
    torch, _ = libraries()
    rows, gold = [], []
    for example, chances in found:
        lexical = word_logits(claim_words(example.claim), example.holder, words)
        for cell, chance in chances.items():
            rows.append((logit_of(chance), lexical.get(cell, EXCLUDED), 1.0))
            gold.append(float(cell in example.gold))
    inputs, wanted = torch.tensor(rows, dtype=torch.float64), torch.tensor(gold, dtype=torch.float64)
    weights = torch.tensor([0.5, 0.5, 0.0], dtype=torch.float64, requires_grad=True)
    solver = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> Any:
        solver.zero_grad()
        value = torch.nn.functional.binary_cross_entropy_with_logits(inputs @ weights, wanted)
        value = value + 1e-4 * weights.square().sum()  # a dev set of three cells must not make it infinite
        value.backward()
        return value

    solver.step(loss)
    model, lexical_weight, intercept = weights.tolist()
    return Blend(model, lexical_weight, intercept, words, length)


def _judged(found: Chances, blend: Blend, wanted: int) -> tuple[float, float]:
    """(F1, cut) of a blend on the dev set."""
    pairs = []
    for example, chances in found:
        lexical = word_logits(claim_words(example.claim), example.holder, blend.words) if blend.words else {}
        pairs += [(p, cell in example.gold) for cell, p in blend.over(chances, lexical).items()]
    f1, cut, _, _ = best_cut(pairs, wanted)
    return f1, cut
