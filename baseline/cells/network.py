"""Table network: a small neural network over all cells of a table; inference in numpy.

What it computes of a cell is combined with the same of the cell's row, column and table, twice. It suits a few hundred
tables to learn from, which a language model would memorise.

    h0 = gelu(A x);  h(k+1) = gelu(B [hk, max and mean of hk over the row, over the column, over the table])
    logit = C [h0, h1, h2]

x are the lexical features and the kinds of values in the table, with mean 0 and variance 1 over the training data.
(Row and column pooling as in the "exchangeable" layers of Hartford et al. 2018, section 3.) Several members are trained
in parallel, each without a share of the tables; their mean probability is the result. Training: `training/networks.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from baseline.cells import features, kinds
from baseline.cells.blend import logit_of
from baseline.cells.features import features as features_of
from baseline.cells.kinds import kinds as kinds_of
from baseline.cells.lexical import CellScorer, ScoredCell, chance_of
from baseline.cells.table_words import table_words
from baseline.config import CELL_NETWORKS, Config
from baseline.models import NoModel
from baseline.rerank.transformer import gelu
from baseline.tensors import Array, read_safetensors
from baseline.words import ClaimWords
from corpus.page.elements import List, Table

MODEL_TYPE, FILE = "attest-table-network", "network.safetensors"
NETWORKS = ("wikipedia", "scientific")  # folders of CELL_NETWORKS: trained on FeTaQA and on SEM-TAB-FACTS
INPUTS = (*features.NAMES, *kinds.NAMES)
FARTHEST = 6.0  # standard deviations
LOWEST = -9.0  # below what gelu gives


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of one or several tables: float32 values (cells, inputs), and integer lines and a bool (cells,).

    `rows`, `columns` and `tables` number the line of each cell, across tables; `may_be`: whether it may be chosen.
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    values: Array
    rows: Array
    columns: Array
    tables: Array
    may_be: Array


@dataclass(frozen=True, slots=True)
class About:
    """config.json of a network. `shift` is added to logits, so that the best cut in training is at the default
    `cells.threshold`; `headers`: header cells may be chosen.
    """

    headers: bool
    shift: float
    width: int
    mixes: int
    members: int
    inputs: tuple[str, ...] = INPUTS
    model_type: str = MODEL_TYPE


@dataclass(frozen=True, slots=True)
class Network:
    """Weights by the names of torch's state_dict, float32."""

    about: About
    weights: Mapping[str, Array]

    def linear(self, layer: str, values: Array) -> Array:
        return values @ self.weights[f"{layer}.weight"].T + self.weights[f"{layer}.bias"]


def grid_of(claim: ClaimWords, holder: Table | List, *, headers: bool) -> Grid:
    """One table or list. `headers`: header cells may be chosen."""
    words = table_words(holder)
    squares = words.squares
    values = [(*one.features, *more) for one, more in zip(features_of(claim, words), kinds_of(words), strict=True)]
    return Grid(
        tuple(square.id for square in squares),
        tuple(square.text for square in squares),
        np.array(values, dtype=np.float32).reshape(len(squares), len(INPUTS)),
        _numbered([square.row for square in squares]),
        _numbered([square.column for square in squares]),
        np.zeros(len(squares), dtype=np.int64),
        np.array([bool(square.stems) and (headers or not square.is_header) for square in squares], dtype=bool),
    )


def chances(network: Network, grid: Grid) -> dict[str, float]:
    """Cell id -> the members' mean probability, for the cells of one table that may be chosen."""
    from scipy.special import expit

    mean = expit(np.stack(member_logits(network, grid))).mean(axis=0).tolist()
    return {id_: p for id_, p, may_be in zip(grid.ids, mean, grid.may_be.tolist(), strict=True) if may_be}


def member_logits(network: Network, grid: Grid) -> list[Array]:
    """The logits of all cells (cells,), by each member."""
    scaled = (grid.values - network.weights["mean"]) / network.weights["deviation"]
    values = scaled.clip(-FARTHEST, FARTHEST)
    return [_logits(network, f"members.{member}", values, grid) for member in range(network.about.members)]


def _logits(network: Network, member: str, values: Array, grid: Grid) -> Array:
    found = [gelu(network.linear(f"{member}.into", values))]
    for mix in range(network.about.mixes):
        lines = (pooled(found[-1], line) for line in (grid.rows, grid.columns, grid.tables))
        found.append(gelu(network.linear(f"{member}.mixes.{mix}", np.concatenate([found[-1], *lines], axis=1))))
    return network.linear(f"{member}.out", np.concatenate(found, axis=1))[:, 0]


def pooled(hidden: Array, line: Array) -> Array:
    """The maximum and the mean over the cells of each cell's line: (cells, 2 x width)."""
    shape = int(line.max()) + 1, hidden.shape[1]
    highest, total = np.full(shape, LOWEST, dtype=hidden.dtype), np.zeros(shape, dtype=hidden.dtype)
    np.maximum.at(highest, line, hidden)
    np.add.at(total, line, hidden)
    mean = total / np.bincount(line)[:, None].astype(hidden.dtype)
    return np.concatenate([highest, mean], axis=1)[line]


def _numbered(lines: Sequence[int]) -> Array:
    """Lines as 0, 1, 2 ... in their order, none left out."""
    return np.unique(np.array(lines, dtype=np.int64), return_inverse=True)[1]


# --- Its folder ------------------------------------------------------------------------------------------------------


def is_network(folder: Path) -> bool:
    """Whether config.json of a folder names a table network; `cells.weights` may name a token classifier as well."""
    try:
        data = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(data, dict) and data.get("model_type") == MODEL_TYPE


def load_network(folder: Path) -> Network:
    """Read config.json and network.safetensors. Raises NoModel."""
    try:
        about = About(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
        if tuple(about.inputs) != INPUTS:
            raise NoModel(f"The network in {str(folder)!r} was trained on other features than these: train it again.")
        network = Network(about, read_safetensors(folder / FILE))
        # Every layer is there and fits: on a table of one cell.
        none = np.zeros(1, dtype=np.int64)
        blank = Grid(("",), ("",), np.zeros((1, len(INPUTS)), np.float32), none, none, none, np.ones(1, dtype=bool))
        _ = chances(network, blank)[""] + about.shift + about.headers
    except NoModel:
        raise
    except (OSError, ValueError, TypeError, LookupError) as error:
        raise NoModel(f"The network in {str(folder)!r} cannot be read ({type(error).__name__}: {error}).") from error
    return network


@lru_cache(maxsize=len(NETWORKS))
def shipped_network(name: str) -> Network:
    """One of NETWORKS. Raises NoModel."""
    return load_network(CELL_NETWORKS / name)


def open_network(config: Config) -> CellScorer:
    """The scorer of the configured folder. Raises NoModel."""
    network = load_network(Path(config.cells.weights))
    return lambda claim, page, holder: network_cells(network, claim, holder)


def network_cells(network: Network, claim: ClaimWords, holder: Table | List) -> list[ScoredCell]:
    """The cells of a table, or items of a list, that may be chosen, best first."""
    if not claim.folded:
        return []
    grid = grid_of(claim, holder, headers=network.about.headers)
    if not grid.ids:
        return []
    texts = dict(zip(grid.ids, grid.texts, strict=True))
    moved = ((id_, chance_of(logit_of(p) + network.about.shift)) for id_, p in chances(network, grid).items())
    return sorted((ScoredCell(id_, p, texts[id_]) for id_, p in moved), key=lambda cell: -cell.score)
