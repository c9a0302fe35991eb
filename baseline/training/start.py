"""The checkpoint that a training starts from: any encoder, with the head of its task or a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from annotation.release.record import LABELS
from baseline.models import INSTALL, Opened, check_tokenizer, libraries, on_device, read_checkpoint
from baseline.pooling import MEAN, told_pooling
from baseline.training.settings import CannotTrain

# What models trained on NLI call their outputs: hypothesis is the claim, premise the evidence (Nie et al. 2020).
NLI = {"ENTAILMENT": "SUPPORTS", "CONTRADICTION": "REFUTES", "NEUTRAL": "NOT ENOUGH INFO"}
HINT = "Name a folder with config.json, model.safetensors and the tokenizer's files (--start)."


def open_start(folder: str, head: str, outputs: Sequence[str], seed: int) -> tuple[Opened, bool]:
    """The model to fine-tune on its device, and whether its head is new (random, by the seed).

    A head with three outputs that are called as the labels, or as those of NLI, is kept. A new one reads the mean of
    all tokens where the checkpoint was trained on it (`pooling.py`). Raises NoModel, CannotTrain.
    """
    torch, transformers = libraries()
    torch.manual_seed(seed)
    try:
        config = transformers.AutoConfig.from_pretrained(folder, local_files_only=True)
    except Exception as error:  # as in read_checkpoint
        reason = (
            f"{type(error).__name__}: {error}" if Path(folder, "config.json").is_file() else "it has no config.json"
        )
        raise CannotTrain(f"The checkpoint in {folder!r} cannot be read ({reason}). {HINT}") from error
    names = known_outputs(config.id2label, outputs)
    named = names or dict(enumerate(outputs))
    model, tokenizer, report = read_checkpoint(
        folder, head, ignore_mismatched_sizes=True, dtype=torch.float32,
        id2label=named, label2id={name: i for i, name in named.items()},
    )  # fmt: skip
    lacks = _lacking(model, report)
    body = [name for name in lacks if _is_body(model, name)]
    if body:
        raise CannotTrain(
            f"The checkpoint in {folder!r} lacks {len(body)} weights of a {config.model_type} model, or has them in "
            f"another size (such as {body[0]!r}): weights and config.json do not belong together. {HINT}"
        )
    _check(folder, model, tokenizer)
    if head == "SequenceClassification" and names is None and told_pooling(Path(folder)) == MEAN:
        model.config.classifier_pooling = MEAN
    return on_device(folder, head, model, tokenizer), bool(lacks)


def known_outputs(id2label: Mapping[int, str], outputs: Sequence[str]) -> dict[int, str] | None:
    """Map the outputs of a trained head to our labels; None when they are others."""
    names = {int(i): NLI.get(str(name).upper(), str(name).upper()) for i, name in id2label.items()}
    if tuple(outputs) == tuple(LABELS) and sorted(names.values()) == sorted(LABELS):
        return names
    return None


def _lacking(model: Any, report: Mapping[str, Any]) -> list[str]:
    mismatched = [one[0] if isinstance(one, tuple) else str(one) for one in report.get("mismatched_keys") or ()]
    missing = [name for name in report.get("missing_keys") or () if "position_ids" not in name]
    return sorted({*missing, *mismatched})


def _is_body(model: Any, name: str) -> bool:
    """Part of the encoder: a pooler is not, since a checkpoint of a token classifier has none."""
    return name.startswith(f"{model.base_model_prefix}.") and ".pooler." not in name


def _check(folder: str, model: Any, tokenizer: Any) -> None:
    check_tokenizer(folder, model, tokenizer)
    if not tokenizer.is_fast:
        raise CannotTrain(
            f"The tokenizer in {folder!r} has no tokenizer.json, so nobody knows which token belongs to which cell. "
            f"Copy tokenizer.json from where the checkpoint came from; or, for old ones: {INSTALL} sentencepiece"
        )
    if tokenizer.pad_token_id is None or tokenizer.sep_token is None:
        raise CannotTrain(
            f"The tokenizer in {folder!r} has no padding or no separator token: it belongs to a model that writes "
            "text. Start from an encoder (BERT, RoBERTa, DeBERTa, MiniLM ...)."
        )
