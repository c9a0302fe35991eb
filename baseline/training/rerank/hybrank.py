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
from baseline.models import Opened, libraries
from baseline.rerank.hybrank.model import ACROSS, FILE, HEADS, MOST, TEMPERATURE, About, Network, spread
from baseline.rerank.hybrank.similarities import FEATURES, similarities
from baseline.rerank.hybrank.stage import anchors_of, newest_score, vectors_name
from baseline.rerank.lists import CandidateList
from baseline.source import Source
from baseline.training.rerank.measures import list_scores
from baseline.training.settings import CannotTrain, Settings

DROPOUT, PRIOR = 0.1, 5.0
NEGATIVES, ANCHORS = 31, 20  # of a list that are learned from in an epoch, by chance
JUDGED = 100  # lists that a training stops by, at most
NEVER = -1e4  # the score of what is no candidate


@dataclass(frozen=True, slots=True)
class Example:
    """A list as arrays, or several as tensors: `similarities`, `spread` of the scores it came with, what is evidence.

    `ranks`: from 1, those of the whole list; `anchors`: their numbers, from 0; of several lists -1 where there is none.
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
        self.settings, self.train, self.dev = settings, train, dev[:JUDGED]
        self.size = len(train)
        self.lengths: Sequence[int] = ()
        encoder = encoder_of(config.hybrank.vectors, config.hybrank.length, source)
        kind = train[0].kind
        anchors, length = anchors_of(config.hybrank, kind), settings.depth or MOST
        self.about = About(kind, anchors, config.hybrank.dimensions, length, vectors_name(encoder))
        self.examples, self.dev_examples = (
            [example(one, self.about, encoder) for one in lists] for lists in (train, self.dev)
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
        weights = {name: value.detach().numpy() for name, value in opened.model.state_dict().items()}
        network = Network(self.about, weights, "")
        orders = [
            np.argsort(-network.scores(one.values, one.given), kind="stable").tolist() for one in self.dev_examples
        ]
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
    return Example(values, given, gold, np.arange(1, size + 1), np.arange(values.shape[1]))


def sampled(one: Example, seed: str) -> Example:
    """The same with no more than NEGATIVES, and with ANCHORS of the anchors."""
    rng = random.Random(seed)
    negatives = np.flatnonzero(~one.gold).tolist()
    kept = np.arange(len(one.gold))
    if len(negatives) > NEGATIVES:
        kept = np.sort([*np.flatnonzero(one.gold).tolist(), *rng.sample(negatives, NEGATIVES)])
    columns = one.anchors
    if len(columns) > ANCHORS:
        columns = np.sort(rng.sample(columns.tolist(), ANCHORS))
    values = one.values[np.ix_([0, *(kept + 1)], columns)]
    return Example(values, one.given[kept], one.gold[kept], one.ranks[kept], columns)


def side_by_side(examples: Sequence[Example]) -> Example:
    """Several lists as one, of tensors, with zeros where a list has ended: its ranks are above 0."""
    torch, _ = libraries()
    rows, columns = (max(one.values.shape[axis] for one in examples) for axis in (0, 1))
    values = torch.zeros(len(examples), rows, columns, FEATURES)
    anchors = torch.full((len(examples), columns), -1)
    given, ranks, gold = (
        torch.zeros(len(examples), rows - 1, dtype=kind) for kind in (torch.float, torch.long, torch.bool)
    )
    for row, one in enumerate(examples):
        size = len(one.given)
        values[row, : 1 + size, : len(one.anchors)] = torch.from_numpy(one.values)
        anchors[row, : len(one.anchors)] = torch.from_numpy(one.anchors)
        for tensor, part in ((given, one.given), (ranks, one.ranks), (gold, one.gold)):
            tensor[row, :size] = torch.from_numpy(part)
    return Example(values, given, gold, ranks, anchors)


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
        made = torch.nn.TransformerEncoderLayer(width, HEADS, 2 * width, DROPOUT, "relu", batch_first=True)
        made.self_attn.dropout = 0.0  # of attention shares: half of the time of a step on a CPU
        return made

    model.into = torch.nn.Linear(FEATURES, width)
    for name, shape in (("ranks", (about.length + 1, width)), ("anchors", (about.anchors, width)), ("first", (width,))):
        setattr(model, name, torch.nn.Parameter(0.02 * torch.randn(shape)))
    model.prior = torch.nn.Parameter(torch.tensor(PRIOR))
    model.norm = torch.nn.LayerNorm(width)
    model.dropout = torch.nn.Dropout(DROPOUT)
    model.across = torch.nn.TransformerEncoder(layer(), ACROSS, enable_nested_tensor=False)
    model.along = layer()
    return model


def first_of(layer: Any, first: Any, values: Any, absent: Any) -> Any:
    """The outputs (lists, width) of a TransformerEncoderLayer at `first`, before `values` (lists, length, width).

    As `transformer.first_of`: there is one query, so that keys and values are never made of every place.
    """
    torch, _ = libraries()
    attention, width = layer.self_attn, values.shape[2]
    part = width // HEADS
    query, key, value = attention.in_proj_weight.chunk(3)
    bias, _, bias_of_values = attention.in_proj_bias.chunk(3)  # the bias of keys changes no softmax
    asked = (query @ first + bias).view(HEADS, 1, part) / part**0.5
    asked = (asked @ key.view(HEADS, part, width))[:, 0]
    scores = torch.cat([(asked @ first).expand(len(values), 1, HEADS), values @ asked.T], 1)
    scores = scores.masked_fill(torch.nn.functional.pad(absent, (1, 0))[..., None], -torch.inf)
    shares = scores.softmax(1).transpose(1, 2)
    mean = shares[..., 1:] @ values + shares[..., :1] * first
    taken = torch.einsum("lhw,hpw->lhp", mean, value.view(HEADS, part, width)).flatten(1)
    attended = attention.out_proj(taken + bias_of_values)
    hidden = layer.norm1(first + layer.dropout1(attended))
    forward = layer.linear2(layer.dropout(layer.linear1(hidden).relu()))
    return layer.norm2(hidden + layer.dropout2(forward))


def model_scores(model: Any, lists: Example) -> Any:
    """The scores of the candidates of `side_by_side` lists (lists, candidates), NEVER where there is none."""
    torch, _ = libraries()
    count, rows, columns, _features = lists.values.shape
    ranks = torch.nn.functional.pad(lists.ranks, (1, 0))
    ended = torch.nn.functional.pad(lists.ranks == 0, (1, 0))  # the claim is always there
    absent = lists.anchors < 0
    hidden = (
        model.into(lists.values) + model.ranks[ranks][:, :, None] + model.anchors[lists.anchors.clamp_min(0)][:, None]
    )
    hidden = model.dropout(model.norm(hidden))
    hidden = hidden.transpose(1, 2).flatten(0, 1)  # a list for each anchor
    hidden = model.across(hidden, src_key_padding_mask=ended.repeat_interleave(columns, 0))
    hidden = hidden.unflatten(0, (count, columns)).transpose(1, 2).flatten(0, 1)  # a list for each candidate
    ends = first_of(model.along, model.first, hidden, absent.repeat_interleave(rows, 0))
    ends = torch.nn.functional.normalize(ends.unflatten(0, (count, rows)), dim=-1, eps=1e-8)
    scores = (ends[:, 1:] @ ends[:, :1].transpose(1, 2))[..., 0] / TEMPERATURE
    return (scores + model.prior * lists.given).masked_fill(ended[:, 1:], NEVER)
