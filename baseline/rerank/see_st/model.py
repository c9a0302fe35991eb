"""SEE-ST: tables and cells by their row and their column; inference in numpy.

    h0 = gelu(A x);  h(k+1) = gelu(B [hk, max and mean of hk over the row, the column and the table, of cells also
                                      the mean over the page and over nodes that share a name])
    e      = [h0, h1, h2]
    row    = sigmoid(R2 relu(R1 mean of e over the row)),  column likewise
    table  = best row x best column;  cell = sigmoid(C2 relu(C1 e)) x row x column

x are the inputs of `graph.py`, with mean 0 and variance 1 over the training lists. After Wu and others 2023 (SEE-ST) as
M-ReRank uses it, with the table network (`cells/network.py`) in the place of TAPAS. Instead of the product the sum, the
row or the column alone may be taken. Training: `training/rerank/see_st.py`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from baseline.candidates import Kind
from baseline.cells.network import FARTHEST, pooled
from baseline.models import NoModel
from baseline.rerank.see_st.graph import INPUTS, Graph
from baseline.rerank.transformer import Weights, gelu, linear, relu
from baseline.tensors import Array, read_safetensors

MODEL_TYPE, FILE = "attest-see-st", "see_st.safetensors"


@dataclass(frozen=True, slots=True)
class About:
    """config.json of a model. `depth`: candidates of a list that are ordered; `vectors`: what made them, "" for none.

    `inputs`: names of a node's values.
    """

    kind: Kind
    depth: int
    width: int
    mixes: int
    vectors: str
    inputs: tuple[str, ...] = INPUTS
    model_type: str = MODEL_TYPE


@dataclass(frozen=True, slots=True)
class Network:
    """Weights by the names of torch's state_dict, float32; `digest` names them."""

    about: About
    weights: Weights
    digest: str

    def parts(self, graph: Graph) -> tuple[Array, Array, Array]:
        """Logits of rows, of columns, and of tables (lines,) or, of cells, of nodes (nodes,); at least one node."""
        found = self._states(graph)
        rows, columns = (
            self._head(name, means(found, line)) for name, line in (("row", graph.rows), ("column", graph.columns))
        )
        if self.about.kind == "cells":
            return rows, columns, self._head("cell", found)
        return rows, columns, self._head("table", means(found, graph.tables))

    def scores(self, graph: Graph, count: int, how: str) -> Array:
        """The score of each of `count` candidates, 0 to 1 (to 2 for sums); `how` is one of config.SEE_ST_SCORES.

        A candidate without a node, of a table that is empty or gone, has 0.
        """
        from scipy.special import expit

        found = np.zeros(count, np.float32)
        if not graph.ids:
            return found
        rows, columns, cells = (expit(part) for part in self.parts(graph))
        at = np.flatnonzero(graph.candidates >= 0)
        places = graph.candidates[at]
        row, column = rows[graph.rows[at]], columns[graph.columns[at]]
        if self.about.kind == "cells":
            found[places] = cells[at] * _joined(row, column, how)
            return found
        best = np.zeros((2, count), np.float32)
        np.maximum.at(best[0], places, row)
        np.maximum.at(best[1], places, column)
        return _joined(best[0], best[1], how)

    def _states(self, graph: Graph) -> Array:
        weights = self.weights
        scaled = (graph.values - weights["mean"]) / weights["deviation"]
        states = [gelu(linear(weights, "into", scaled.clip(-FARTHEST, FARTHEST)))]
        for mix in range(self.about.mixes):
            last = states[-1]
            own = [last, *(pooled(last, line) for line in (graph.rows, graph.columns, graph.tables))]
            if self.about.kind == "cells":
                own += [means(last, graph.pages)[graph.pages], _neighbours(last, graph)]
            states.append(gelu(linear(weights, f"mixes.{mix}", np.concatenate(own, axis=1))))
        return np.concatenate(states, axis=1)

    def _head(self, name: str, values: Array) -> Array:
        hidden = relu(linear(self.weights, f"{name}.first", values))
        return linear(self.weights, f"{name}.second", hidden)[:, 0]


def _joined(row: Array, column: Array, how: str) -> Array:
    found: Array = {"product": row * column, "sum": row + column, "row": row, "column": column}[how]
    return found


def means(values: Array, line: Array) -> Array:
    """The mean over the nodes of each line: (lines, width)."""
    total = np.zeros((int(line.max()) + 1, values.shape[1]), values.dtype)
    np.add.at(total, line, values)
    found: Array = total / np.bincount(line)[:, None].astype(values.dtype)
    return found


def _neighbours(values: Array, graph: Graph) -> Array:
    """The mean over the nodes that share a name with each; 0 without any."""
    from scipy.sparse import csr_array

    sources, targets, shares = graph.names
    joined = csr_array((shares, (sources, targets)), (len(values), len(values)))
    return np.asarray(joined @ values, values.dtype)


def blank_graph() -> Graph:
    """One node of zeros."""
    none, no_shares = np.zeros(1, np.int64), np.zeros(0, np.float32)
    names = (np.zeros(0, np.int64), np.zeros(0, np.int64), no_shares)
    return Graph(("",), np.zeros((1, len(INPUTS)), np.float32), none, none, none, none, names, none)


def load_network(folder: Path) -> Network:
    """Read config.json and see_st.safetensors. Raises NoModel."""
    try:
        about = About(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
        if about.model_type != MODEL_TYPE:
            raise NoModel(f"{str(folder)!r} holds a model of type {about.model_type!r}, and not {MODEL_TYPE!r}.")
        if tuple(about.inputs) != INPUTS:
            raise NoModel(
                f"The model in {str(folder)!r} was trained on {len(about.inputs)} inputs of a cell, and there are "
                f"{len(INPUTS)} others here: train it again."
            )
        digest = hashlib.sha256((folder / FILE).read_bytes()).hexdigest()[:8]
        network = Network(about, read_safetensors(folder / FILE), digest)
        mixes = {name for name in network.weights if name.startswith("mixes.") and name.endswith(".weight")}
        there = (*network.weights["into.weight"].shape, len(mixes))
        if there != (wanted := (about.width, len(INPUTS), about.mixes)):
            found, said = (", ".join(map(str, sizes)) for sizes in (there, wanted))
            raise NoModel(
                f"The weights in {str(folder)!r} do not fit its config.json: width, inputs and mixes are {found}, "
                f"config.json says {said}."
            )
        network.parts(blank_graph())  # every layer is there and fits
    except NoModel:
        raise
    except (OSError, ValueError, TypeError, LookupError) as error:
        raise NoModel(f"The model in {str(folder)!r} cannot be read ({type(error).__name__}: {error}).") from error
    return network
