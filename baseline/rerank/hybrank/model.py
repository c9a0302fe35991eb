"""HybRank: each candidate by what it has in common with the other candidates; inference in numpy.

    x[i, j]   similarities of i (0: the claim, 1..N: the candidates) to anchor j (`similarities.py`)
    e[i, j] = norm(W x[i, j] + b + rank[i] + anchor[j])                 width D
    e[:, j] = transformer over i, of 2 layers, for each anchor j
    h[i]    = the first output of a transformer of one layer over [CLS], e[i, 1], ..., e[i, L]
    score_i = cosine(h[0], h[i]) / 0.07 + prior (s_i - least s) / (greatest s - least s)

(Zhang and others 2023, "Hybrid and Collaborative Passage Reranking", section 3, and its code, which has rank and anchor
as embeddings of positions and D = 64.) s are the scores that came with the candidates; their learned weight is ours.
Training: `training/rerank/hybrank.py`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from baseline.candidates import Kind
from baseline.models import NoModel
from baseline.rerank.hybrank.similarities import FEATURES
from baseline.rerank.transformer import Weights, encoder, first_of, layer_norm, linear
from baseline.tensors import Array, read_safetensors

MODEL_TYPE, FILE = "attest-hybrank", "hybrank.safetensors"
ACROSS, HEADS, TEMPERATURE = 2, 8, 0.07
MOST = 100  # candidates of a list that are ordered, unless a training says otherwise


@dataclass(frozen=True, slots=True)
class About:
    """config.json of a model. `length`: candidates of a list that are ordered. `vectors` names what made them."""

    kind: Kind
    anchors: int
    dimensions: int
    length: int
    vectors: str
    model_type: str = MODEL_TYPE


@dataclass(frozen=True, slots=True)
class Network:
    """Weights by the names of torch's state_dict, float32; `digest` names them."""

    about: About
    weights: Weights
    digest: str

    def scores(self, values: Array, given: Array) -> Array:
        """The score of each candidate of a list; `values` are its `similarities`, `given` the scores it came with."""
        weights = self.weights
        rows, columns = values.shape[:2]
        found = linear(weights, "into", values.transpose(1, 0, 2))
        found += weights["ranks"][:rows]
        found += weights["anchors"][:columns, None]
        found = encoder(weights, "across", layer_norm(weights, "norm", found), HEADS)
        ends = first_of(weights, "along", weights["first"], found.transpose(1, 0, 2), HEADS)
        ends /= np.maximum(np.linalg.norm(ends, axis=1, keepdims=True), 1e-8)
        total: Array = ends[1:] @ ends[0] / np.float32(TEMPERATURE) + weights["prior"] * spread(given)
        return total


def spread(scores: Array) -> Array:
    """Scores between 0 and 1 by least and greatest; 0 where all are the same."""
    low, high = scores.min(), scores.max()
    found = (scores - low) / (high - low) if high > low else np.zeros_like(scores)
    return found.astype(np.float32)


def load_network(folder: Path) -> Network:
    """Read config.json and hybrank.safetensors. Raises NoModel."""
    try:
        about = About(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
        if about.model_type != MODEL_TYPE:
            raise NoModel(f"{str(folder)!r} holds a model of type {about.model_type!r}, and not {MODEL_TYPE!r}.")
        digest = hashlib.sha256((folder / FILE).read_bytes()).hexdigest()[:8]
        network = Network(about, read_safetensors(folder / FILE), digest)
        shapes = {name: network.weights[name].shape for name in ("ranks", "anchors")}
        wanted = {"ranks": (about.length + 1, about.dimensions), "anchors": (about.anchors, about.dimensions)}
        if shapes != wanted:
            raise NoModel(
                f"The weights in {str(folder)!r} are of {shapes['ranks'][0] - 1} candidates, {shapes['anchors'][0]} "
                f"anchors and {shapes['anchors'][1]} dimensions, its config.json says {about.length}, "
                f"{about.anchors} and {about.dimensions}: they do not belong together."
            )
        # Every layer is there and fits: on a list of two.
        if len({name.split(".")[2] for name in network.weights if name.startswith("across.layers.")}) != ACROSS:
            raise ValueError(f"want {ACROSS} layers across candidates")
        network.scores(np.zeros((3, 2, FEATURES), np.float32), np.zeros(2, np.float32))
    except NoModel:
        raise
    except (OSError, ValueError, TypeError, LookupError) as error:
        raise NoModel(f"The model in {str(folder)!r} cannot be read ({type(error).__name__}: {error}).") from error
    return network
