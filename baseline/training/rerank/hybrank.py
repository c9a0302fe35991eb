"""Training of HybRank (`baseline/rerank/hybrank/model.py`): same formulas in torch, with dropout."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from baseline.config import Config
from baseline.dense.encoder import Encoder
from baseline.dense.retriever import encoder_of
from baseline.models import Opened, batches, libraries
from baseline.rerank.hybrank.model import ACROSS, FILE, HEADS, MOST, TEMPERATURE, About, spread
from baseline.rerank.hybrank.similarities import FEATURES, similarities
from baseline.rerank.hybrank.stage import anchors_of, newest_score, vectors_name
from baseline.rerank.lists import CandidateList
from baseline.source import Source
from baseline.training.rerank.measures import list_scores
from baseline.training.settings import CannotTrain, Settings

DROPOUT, PRIOR = 0.1, 5.0
NEGATIVES = 31  # of a list that are learned from in an epoch, by chance
JUDGED = 16  # lists that are judged at once
NEVER = -1e4  # the score of what is no candidate


@dataclass(frozen=True, slots=True)
class Example:
    """A list as arrays, or several as tensors: `similarities`, `spread` of the scores it came with, what is evidence.

    `ranks`: from 1, those of the whole list; `anchors`: how many there are.
    """

    values: Any
    given: Any
    gold: Any
    ranks: Any
    anchors: Any


class HybRankTask:
    """HybRank as a training task; see `loop.Task`."""

    def __init__(
        self, settings: Settings, train: Sequence[CandidateList], dev: Sequence[CandidateList], source: Source,
        config: Config,
    ) -> None:  # fmt: skip
        self.settings, self.train, self.dev = settings, train, dev
        self.size = len(train)
        self.lengths: Sequence[int] = ()
        encoder = encoder_of(config.hybrank.vectors, config.hybrank.length, source)
        kind = train[0].kind
        anchors, length = anchors_of(config.hybrank, kind), settings.depth or MOST
        self.about = About(kind, anchors, config.hybrank.dimensions, length, vectors_name(encoder))
        self.examples, self.dev_examples = (
            [example(one, self.about, encoder) for one in lists] for lists in (train, dev)
        )

    def opened(self, start: str, seed: int) -> Opened:
        """A new model, by the seed."""
        torch, _ = libraries()
        if start:
            raise CannotTrain("HybRank starts from nothing: leave --start out.")
        torch.manual_seed(seed)
        return Opened("HybRank", new_model(self.about), None, "cpu", self.about.length)

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """(sum of the list-wise contrastive losses, number of positives).

        Each positive is alone among the negatives of its list: -log exp(s+) / (exp(s+) + sum exp(s-)).
        """
        torch, _ = libraries()
        lists = side_by_side([sampled(self.examples[at], f"{self.settings.seed} {epoch} {at}") for at in places])
        scores = model_scores(opened.model, lists)
        others = torch.logsumexp(scores.masked_fill(lists.gold, NEVER), dim=1, keepdim=True)
        loss = torch.nn.functional.softplus(others - scores)[lists.gold]
        return loss.sum(), int(lists.gold.sum())

    def evaluate(self, opened: Opened) -> dict[str, float]:
        """How the dev lists are ordered; `score` is what early stopping goes by."""
        torch, _ = libraries()
        orders: list[Sequence[int]] = []
        for some in batches(self.dev_examples, JUDGED):
            with torch.inference_mode():
                scores = model_scores(opened.model, side_by_side(some)).numpy()
            kept = [row[: len(one.given)] for row, one in zip(scores, some, strict=True)]
            orders += [np.argsort(-row, kind="stable").tolist() for row in kept]
        return list_scores(self.dev, orders)

    def save(self, folder: Path, opened: Opened, scores: Mapping[str, float]) -> None:
        """Write the weights and config.json."""
        save_model(folder, opened.model, self.about)


def example(one: CandidateList, about: About, encoder: Encoder) -> Example:
    """What is read of a list, of its first candidates."""
    size = min(len(one.candidates), about.length)
    values = similarities(one.claim, one.texts[:size], about.anchors, encoder)
    given = spread(np.array([newest_score(each) for each in one.candidates[:size]]))
    gold = np.array([place in one.positives for place in range(size)])
    return Example(values, given, gold, np.arange(1, size + 1), values.shape[1])


def sampled(one: Example, seed: str) -> Example:
    """The same with no more than NEGATIVES; all anchors stay."""
    negatives = np.flatnonzero(~one.gold).tolist()
    if len(negatives) <= NEGATIVES:
        return one
    kept = np.sort([*np.flatnonzero(one.gold).tolist(), *random.Random(seed).sample(negatives, NEGATIVES)])
    return Example(one.values[[0, *(kept + 1)]], one.given[kept], one.gold[kept], one.ranks[kept], one.anchors)


def side_by_side(examples: Sequence[Example]) -> Example:
    """Several lists as one, of tensors, with zeros where a list has ended: its ranks are above 0."""
    torch, _ = libraries()
    rows, columns = (max(one.values.shape[axis] for one in examples) for axis in (0, 1))
    values = torch.zeros(len(examples), rows, columns, FEATURES)
    given, ranks, gold = (
        torch.zeros(len(examples), rows - 1, dtype=kind) for kind in (torch.float, torch.long, torch.bool)
    )
    for row, one in enumerate(examples):
        size = len(one.given)
        values[row, : 1 + size, : one.anchors] = torch.from_numpy(one.values)
        for tensor, part in ((given, one.given), (ranks, one.ranks), (gold, one.gold)):
            tensor[row, :size] = torch.from_numpy(part)
    return Example(values, given, gold, ranks, torch.tensor([one.anchors for one in examples]))


def save_model(folder: Path, model: Any, about: About) -> None:
    """Write hybrank.safetensors and config.json."""
    from safetensors.torch import save_file

    save_file({name: value.contiguous() for name, value in model.state_dict().items()}, folder / FILE)
    (folder / "config.json").write_text(json.dumps(asdict(about), indent=1) + "\n", encoding="utf-8")


def new_model(about: About) -> Any:
    """A torch module with random weights."""
    torch, _ = libraries()
    model, width = torch.nn.Module(), about.dimensions

    def layer() -> Any:
        return torch.nn.TransformerEncoderLayer(width, HEADS, 2 * width, DROPOUT, "relu", batch_first=True)

    model.into = torch.nn.Linear(FEATURES, width)
    for name, shape in (("ranks", (about.length + 1, width)), ("anchors", (about.anchors, width)), ("first", (width,))):
        setattr(model, name, torch.nn.Parameter(0.02 * torch.randn(shape)))
    model.prior = torch.nn.Parameter(torch.tensor(PRIOR))
    model.norm = torch.nn.LayerNorm(width)
    model.dropout = torch.nn.Dropout(DROPOUT)
    model.across = torch.nn.TransformerEncoder(layer(), ACROSS, enable_nested_tensor=False)
    model.along = layer()
    return model


def model_scores(model: Any, lists: Example) -> Any:
    """The scores of the candidates of `side_by_side` lists (lists, candidates), NEVER where there is none."""
    torch, _ = libraries()
    count, rows, columns, _features = lists.values.shape
    ranks = torch.nn.functional.pad(lists.ranks, (1, 0))
    ended = torch.nn.functional.pad(lists.ranks == 0, (1, 0))  # the claim is always there
    absent = torch.arange(columns + 1) > lists.anchors[:, None]
    hidden = model.into(lists.values) + model.ranks[ranks][:, :, None] + model.anchors[:columns]
    hidden = model.dropout(model.norm(hidden))
    hidden = hidden.transpose(1, 2).flatten(0, 1)  # a list for each anchor
    hidden = model.across(hidden, src_key_padding_mask=ended.repeat_interleave(columns, 0))
    hidden = hidden.unflatten(0, (count, columns)).transpose(1, 2).flatten(0, 1)  # a list for each candidate
    hidden = torch.cat([model.first.expand(len(hidden), 1, -1), hidden], 1)
    ends = model.along(hidden, src_key_padding_mask=absent.repeat_interleave(rows, 0))[:, 0]
    ends = torch.nn.functional.normalize(ends.unflatten(0, (count, rows)), dim=-1, eps=1e-8)
    scores = (ends[:, 1:] @ ends[:, :1].transpose(1, 2))[..., 0] / TEMPERATURE
    return (scores + model.prior * lists.given).masked_fill(ended[:, 1:], NEVER)
