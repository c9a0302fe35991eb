"""HLATR: order a list by a small transformer over all its candidates (Zhang and others 2022); inference in numpy.

    x_i = norm(A f_i + rank_i);  h = transformer(x_1 ... x_n);  score_i = b . h_i

f_i are the candidate's features (`features.py`), with mean 0 and variance 1 over the training lists, rank_i is learned
for the place at which it comes. The transformer has 4 layers of width 128 with 2 heads: each candidate sees all others.
Training: `baseline/training/rerank/hlatr.py`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from baseline.candidates import Candidate, Kind, kind_of
from baseline.config import HLATR, Config
from baseline.models import NoModel
from baseline.rerank.hlatr.features import features, stage_names, width
from baseline.rerank.protocol import C, reordered
from baseline.rerank.transformer import Weights, encoder, gelu, layer_norm, linear
from baseline.source import Source
from baseline.tensors import Array, read_safetensors

MODEL_TYPE, FILE = "attest-hlatr", "hlatr.safetensors"
FARTHEST = 6.0  # standard deviations


@dataclass(frozen=True, slots=True)
class About:
    """config.json of a model. `length`: candidates of a list that are ordered; `stages`: those before it, by number.

    `signals`: how many values a candidate has from its retriever.
    """

    kind: Kind
    length: int
    stages: int
    signals: int
    hidden: int
    heads: int
    layers: int
    model_type: str = MODEL_TYPE


@dataclass(frozen=True, slots=True)
class Hlatr:
    """See Reranker. Weights by the names of torch's state_dict, float32."""

    name: str
    folder: str
    about: About
    weights: Weights

    def rerank(self, claim: str, candidates: Sequence[C], source: Source) -> Sequence[C]:
        """See Reranker."""
        if not candidates:
            return candidates
        asked = candidates[: self.about.length]
        self._check(asked)
        return reordered(self.name, candidates, self.scores(features(asked)).tolist())

    def scores(self, values: Array) -> Array:
        """The score of each candidate of one list (candidates,); `values` are `features` of it."""
        weights, about = self.weights, self.about
        scaled = ((values - weights["mean"]) / weights["deviation"]).clip(-FARTHEST, FARTHEST)
        hidden = linear(weights, "into", scaled) + weights["ranks.weight"][: len(values)]
        hidden = layer_norm(weights, "norm", hidden)
        hidden = encoder(weights, "encoder", hidden, about.heads, activation=gelu)
        return linear(weights, "out", hidden)[:, 0]

    def _check(self, candidates: Sequence[Candidate]) -> None:
        """Raise NoModel for lists of another shape than it has learned from."""
        about, kind, first = self.about, kind_of(candidates[0]), candidates[0]
        stages = stage_names(candidates)
        if kind != about.kind:
            raise NoModel(f"{self.folder} was trained on {about.kind}, and these are {kind}.")
        if len(first.signals) != about.signals:
            raise NoModel(
                f"{self.folder} was trained on {about.kind} with {about.signals} signals, and these have "
                f"{len(first.signals)}: another retriever found them. Train it on what that finds."
            )
        if len(stages) != about.stages:
            raise NoModel(
                f"{self.folder} was trained behind {about.stages} stages, and is used behind {len(stages)} "
                f"({', '.join(stages) or 'none'}). Train it with the stages that come before it."
            )


def load_hlatr(folder: Path) -> Hlatr:
    """Read config.json and hlatr.safetensors. Raises NoModel."""
    try:
        about = About(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
        if about.model_type != MODEL_TYPE:
            raise NoModel(f"{str(folder)!r} holds a model of type {about.model_type!r}, and not {MODEL_TYPE!r}.")
        digest = hashlib.sha256((folder / FILE).read_bytes()).hexdigest()[:8]
        model = Hlatr(f"{HLATR}-{digest}", str(folder), about, read_safetensors(folder / FILE))
        _check_sizes(model)
        # Every layer is there and fits: on a list of the greatest length.
        model.scores(np.zeros((about.length, width(about.stages, about.signals)), np.float32))
    except NoModel:
        raise
    except (OSError, ValueError, TypeError, LookupError) as error:
        raise NoModel(f"The model in {str(folder)!r} cannot be read ({type(error).__name__}: {error}).") from error
    return model


def _check_sizes(model: Hlatr) -> None:
    """Raise NoModel where config.json has other sizes than the weights; LookupError where weights are missing."""
    about, weights = model.about, model.weights
    layers = {name.split(".")[2] for name in weights if name.startswith("encoder.layers.")}
    inputs = weights["into.weight"].shape[1]
    there = (*weights["ranks.weight"].shape, len(layers), inputs)
    wanted = (about.length, about.hidden, about.layers, width(about.stages, about.signals))
    if there != wanted:
        told, said = (", ".join(map(str, sizes)) for sizes in (there, wanted))
        raise NoModel(
            f"The weights in {model.folder!r} do not fit its config.json: length, hidden, layers and features are "
            f"{told}, config.json says {said}."
        )


def open_hlatr(config: Config, kind: Kind) -> Hlatr:
    """The model that is configured for candidates of this kind. Raises NoModel."""
    folder = config.hlatr.of(kind)
    if not folder:
        raise NoModel(
            f"It needs weights for {kind} (hlatr.{kind} in the configuration): "
            f"python -m baseline.training rerank {kind} --stage {HLATR}"
        )
    model = load_hlatr(Path(folder))
    if model.about.kind != kind:
        raise NoModel(f"{folder} was trained on {model.about.kind}, and is configured for {kind}.")
    return model
