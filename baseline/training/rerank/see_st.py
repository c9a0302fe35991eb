"""Training of SEE-ST (`baseline/rerank/see_st/model.py`): same formulas in torch, with dropout.

    L   = alpha L_r + beta L_c + gamma L_t        1, 1, 1 for tables; 2, 2, 1 for cells
    L_r = cross-entropy of the rows (has it evidence?), L_c of the columns
    L_t = max(0, 1 - (l+ - l-)), l = sigmoid of the table's logit; of cells, of the cell's

An example is a list. Of tables the positives and some negatives by chance are learned from, of cells the whole graph.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from baseline.candidates import Kind
from baseline.cells.network import FARTHEST
from baseline.config import Config
from baseline.models import Opened, libraries
from baseline.rerank.hybrank.stage import vectors_name
from baseline.rerank.lists import CandidateList
from baseline.rerank.see_st.graph import INPUTS, Graph
from baseline.rerank.see_st.model import FILE, About, Network
from baseline.rerank.see_st.stage import graph_of, opened_encoder
from baseline.source import Source
from baseline.tensors import Array
from baseline.training.rerank.measures import list_scores
from baseline.training.settings import CannotTrain, Settings
from baseline.training.table_network import DROPOUT, MIXES, WIDTH, pooled

WEIGHTS: dict[Kind, tuple[float, float, float]] = {"tables": (1.0, 1.0, 1.0), "cells": (2.0, 2.0, 1.0)}
MARGIN = 1.0
NEGATIVES = 4  # tables of a list that are learned from in an epoch, by chance
MOST = {"tables": 20, "cells": 100}  # candidates of a list that are ordered, unless a training says otherwise


@dataclass(frozen=True, slots=True)
class Example:
    """A list as a graph; `gold`: whether each node is evidence; `positives`: places of candidates."""

    graph: Graph
    gold: Array
    positives: frozenset[int]
    count: int


class SeeStTask:
    """SEE-ST as a training task; see `loop.Task`."""

    def __init__(
        self, settings: Settings, train: Sequence[CandidateList], dev: Sequence[CandidateList], source: Source,
        config: Config,
    ) -> None:  # fmt: skip
        self.settings, self.dev, self.score = settings, dev, config.see_st.score
        self.lengths: Sequence[int] = ()
        encoder = opened_encoder(config, source)
        kind = train[0].kind
        self.about = About(
            kind, settings.depth or MOST[kind], WIDTH, MIXES, vectors_name(encoder) if encoder is not None else ""
        )

        def made(one: CandidateList) -> Example:
            kept = one.candidates[: self.about.depth]
            graph = graph_of(one.claim, kept, source, config.passages, encoder)
            gold = np.array([id_ in one.cells for id_ in graph.ids], bool)
            return Example(graph, gold, one.positives, len(kept))

        self.examples = [each for one in train if (each := made(one)).gold.any()]
        self.dev_examples = [made(one) for one in dev]
        self.size = len(self.examples)
        if not self.size:
            raise CannotTrain("No list of --train has a table with evidence cells that the pages have.")

    def opened(self, start: str, seed: int) -> Opened:
        """A new model, by the seed; its inputs are scaled by what the lists hold. Raises CannotTrain."""
        torch, _ = libraries()
        if start:
            raise CannotTrain("SEE-ST starts from nothing: leave --start out, and name an encoder as see_st.vectors.")
        torch.manual_seed(seed)
        model = new_model(self.about)
        values = np.concatenate([one.graph.values for one in self.examples])
        model.mean.copy_(torch.from_numpy(values.mean(axis=0)))
        model.deviation.copy_(torch.from_numpy(values.std(axis=0)).clamp_min(1e-3))
        return Opened("SEE-ST", model, None, "cpu", self.about.depth)

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """(sum of the lists' losses, number of lists)."""
        torch, _ = libraries()
        total = torch.zeros(())
        for at in places:
            total = total + self._loss(opened.model, self._sampled(at, epoch))
        return total, len(places)

    def _sampled(self, at: int, epoch: int) -> Example:
        """Of tables the positives and some others; of cells all."""
        one = self.examples[at]
        others = [place for place in range(one.count) if place not in one.positives]
        if self.about.kind == "cells" or len(others) <= NEGATIVES:
            return one
        rng = random.Random(f"{self.settings.seed} {epoch} {at}")
        return of_candidates(one, {*one.positives, *rng.sample(others, NEGATIVES)})

    def _loss(self, model: Any, one: Example) -> Any:
        torch, _ = libraries()
        entropy = torch.nn.functional.binary_cross_entropy_with_logits
        graph, gold = one.graph, torch.from_numpy(one.gold)
        alpha, beta, gamma = WEIGHTS[self.about.kind]
        rows, columns, third = model_parts(model, as_tensors(graph), self.about.kind)
        is_cell = one.graph.values[:, INPUTS.index("is_sentence")] == 0
        total = torch.zeros(())
        for weight, logits, line in ((alpha, rows, graph.rows), (beta, columns, graph.columns)):
            counts = _any_of(line, is_cell, len(logits))
            total = total + weight * entropy(logits[counts], _any_of(line, one.gold, len(logits))[counts].float())
        if self.about.kind == "cells":
            is_candidate = torch.from_numpy(graph.candidates >= 0)
            right, wrong = third[gold & is_candidate], third[~gold & is_candidate]
        else:
            is_right = _any_of(graph.tables, np.isin(graph.candidates, [*one.positives]), len(third))
            right, wrong = third[is_right], third[~is_right]
        if len(right) and len(wrong):
            total = total + gamma * (MARGIN - right.sigmoid()[:, None] + wrong.sigmoid()).clamp_min(0).mean()
        return total

    def evaluate(self, opened: Opened) -> dict[str, float]:
        """How the dev lists are ordered; `score` is what early stopping goes by."""
        weights = {name: value.detach().numpy() for name, value in opened.model.state_dict().items()}
        network = Network(self.about, weights, "")
        orders = []
        for one, of in zip(self.dev_examples, self.dev, strict=True):
            scores = network.scores(one.graph, one.count, self.score)
            behind = range(one.count, len(of.candidates))
            orders.append([*np.argsort(-scores, kind="stable").tolist(), *behind])
        return list_scores(self.dev, orders)

    def save(self, folder: Path, opened: Opened, scores: Mapping[str, float]) -> None:
        """Write the weights and config.json."""
        save_model(folder, opened.model, self.about)


def of_candidates(one: Example, kept: set[int]) -> Example:
    """The same with the nodes of some candidates alone; of tables, whose nodes have no neighbours elsewhere."""
    at = np.flatnonzero(np.isin(one.graph.candidates, [*kept]))
    graph = one.graph
    lines = {
        name: np.unique(getattr(graph, name)[at], return_inverse=True)[1]
        for name in ("rows", "columns", "tables", "pages")
    }
    none = np.zeros(0, np.int64)
    ids = tuple(graph.ids[place] for place in at)
    names = (none, none, np.zeros(0, np.float32))
    made = Graph(ids, graph.values[at], **lines, names=names, candidates=graph.candidates[at])
    return replace(one, graph=made, gold=one.gold[at])


def _any_of(line: Array, values: Array, count: int) -> Any:
    """Whether any node of each line has True: a tensor (lines,)."""
    torch, _ = libraries()
    return torch.from_numpy(np.bincount(line[values], minlength=count) > 0)


def as_tensors(graph: Graph) -> Graph:
    """The same graph with torch tensors in the place of arrays."""
    torch, _ = libraries()
    arrays = {name: torch.from_numpy(getattr(graph, name)) for name in ("values", "rows", "columns", "tables", "pages")}
    names = (*(torch.from_numpy(part) for part in graph.names),)
    return replace(graph, **arrays, names=names)


def new_model(about: About) -> Any:
    """A torch module with random weights; `mean` and `deviation` of the inputs are 0 and 1 until they are set."""
    torch, _ = libraries()
    model, linear = torch.nn.Module(), torch.nn.Linear
    width, states = about.width, (1 + about.mixes) * about.width
    model.register_buffer("mean", torch.zeros(len(INPUTS)))
    model.register_buffer("deviation", torch.ones(len(INPUTS)))
    model.into = linear(len(INPUTS), width)
    lines = 9 if about.kind == "cells" else 7
    model.mixes = torch.nn.ModuleList(linear(lines * width, width) for _ in range(about.mixes))
    for head in ("row", "column", "cell" if about.kind == "cells" else "table"):
        setattr(model, head, torch.nn.ModuleDict({"first": linear(states, width), "second": linear(width, 1)}))
    return model


def model_parts(model: Any, graph: Graph, kind: Kind) -> tuple[Any, Any, Any]:
    """As `Network.parts`, of a graph `as_tensors`."""
    found = _states(model, graph, has_graph=kind == "cells")
    rows, columns = _head(model.row, _means(found, graph.rows)), _head(model.column, _means(found, graph.columns))
    if kind == "cells":
        return rows, columns, _head(model.cell, found)
    return rows, columns, _head(model.table, _means(found, graph.tables))


def _states(model: Any, graph: Graph, *, has_graph: bool) -> Any:
    torch, _ = libraries()
    gelu, dropout = torch.nn.functional.gelu, torch.nn.functional.dropout
    scaled = ((graph.values - model.mean) / model.deviation).clamp(-FARTHEST, FARTHEST)
    states = [gelu(model.into(scaled))]
    for mix in model.mixes:
        last = dropout(states[-1], DROPOUT, model.training)
        own = [last, *(pooled(last, line) for line in (graph.rows, graph.columns, graph.tables))]
        if has_graph:
            sources, targets, shares = graph.names
            joined = torch.zeros_like(last).index_add(0, sources, last[targets] * shares[:, None])
            own += [_means(last, graph.pages)[graph.pages], joined]
        states.append(gelu(mix(torch.cat(own, 1))))
    return dropout(torch.cat(states, 1), DROPOUT, model.training)


def _head(head: Any, values: Any) -> Any:
    return head["second"](head["first"](values).relu())[:, 0]


def _means(values: Any, line: Any) -> Any:
    """The mean over the nodes of each line."""
    torch, _ = libraries()
    count = int(line.max()) + 1
    total = torch.zeros(count, values.shape[1]).index_add(0, line, values)
    return total / torch.bincount(line, minlength=count)[:, None]


def save_model(folder: Path, model: Any, about: About) -> None:
    """Write see_st.safetensors and config.json."""
    from safetensors.torch import save_file

    save_file({name: value.contiguous() for name, value in model.state_dict().items()}, folder / FILE)
    (folder / "config.json").write_text(json.dumps(asdict(about), indent=1) + "\n", encoding="utf-8")
