"""A cross-encoder over (claim, passage): any sequence classifier with one output. Slow: about 20 candidates a claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from baseline.config import Config
from baseline.models import batches, libraries, memory_reported, open_model

Scorer = Callable[[Sequence[tuple[str, str]]], list[float]]

BATCH = 32


def open_cross_encoder(config: Config) -> Scorer | None:
    """The scorer of the configured weights, None when none are configured. Raises NoModel."""
    settings = config.passages.cross_encoder
    if not settings.weights:
        return None
    opened = open_model(settings.weights, "SequenceClassification", outputs=1)
    torch, _ = libraries()
    length = min(settings.length, opened.longest)

    def score(pairs: Sequence[tuple[str, str]]) -> list[float]:
        found: list[float] = []
        with memory_reported(opened.device), torch.inference_mode():
            for batch in batches(pairs, BATCH):
                claims, texts = zip(*batch, strict=True)
                encoded = opened.tokenizer(
                    list(claims), list(texts), padding=True, truncation="longest_first", max_length=length,
                    return_tensors="pt",
                )  # fmt: skip
                found += opened.model(**encoded.to(opened.device)).logits[:, 0].float().tolist()
        return found

    return score
