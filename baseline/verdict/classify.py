"""Stage 4: the verdict, by a trained sequence classifier. Without weights there is none: nothing is made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from annotation.release.record import LABELS
from baseline.candidates import VerdictCandidate
from baseline.config import Config
from baseline.models import NoModel, libraries, memory_reported, open_model
from baseline.source import Source
from baseline.verdict.linearise import pieces

Judge = Callable[[str, Sequence[str], Source], VerdictCandidate]

NO_WEIGHTS = "No verdict: there are no weights for it (verdict.weights in the configuration)."


def open_judge(config: Config) -> Judge | None:
    """What judges a claim by its evidence; None when no weights are configured. Raises NoModel."""
    settings = config.verdict
    if not settings.weights:
        return None
    opened = open_model(settings.weights, "SequenceClassification", outputs=len(LABELS))
    torch, _ = libraries()
    names = [str(opened.model.config.id2label.get(i, "")).upper() for i in range(len(LABELS))]
    if sorted(names) != sorted(LABELS):
        raise NoModel(f"The outputs of {settings.weights!r} are {', '.join(names)}; want {', '.join(LABELS)}.")
    length = min(settings.length, opened.longest)

    def judge(claim: str, evidence: Sequence[str], source: Source) -> VerdictCandidate:
        text = (opened.tokenizer.sep_token or "").join(f" {one} " for one in pieces(evidence, source)).strip()
        with memory_reported(opened.device), torch.inference_mode():
            encoded = opened.tokenizer(claim, text, truncation=True, max_length=length, return_tensors="pt")
            chances = opened.model(**encoded.to(opened.device)).logits[0].float().softmax(-1).tolist()
        best = max(range(len(names)), key=chances.__getitem__)
        return VerdictCandidate(names[best], dict(zip(names, chances, strict=True)), opened.name)

    return judge
