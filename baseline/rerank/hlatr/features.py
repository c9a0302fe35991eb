"""What HLATR reads of each candidate of a list, besides its rank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from baseline.candidates import Candidate
from baseline.tensors import Array


def features(candidates: Sequence[Candidate]) -> Array:
    """Values of each candidate, float32 (candidates, `width`).

    The score of the retriever, those of the stages and the signals, each as it is and less the greatest of the list;
    and 1 / rank of each stage. Where a stage gave no score the least of the list is taken, and 0 for 1 / rank.
    """
    names = stage_names(candidates)
    given = [{stage.stage: stage for stage in one.stages} for one in candidates]
    own = np.array([[one.score, *one.signals] for one in candidates], dtype=np.float64)
    scores = np.array([[said[name].score if name in said else np.nan for name in names] for said in given])
    ranks = np.array([[1 / said[name].rank if name in said else 0.0 for name in names] for said in given])
    shape = len(candidates), len(names)
    scores, ranks = scores.reshape(shape), ranks.reshape(shape)
    if names:
        scores = np.where(np.isnan(scores), np.nanmin(scores, axis=0), scores)
    values = np.hstack([own, scores])
    return np.hstack([values, values - values.max(axis=0), ranks]).astype(np.float32)


def width(stages: int, signals: int) -> int:
    """The number of values of a candidate with so many stages before and signals."""
    return 2 * (1 + signals + stages) + stages


def stage_names(candidates: Sequence[Candidate]) -> list[str]:
    """The names of the stages that ordered the candidates before, first to last."""
    longest = max(candidates, key=lambda one: len(one.stages))
    return [*dict.fromkeys(stage.stage for one in (longest, *candidates) for stage in one.stages)]
