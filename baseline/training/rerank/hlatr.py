"""Training of HLATR (`baseline/rerank/hlatr/model.py`): same formulas in torch, with dropout."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from baseline.config import Config
from baseline.models import Opened, batches, libraries
from baseline.rerank.hlatr.features import features, stage_names, width
from baseline.rerank.hlatr.model import FARTHEST, FILE, About
from baseline.rerank.lists import CandidateList
from baseline.source import Source
from baseline.tensors import Array
from baseline.training.rerank.measures import list_scores
from baseline.training.settings import CannotTrain, Settings

HIDDEN, HEADS, LAYERS, DROPOUT = 128, 2, 4, 0.1
JUDGED = 64  # lists that are judged at once
NEVER = -1e4  # the score of what is no candidate


class HlatrTask:
    """HLATR as a training task; see `loop.Task`."""

    def __init__(
        self, settings: Settings, train: Sequence[CandidateList], dev: Sequence[CandidateList], source: Source,
        config: Config,
    ) -> None:  # fmt: skip
        self.settings, self.train, self.dev = settings, train, dev
        self.size = len(train)
        self.lengths: Sequence[int] = ()
        self.about = _about(settings, train)
        self.values = [features(one.candidates) for one in train]
        self.dev_values = [features(one.candidates) for one in dev]
        widths = {value.shape[1] for value in (*self.values, *self.dev_values)}
        if widths != {width(self.about.stages, self.about.signals)}:
            raise CannotTrain("Some lists lack the scores of a stage: it did not order all of them.")

    def opened(self, start: str, seed: int) -> Opened:
        """A new model, by the seed; its features are scaled by what the lists hold."""
        torch, _ = libraries()
        if start:
            raise CannotTrain("HLATR starts from nothing: leave --start out.")
        torch.manual_seed(seed)
        model = new_model(self.about)
        values = np.concatenate(self.values)
        model.mean.copy_(torch.from_numpy(values.mean(axis=0)))
        model.deviation.copy_(torch.from_numpy(values.std(axis=0) + 1e-3))
        return Opened("HLATR", model, None, "cpu", self.about.length)

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """(sum of the list-wise contrastive losses, number of positives).

        Each positive is alone among the negatives of its list: -log exp(s+) / (exp(s+) + sum exp(s-)).
        """
        torch, _ = libraries()
        values, padding = side_by_side([self.values[place] for place in places])
        gold = torch.zeros(padding.shape, dtype=torch.bool)
        for row, place in enumerate(places):
            gold[row, [*self.train[place].positives]] = True
        scores = model_scores(opened.model, values, padding)
        others = torch.logsumexp(scores.masked_fill(gold | padding, NEVER), dim=1, keepdim=True)
        loss = torch.nn.functional.softplus(others - scores)[gold]
        return loss.sum(), int(gold.sum())

    def evaluate(self, opened: Opened) -> dict[str, float]:
        """How the dev lists are ordered; `score` is what early stopping goes by."""
        torch, _ = libraries()
        orders: list[Sequence[int]] = []
        for some in batches(self.dev_values, JUDGED):
            values, padding = side_by_side(some)
            with torch.inference_mode():
                scores = model_scores(opened.model, values, padding).numpy()
            kept = [row[: len(one)] for row, one in zip(scores, some, strict=True)]
            orders += [np.argsort(-row, kind="stable").tolist() for row in kept]
        return list_scores(self.dev, orders)

    def save(self, folder: Path, opened: Opened, scores: Mapping[str, float]) -> None:
        """Write the weights and config.json."""
        save_model(folder, opened.model, self.about)


def _about(settings: Settings, lists: Sequence[CandidateList]) -> About:
    first = lists[0].candidates
    length = settings.depth or max(len(one.candidates) for one in lists)
    stages = max(len(stage_names(one.candidates)) for one in lists)
    return About(lists[0].kind, length, stages, len(first[0].signals), HIDDEN, HEADS, LAYERS)


def new_model(about: About) -> Any:
    """A torch module with random weights; features are not scaled until `mean` and `deviation` are set."""
    torch, _ = libraries()
    model = torch.nn.Module()
    size = width(about.stages, about.signals)
    model.register_buffer("mean", torch.zeros(size))
    model.register_buffer("deviation", torch.ones(size))
    model.into = torch.nn.Linear(size, about.hidden)
    model.ranks = torch.nn.Embedding(about.length, about.hidden)
    torch.nn.init.normal_(model.ranks.weight, std=0.02)
    model.norm = torch.nn.LayerNorm(about.hidden)
    model.dropout = torch.nn.Dropout(DROPOUT)
    layer = torch.nn.TransformerEncoderLayer(
        about.hidden, about.heads, 4 * about.hidden, DROPOUT, "gelu", batch_first=True
    )
    model.encoder = torch.nn.TransformerEncoder(layer, about.layers, enable_nested_tensor=False)
    model.out = torch.nn.Linear(about.hidden, 1)
    return model


def model_scores(model: Any, values: Any, padding: Any) -> Any:
    """The scores of the candidates of several lists (lists, candidates), NEVER where there is none."""
    scaled = ((values - model.mean) / model.deviation).clamp(-FARTHEST, FARTHEST)
    hidden = model.norm(model.into(scaled) + model.ranks.weight[: values.shape[1]])
    hidden = model.encoder(model.dropout(hidden), src_key_padding_mask=padding)
    return model.out(hidden)[..., 0].masked_fill(padding, NEVER)


def side_by_side(lists: Sequence[Array]) -> tuple[Any, Any]:
    """Features of several lists as one tensor, and where a list has ended: (lists, candidates, width), (lists, ...)."""
    torch, _ = libraries()
    longest = max(map(len, lists))
    values = torch.zeros(len(lists), longest, lists[0].shape[1])
    padding = torch.ones(len(lists), longest, dtype=torch.bool)
    for row, one in enumerate(lists):
        values[row, : len(one)] = torch.from_numpy(one)
        padding[row, : len(one)] = False
    return values, padding


def save_model(folder: Path, model: Any, about: About) -> None:
    """Write hlatr.safetensors and config.json."""
    from safetensors.torch import save_file

    save_file({name: value.contiguous() for name, value in model.state_dict().items()}, folder / FILE)
    (folder / "config.json").write_text(json.dumps(asdict(about), indent=1) + "\n", encoding="utf-8")
