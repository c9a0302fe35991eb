"""Stage 4: the verdict, by a trained sequence classifier. Without weights there is none: nothing is made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from annotation.release.record import LABELS
from baseline.candidates import VerdictCandidate
from baseline.config import LANGUAGE_MODEL, Config
from baseline.models import NoModel, Opened, open_model, read_pairs
from baseline.rerank.language_model import open_language_model
from baseline.source import Source
from baseline.verdict.dual import dual_chances, is_dual, open_dual, table_rows
from baseline.verdict.linearise import pieces

Judge = Callable[[str, Sequence[str], Source], VerdictCandidate]

NO_WEIGHTS = "No verdict: there are no weights for it (verdict.weights in the configuration)."


def open_judge(config: Config) -> Judge | None:
    """The configured judge, None when there is none: a language model, or a classifier by path. Raises NoModel."""
    settings = config.verdict
    if settings.judge == LANGUAGE_MODEL:
        return open_language_model(config).judge
    if not settings.weights:
        return None
    if is_dual(Path(settings.weights)):
        return _open_dual_judge(config)
    opened = open_model(settings.weights, "SequenceClassification", outputs=len(LABELS))
    names = outputs_of(opened)
    if sorted(names) != sorted(LABELS):
        raise NoModel(f"The outputs of {settings.weights!r} are {', '.join(names)}; want {', '.join(LABELS)}.")
    length = min(settings.length, opened.longest)

    def judge(claim: str, evidence: Sequence[str], source: Source) -> VerdictCandidate:
        text = evidence_text(opened.tokenizer, pieces(evidence, source))
        (chances,) = label_chances(opened, [(claim, text)], length, 1)
        best = max(range(len(names)), key=chances.__getitem__)
        return VerdictCandidate(names[best], dict(zip(names, chances, strict=True)), opened.name)

    return judge


def _open_dual_judge(config: Config) -> Judge:
    """A dual-channel model. Raises NoModel."""
    opened = open_dual(Path(config.verdict.weights))
    length = min(config.verdict.length, opened.longest)

    def judge(claim: str, evidence: Sequence[str], source: Source) -> VerdictCandidate:
        channels = (
            (claim, evidence_text(opened.tokenizer, pieces(evidence, source))),
            (claim, evidence_text(opened.tokenizer, table_rows(evidence, source))),
        )
        (chances,) = dual_chances(opened, [channels], length)
        best = max(range(len(LABELS)), key=chances.__getitem__)
        return VerdictCandidate(LABELS[best], dict(zip(LABELS, chances, strict=True)), opened.name)

    return judge


def outputs_of(opened: Opened) -> list[str]:
    """Labels of the model's outputs, in their order."""
    return [str(opened.model.config.id2label.get(i, "")).upper() for i in range(len(LABELS))]


def evidence_text(tokenizer: Any, parts: Any) -> str:
    """Pieces of evidence with the tokenizer's separator between them (section 7.7.1)."""
    return str(tokenizer.sep_token or "").join(f" {one} " for one in parts).strip()


def label_chances(opened: Opened, pairs: Sequence[tuple[str, str]], length: int, batch: int = 16) -> list[list[float]]:
    """The probability of each output for each pair, short ones side by side. Raises NoModel."""
    return read_pairs(opened, pairs, length, batch, lambda one: opened.model(**one).logits.float().softmax(-1))
