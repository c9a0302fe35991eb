"""A cross-encoder over (claim, passage): any sequence classifier with one output. Slow: about 20 candidates a claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from baseline.config import Config
from baseline.models import classified_pairs, open_model

Scorer = Callable[[Sequence[tuple[str, str]]], list[float]]

BATCH = 32


def open_cross_encoder(config: Config) -> Scorer | None:
    """The scorer of the configured weights, None when none are configured. Raises NoModel."""
    settings = config.passages.cross_encoder
    if not settings.weights:
        return None
    opened = open_model(settings.weights, "SequenceClassification", outputs=1)
    length = min(settings.length, opened.longest)
    return lambda pairs: [score for (score,) in classified_pairs(opened, pairs, length, BATCH, lambda logits: logits)]
