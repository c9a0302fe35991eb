"""The loss: which passage of the cited page carries the evidence is latent.

    loss = sum over p of q(p) * -log( exp s(p) / (exp s(p) + sum over negatives n of exp s(n)) )

s is the model's logit, p runs over the passages of the cited page. q, which no gradient passes through, is by --latent:

    hard_em   1 for the passage with the highest s
    soft_em   softmax(s / t); t falls from WARM to 1 over the epochs, so that training begins almost uniform
    first     1 for the first passage
    random    1 for one drawn anew each epoch
    uniform   the same for all

(Petroni et al. 2023, Improving Wikipedia verifiability with AI, and their code.)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from baseline.citations.claim import Claim
from baseline.citations.cross_encoder import BATCH, length_of, pairing
from baseline.models import Opened, encode_pairs, libraries, read_pairs
from baseline.training.citations.groups import Group
from baseline.training.settings import Settings

WARM = 10.0  # temperature of the first epoch of soft EM
OUTPUTS = ("SUPPORTED",)


class Latent(StrEnum):
    """How the weight of a page's passages is chosen."""

    HARD_EM = "hard_em"
    SOFT_EM = "soft_em"
    FIRST = "first"
    RANDOM = "random"
    UNIFORM = "uniform"


def temperature(epoch: int, epochs: int) -> float:
    """Of soft EM: from WARM in the first epoch to 1 in the last, by equal factors."""
    return float(WARM ** (1 - epoch / (epochs - 1))) if epochs > 1 else 1.0


def weights(scores: Any, latent: Latent, heat: float, rng: random.Random) -> Any:
    """q of the passages of one page, a tensor (passages) that sums to 1."""
    torch, _ = libraries()
    scores = scores.detach()
    if latent is Latent.SOFT_EM:
        return (scores / heat).softmax(dim=0)
    if latent is Latent.UNIFORM:
        return torch.full_like(scores, 1 / len(scores))
    chosen = torch.zeros_like(scores)
    place = {Latent.HARD_EM: int(scores.argmax()), Latent.FIRST: 0}.get(latent)
    chosen[rng.randrange(len(scores)) if place is None else place] = 1.0
    return chosen


class CitationTask:
    """A verifier as a training task; see `baseline.training.protocol.Task`."""

    def __init__(self, settings: Settings, latent: Latent, train: Sequence[Group], dev: Sequence[Group]) -> None:
        self.settings, self.latent, self.train, self.dev = settings, latent, train, dev
        self.size = len(train)
        self.lengths: Sequence[int] = ()
        self._pair: Callable[[Claim, str], tuple[str, str]] | None = None

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """(sum of the losses, number of groups). A passage whose q is 0 is read without gradient, or not at all."""
        torch, _ = libraries()
        groups = [self._narrowed(opened, epoch, place) for place in places]
        encoded = encode_pairs(opened.tokenizer, self._pairs(opened, groups), length_of(opened))
        scores = opened.model(**encoded.to(opened.device)).logits[:, 0].float()
        heat = temperature(min(epoch, self.settings.epochs - 1), self.settings.epochs)
        total, start = 0.0, 0
        for place, group in zip(places, groups, strict=True):
            middle = start + len(group.positive)
            end = middle + len(group.negative)
            positive, negative = scores[start:middle], scores[middle:end]
            q = weights(positive, self.latent, heat, self._chance(epoch, place))
            whole = torch.logaddexp(positive, negative.logsumexp(dim=0))
            total = total + (q * (whole - positive)).sum()
            start = end
        return total, len(groups)

    def evaluate(self, opened: Opened) -> dict[str, float]:
        """`score`: the share of claims whose page has a passage above all negatives. Raises NoModel."""
        scores = iter(self._scores(opened, self.dev))
        first = 0
        for group in self.dev:
            positive, negative = ([next(scores) for _ in some] for some in (group.positive, group.negative))
            first += max(positive) > max(negative)
        return {"score": first / len(self.dev)}

    def save(self, folder: Path, opened: Opened, _scores: Mapping[str, float]) -> dict[str, Any]:
        """Write what `open_verifier` reads."""
        opened.model.save_pretrained(folder)
        opened.tokenizer.save_pretrained(folder)
        return {"latent": self.latent.value}

    def _narrowed(self, opened: Opened, epoch: int, place: int) -> Group:
        """The group with those passages of the cited page that q does not leave out.

        Gradients of one passage of sixteen take a tenth of the memory, and less than half of the time.
        """
        group = self.train[place]
        if len(group.positive) == 1 or self.latent in (Latent.SOFT_EM, Latent.UNIFORM):
            return group
        torch, _ = libraries()
        scores = torch.zeros(len(group.positive))
        if self.latent is Latent.HARD_EM:
            opened.model.eval()
            scores = torch.tensor(self._scores(opened, [replace(group, negative=())]))
            opened.model.train()
        chosen = int(weights(scores, self.latent, 1.0, self._chance(epoch, place)).argmax())
        return replace(group, positive=(group.positive[chosen],))

    def _chance(self, epoch: int, place: int) -> random.Random:
        return random.Random(f"{self.settings.seed} {epoch} {place}")

    def _scores(self, opened: Opened, groups: Sequence[Group]) -> list[float]:
        pairs = self._pairs(opened, groups)
        read = read_pairs(opened, pairs, length_of(opened), BATCH, lambda one: opened.model(**one).logits.float())
        return [score for (score,) in read]

    def _pairs(self, opened: Opened, groups: Sequence[Group]) -> list[tuple[str, str]]:
        pair = self._pair = self._pair or pairing(opened)
        return [pair(group.claim, text) for group in groups for text in (*group.positive, *group.negative)]
