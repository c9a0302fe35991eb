"""A cross-encoder over (claim, text): one trained here, or any sequence classifier with one output."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from baseline.candidates import Kind
from baseline.config import CROSS_ENCODER, Config, Passages
from baseline.encoder_folder import WEIGHTS
from baseline.models import NoModel, Opened, open_model, read_pairs
from baseline.rerank.cross_encoder.inputs import Inputs
from baseline.rerank.cross_encoder.model import is_scorer, logits, open_scorer
from baseline.rerank.protocol import C, reordered
from baseline.source import Source

Scorer = Callable[[Sequence[tuple[str, str]]], list[float]]

BATCH = 32


@dataclass(frozen=True, slots=True, weakref_slot=True)
class CrossEncoder:
    """See Reranker. `passages`: how a page's best passage is found."""

    name: str
    score: Scorer
    depth: int
    passages: Passages

    def rerank(self, claim: str, candidates: Sequence[C], source: Source) -> Sequence[C]:
        """See Reranker."""
        inputs = Inputs(claim, source, self.passages)
        scores = self.score([(claim, inputs.text(one)) for one in candidates[: self.depth]])
        return reordered(self.name, candidates, scores)


# Classifiers that are for all kinds of candidates: one is in memory once.
_FOR_ALL: WeakValueDictionary[tuple[object, ...], CrossEncoder] = WeakValueDictionary()


def open_cross_encoder(config: Config, kind: Kind) -> CrossEncoder:
    """The scorer of the weights configured for a kind, or for all kinds. Raises NoModel."""
    settings = config.cross_encoder
    folder: str = getattr(settings, kind) or settings.weights
    if not folder:
        raise NoModel(f"It needs weights: cross_encoder.{kind}, or cross_encoder.weights for all kinds.")
    if is_scorer(Path(folder)):
        opened = open_scorer(Path(folder), kind)
        with Path(folder, WEIGHTS).open("rb") as weights:
            name = f"{CROSS_ENCODER}-{hashlib.file_digest(weights, 'sha256').hexdigest()[:8]}"
        return CrossEncoder(name, scorer_of(opened, settings.length), settings.candidates, config.passages)
    about = Path(folder, "config.json")
    key = (folder, about.stat().st_mtime_ns if about.is_file() else 0, settings, config.passages)
    if (known := _FOR_ALL.get(key)) is not None:
        return known
    score = _classifier(folder, settings.length)
    made = _FOR_ALL[key] = CrossEncoder(folder, score, settings.candidates, config.passages)
    return made


def scorer_of(opened: Opened, length: int) -> Scorer:
    """What scores pairs from 0 to 1 by a model that was trained here."""
    # In double precision: of float32 high scores would all be 1.
    return _reading(opened, length, lambda encoded: logits(opened.model, encoded).double().sigmoid())


def _classifier(folder: str, length: int) -> Scorer:
    """What scores pairs by a sequence classifier with one output, as it is. Raises NoModel."""
    opened = open_model(folder, "SequenceClassification", outputs=1)
    return _reading(opened, length, lambda encoded: opened.model(**encoded).logits.float())


def _reading(opened: Opened, length: int, read: Callable[[Any], Any]) -> Scorer:
    def score(pairs: Sequence[tuple[str, str]]) -> list[float]:
        found = read_pairs(opened, pairs, min(length, opened.longest), BATCH, read) if pairs else []
        return [score for (score,) in found]

    return score
