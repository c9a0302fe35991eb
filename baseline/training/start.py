"""The checkpoint that a training starts from: any encoder, with the head of its task or a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from annotation.release.record import LABELS
from baseline.models import INSTALL, NoModel, Opened, check_tokenizer, libraries, longest_input
from baseline.pooling import MEAN, pool_as_configured, told_pooling
from baseline.training.settings import CannotTrain

# What models trained on NLI call their outputs: hypothesis is the claim, premise the evidence (Nie et al. 2020).
NLI = {"ENTAILMENT": "SUPPORTS", "CONTRADICTION": "REFUTES", "NEUTRAL": "NOT ENOUGH INFO"}
HINT = "Name a folder with config.json, model.safetensors and the tokenizer's files (--start)."


def open_start(folder: str, head: str, outputs: Sequence[str], seed: int) -> tuple[Opened, bool]:
    """The model to fine-tune on its device, and whether its head is new (random, by the seed). Raises CannotTrain.

    A head with three outputs that are called as the labels, or as those of NLI, is kept. A new one reads the mean of
    all tokens where the checkpoint was trained on it (`pooling.py`).
    """
    path = Path(folder)
    if not (path / "config.json").is_file():
        raise CannotTrain(f"There is no checkpoint in {folder!r}: it has no config.json. {HINT}")
    try:
        torch, transformers = libraries()
    except NoModel as error:
        raise CannotTrain(str(error)) from error
    torch.manual_seed(seed)
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(path, add_prefix_space=True, local_files_only=True)
        config = transformers.AutoConfig.from_pretrained(path, local_files_only=True)
        names = known_outputs(config.id2label, outputs)
        named = names or dict(enumerate(outputs))
        model, report = getattr(transformers, f"AutoModelFor{head}").from_pretrained(
            path, local_files_only=True, output_loading_info=True, ignore_mismatched_sizes=True, dtype=torch.float32,
            id2label=named, label2id={name: i for i, name in named.items()},
        )  # fmt: skip
    except Exception as error:  # every version of transformers raises its own: all mean that the folder is no good
        raise CannotTrain(f"The checkpoint in {folder!r} cannot be read ({type(error).__name__}: {error}). "
                          f"{HINT} If it was downloaded, download it again.") from error  # fmt: skip
    lacks = _lacking(model, report)
    body = [name for name in lacks if _is_body(model, name)]
    if body:
        raise CannotTrain(
            f"The checkpoint in {folder!r} lacks {len(body)} weights of a {config.model_type} model, or has them in "
            f"another size (such as {body[0]!r}): weights and config.json do not belong together. {HINT}"
        )
    _check(folder, model, tokenizer)
    if head == "SequenceClassification":
        if names is None and told_pooling(path) == MEAN:
            model.config.classifier_pooling = MEAN
        pool_as_configured(model)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model.to(device)
    return Opened(path.name, model, tokenizer, device, longest_input(model, tokenizer)), bool(lacks)


def known_outputs(id2label: Mapping[int, str], outputs: Sequence[str]) -> dict[int, str] | None:
    """Which output of a trained head stands for which of ours; None when they are others."""
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
    try:
        check_tokenizer(folder, model, tokenizer)
    except NoModel as error:
        raise CannotTrain(str(error)) from error
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
