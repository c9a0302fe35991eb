"""Training of a cross-encoder (`baseline/rerank/cross_encoder`) on candidate lists.

loss = max(0, -y (x1 - x2) + margin),   y = 1, x1 the score of a positive, x2 that of its negative
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from baseline.config import Config
from baseline.models import Opened, encode_pairs
from baseline.rerank.cross_encoder.inputs import Inputs
from baseline.rerank.cross_encoder.model import logits, new_scorer, save_scorer
from baseline.rerank.cross_encoder.stage import scorer_of
from baseline.rerank.lists import CandidateList
from baseline.source import Source
from baseline.training.rerank.measures import list_scores
from baseline.training.rerank.negatives import Mix, Negatives, Pair
from baseline.training.settings import CannotTrain, Settings
from baseline.training.start import open_start

OUTPUTS = ("score",)


class CrossEncoderTask:
    """A cross-encoder as a training task; see `loop.Task`. An example is a positive; each epoch draws it a negative."""

    def __init__(
        self,
        settings: Settings,
        train: Sequence[CandidateList],
        dev: Sequence[CandidateList],
        source: Source,
        config: Config,
    ) -> None:
        self.settings, self.dev = settings, dev
        mix = Mix(settings.ranked, settings.same_page, settings.random)
        self.negatives = Negatives(train, mix, settings.seed)
        self.claims = [Inputs(one.claim, source, config.passages) for one in train]
        self.dev_claims = [Inputs(one.claim, source, config.passages) for one in dev]
        self.size = len(self.negatives.pairs)
        self.lengths: Sequence[int] = ()
        if not self.size:
            raise CannotTrain("No evidence of --train has a negative beside it: give --ranked, --same-page or "
                              "--random a weight above 0.")  # fmt: skip

    def opened(self, start: str, seed: int) -> Opened:
        """The encoder of a checkpoint under a new head, by the seed. Raises NoModel, CannotTrain."""
        opened, _ = open_start(start, "SequenceClassification", OUTPUTS, seed)
        return new_scorer(opened)

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """(sum of the margin ranking losses, number of positives)."""
        texts = [text for place in places for text in self._texts(self.negatives.pairs[place], epoch)]
        encoded = encode_pairs(opened.tokenizer, texts, min(self.settings.length, opened.longest))
        scores = logits(opened.model, encoded.to(opened.device)).sigmoid().view(-1, 2)
        return (scores[:, 1] - scores[:, 0] + self.settings.margin).clamp_min(0).sum(), len(places)

    def _texts(self, pair: Pair, epoch: int) -> list[tuple[str, str]]:
        """(claim, text) of a positive and of its negative."""
        inputs, negative = self.claims[pair.of], self.negatives.drawn(pair, epoch)
        assert negative is not None  # a positive without one is no pair
        positive = self.negatives.lists[pair.of].candidates[pair.place]
        return [(inputs.claim, inputs.text(one)) for one in (positive, negative.candidate)]

    @cached_property
    def dev_pairs(self) -> list[tuple[str, str]]:
        """(claim, text) of all candidates of the lists to stop by, list by list."""
        return [
            (inputs.claim, inputs.text(one))
            for inputs, of in zip(self.dev_claims, self.dev, strict=True)
            for one in of.candidates
        ]

    def evaluate(self, opened: Opened) -> dict[str, float]:
        """How the lists to stop by are ordered. Raises NoModel."""
        scores = iter(scorer_of(opened, self.settings.length)(self.dev_pairs))
        orders = []
        for of in self.dev:
            own = [next(scores) for _ in of.candidates]
            orders.append(sorted(range(len(own)), key=lambda place: -own[place]))
        return list_scores(self.dev, orders)

    def save(self, folder: Path, opened: Opened, scores: Mapping[str, float]) -> None:
        """Write the folder that `cross_encoder.KIND` names."""
        save_scorer(folder, opened, self.settings.kind)
