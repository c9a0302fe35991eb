"""Combination of a trained cell classifier with the lexical scorer: `blend.json` beside the weights.

    logit(p) = model * logit(p of the model) + lexical * logit(p of the lexical scorer) + intercept

The three numbers are fitted on the dev set of the training, and the intercept then moved so that the cut that was best
there lies at `cells.threshold`. Without the file the model's own probability stands.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from baseline.cells.lexical import FARTHEST, cell_logits, chance_of, kept_near, profiles
from baseline.models import NoModel
from baseline.words import ClaimWords
from corpus.page.elements import List, Table

FILE = "blend.json"
EXCLUDED = -8.0  # of a cell that the lexical scorer never chooses


@dataclass(frozen=True, slots=True)
class Blend:
    """`words` is a profile of the lexical scorer, "" for none; `length` the tokens a window had in training."""

    model: float = 1.0
    lexical: float = 0.0
    intercept: float = 0.0
    words: str = ""
    length: int = 1_000_000

    def over(self, chances: Mapping[str, float], lexical: Mapping[str, float]) -> dict[str, float]:
        """Combine the model's probabilities with the scorer's logits, into one probability per cell."""
        if self.model == 1.0 and not self.lexical and not self.intercept:
            return dict(chances)
        return {
            cell: chance_of(self.model * logit_of(p) + self.lexical * lexical.get(cell, EXCLUDED) + self.intercept)
            for cell, p in chances.items()
        }


def logit_of(chance: float) -> float:
    """log(p / (1 - p)), clipped to +-FARTHEST."""
    if chance <= 0 or chance >= 1:
        return math.copysign(FARTHEST, chance - 0.5)
    return max(-FARTHEST, min(FARTHEST, math.log(chance / (1 - chance))))


def word_logits(claim: ClaimWords, holder: Table | List, profile: str) -> dict[str, float]:
    """Compute the lexical scorer's logit of every cell; EXCLUDED for those it never chooses."""
    found = cell_logits(claim, holder, profiles()[profile])
    return {square.id: EXCLUDED if logit is None else kept_near(logit) for square, logit in found}


def read_blend(folder: Path) -> Blend:
    """Read the blend beside the weights; the default without a file. Raises NoModel for a broken one."""
    path = folder / FILE
    if not path.is_file():
        return Blend()
    try:
        blend = Blend(**json.loads(path.read_text(encoding="utf-8")))
        if blend.words and blend.words not in profiles():
            raise ValueError(f"{blend.words!r} is no profile of the lexical scorer")
        _ = blend.model + blend.lexical + blend.intercept + blend.length
    except (OSError, ValueError, TypeError) as error:
        raise NoModel(f"{path} cannot be read ({error}). Copy it from where the weights are.") from error
    return blend
