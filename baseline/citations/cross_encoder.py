"""A cross-encoder that checks citations: any sequence classifier in a folder, one logit or the labels of NLI.

One logit reads [CLS] title [SEP] section [SEP] text before the mark [CIT] [SEP] passage (Petroni et al. 2023), or what
of it `citation_input` of config.json names, in `citation_length` tokens, as models trained by
`baseline.training.citations` do. A model of NLI reads the passage as premise and the sentence, its subject named, as
hypothesis; its score is the log-odds of entailment.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from baseline.citations.calibration import Calibration, read_calibration
from baseline.citations.claim import Claim, Verification
from baseline.citations.decontextualise import decontextualised
from baseline.citations.query import INPUT_SHAPES, claim_input
from baseline.citations.verify import lexical_verifier
from baseline.models import NoModel, Opened, open_model, read_pairs

SHAPE = "section"  # of INPUT_SHAPES
SUPPORTS = frozenset({"ENTAILMENT", "SUPPORTS", "SUPPORTED"})  # what models call the output that is looked for
BATCH = 16
MOST = 16  # passages of a document that are read; a page of 5,000 words has 100, which take seconds

Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class CrossEncoderVerifier:
    """See Verifier. `scores` reads pairs of a claim's and a passage's text; `pair` puts them in the model's order."""

    name: str
    scores: Callable[[Pairs], list[float]]
    pair: Callable[[Claim, str], tuple[str, str]]
    calibration: Calibration | None = None

    def verify(self, claim: Claim, passages: Sequence[str]) -> Verification:
        """See Verifier. `fails` is 1 / (1 + exp(score)) where the model was not calibrated. Raises NoModel.

        Of a longer document the MOST likeliest passages are read, as in training; the others get the lowest score.
        """
        texts = [*passages] or [""]
        lexical = lexical_verifier().verify(claim, texts)
        places = likeliest(lexical.passage_scores, MOST)
        read = dict(zip(places, self.scores([self.pair(claim, texts[place]) for place in places]), strict=True))
        best = max(places, key=read.__getitem__)
        scores = tuple(read.get(place, min(read.values())) for place in range(len(texts)))
        fails = self.calibration.fails(scores[best]) if self.calibration else 1 / (1 + _exp(scores[best]))
        return Verification(scores[best], fails, best, scores, lexical.missing)


def open_cross_encoder(folder: str) -> CrossEncoderVerifier:
    """The model in a folder of transformers. Raises NoModel, also where its outputs are neither of the two kinds."""
    opened = open_model(folder, "SequenceClassification")
    name = f"{opened.name}-{_hash(Path(folder))}"
    try:
        calibration = read_calibration(Path(folder))
    except (ValueError, KeyError, TypeError) as error:
        raise NoModel(f"The calibration in {folder!r} cannot be read ({type(error).__name__}: {error}).") from error
    if opened.model.config.num_labels == 1:
        return CrossEncoderVerifier(name, _reader(opened, lambda logits: logits[:, 0]), pairing(opened), calibration)
    labels = {int(place): str(label).upper() for place, label in opened.model.config.id2label.items()}
    found = [place for place, label in labels.items() if label in SUPPORTS]
    if len(found) != 1:
        raise NoModel(
            f"The model in {folder!r} has the outputs {', '.join(labels.values())}: want one output, or one of several "
            f"called {' or '.join(sorted(SUPPORTS))}."
        )
    read = _reader(opened, lambda logits: _log_odds(logits, found[0]))
    return CrossEncoderVerifier(name, read, _as_hypothesis, calibration)


def likeliest(scores: Sequence[float], most: int) -> list[int]:
    """The places of the highest scores, in order."""
    return sorted(sorted(range(len(scores)), key=lambda place: -scores[place])[:most])


def pairing(opened: Opened) -> Callable[[Claim, str], tuple[str, str]]:
    """How a model of one logit reads a claim and a passage: half of `length_of` is the claim's. Raises NoModel.

    A tokenizer that had to shorten both would cut the claim at its end, where the sentence stands.
    """
    name = getattr(opened.model.config, "citation_input", SHAPE)
    if name not in INPUT_SHAPES:
        raise NoModel(f"The model {opened.name!r} reads {name!r} of a claim: want {' or '.join(INPUT_SHAPES)}.")
    shape = INPUT_SHAPES[name]
    room = (length_of(opened) - opened.tokenizer.num_special_tokens_to_add(pair=True)) // 2
    shape = replace(shape, length=min(shape.length, room))

    @lru_cache(maxsize=10_000)
    def cost(word: str) -> int:
        return len(opened.tokenizer.tokenize(f" {word}"))

    @lru_cache(maxsize=1_000)  # each is read with many passages
    def text_of(claim: Claim) -> str:
        return claim_input(claim, shape, cost)

    def pair(claim: Claim, passage: str) -> tuple[str, str]:
        return text_of(claim), normalised(passage)

    return pair


def length_of(opened: Opened) -> int:
    """Tokens of a pair."""
    return min(getattr(opened.model.config, "citation_length", opened.longest), opened.longest)


def normalised(passage: str) -> str:
    """A passage as the paper's models read it: one line, straight apostrophes, no quotation mark at its ends."""
    text = " ".join(passage.split()).replace("’", "'")
    return text.removeprefix('"').removesuffix('"')


def _as_hypothesis(claim: Claim, passage: str) -> tuple[str, str]:
    return normalised(passage), decontextualised(claim.cited, claim.title)


def _reader(opened: Opened, score: Callable[[Any], Any]) -> Callable[[Pairs], list[float]]:
    def read(encoded: Any) -> Any:
        return score(opened.model(**encoded).logits.double())[:, None]

    return lambda pairs: [one for (one,) in read_pairs(opened, pairs, length_of(opened), BATCH, read)] if pairs else []


def _log_odds(logits: Any, place: int) -> Any:
    others = [at for at in range(logits.shape[1]) if at != place]
    return logits[:, place] - logits[:, others].logsumexp(dim=1)


def _exp(value: float) -> float:
    return math.exp(min(max(value, -700.0), 700.0))


def _hash(folder: Path) -> str:
    """Eight digits that tell one model from another of the same name."""
    for file in ("model.safetensors", "pytorch_model.bin", "config.json"):
        if (folder / file).is_file():
            with (folder / file).open("rb") as data:
                return hashlib.file_digest(data, "sha256").hexdigest()[:8]
    return ""
