"""Open trained weights: the only module that imports torch and transformers for inference, lazily.

Everything that can be wrong with a folder of weights becomes a `NoModel` with a sentence that says what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baseline.pooling import pool_as_configured

INSTALL = "bin/setup web models"


class NoModel(RuntimeError):
    """Unusable weights; the message gives the reason and the remedy."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A model on its device, its tokenizer, and its maximum input length in tokens."""

    name: str
    model: Any
    tokenizer: Any
    device: str
    longest: int


def libraries() -> tuple[Any, Any]:
    """Import (torch, transformers). Raises NoModel where they are not installed."""
    try:
        import torch
        import transformers
    except ImportError as error:
        raise NoModel(f"Models need torch and transformers ({error}). Run: {INSTALL}") from error
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    return torch, transformers


def open_model(folder: str, head: str, outputs: int | None = None) -> Opened:
    """The model in a folder, with a head ("TokenClassification", "SequenceClassification"). Raises NoModel.

    A tokenizer that does not fit, or a head of another number of outputs, is refused: it would give nonsense.
    """
    model, tokenizer, report = read_checkpoint(folder, head)
    _check(folder, model, tokenizer, report, outputs)
    model.eval()
    return on_device(folder, head, model, tokenizer)


def read_checkpoint(folder: str, head: str, **options: Any) -> tuple[Any, Any, dict[str, Any]]:
    """(model, tokenizer, what was missing or of another size) of a folder; `head` "" is none.

    Raises NoModel.
    """
    if not (Path(folder) / "config.json").is_file():
        raise NoModel(f"There are no weights in {folder!r}: it has no config.json.")
    _, transformers = libraries()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, add_prefix_space=True, local_files_only=True)  # nosec B615 # local files only
        loader = getattr(transformers, f"AutoModelFor{head}" if head else "AutoModel")
        model, report = loader.from_pretrained(folder, local_files_only=True, output_loading_info=True, **options)
    except Exception as error:  # every version of transformers raises its own: all mean that the folder is no good
        raise NoModel(f"The weights in {folder!r} cannot be read ({type(error).__name__}: {error}).") from error
    return model, tokenizer, report


def on_device(folder: str, head: str, model: Any, tokenizer: Any) -> Opened:
    """Move a model to the GPU if there is one, with the pooling that its config.json names."""
    torch, _ = libraries()
    if head == "SequenceClassification":
        pool_as_configured(model)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model.to(device)
    return Opened(Path(folder).name, model, tokenizer, device, longest_input(model, tokenizer))


def longest_input(model: Any, tokenizer: Any) -> int:
    """Maximum input length in tokens; RoBERTa reserves two positions."""
    positions = getattr(model.config, "max_position_embeddings", 512)
    reserved = 2 if model.config.model_type in {"roberta", "xlm-roberta", "camembert"} else 0
    return int(min(positions - reserved, tokenizer.model_max_length))


def encode_pairs(tokenizer: Any, pairs: Sequence[tuple[str, str]], length: int) -> Any:
    """(claim, evidence) pairs as a batch of the tokenizer."""
    claims, texts = zip(*pairs, strict=True)
    return tokenizer(
        list(claims), list(texts), padding=True, truncation=True, max_length=length, return_tensors="pt"
    )  # fmt: skip


def read_pairs(
    opened: Opened, pairs: Sequence[tuple[str, str]], length: int, batch: int, read: Callable[[Any], Any]
) -> list[list[float]]:
    """What `read` gives of each encoded pair, batched by length; in the order given. Raises NoModel."""
    torch, _ = libraries()
    found: list[list[float]] = [[] for _ in pairs]
    order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]) + len(pairs[i][1]))
    with memory_reported(opened.device), torch.inference_mode():
        for places in batches(order, batch):
            encoded = encode_pairs(opened.tokenizer, [pairs[i] for i in places], length)
            outputs = read(encoded.to(opened.device)).tolist()
            for i, one in zip(places, outputs, strict=True):
                found[i] = one
    return found


@contextmanager
def memory_reported(device: str) -> Iterator[None]:
    """Turn running out of GPU memory into NoModel, and give back what was taken."""
    torch, _ = libraries()
    try:
        yield
    except torch.OutOfMemoryError as error:
        torch.cuda.empty_cache()
        raise NoModel(f"The model does not fit into the memory of {device}. Use a smaller batch or length.") from error


def batches(items: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    """Yield the items in batches of `size`."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _check(folder: str, model: Any, tokenizer: Any, report: dict[str, Any], outputs: int | None) -> None:
    if missing := [name for name in report.get("missing_keys", ()) if "position_ids" not in name]:
        raise NoModel(f"The weights in {folder!r} lack {min(missing)!r}: they were trained for another task.")
    if report.get("mismatched_keys"):
        raise NoModel(f"The weights in {folder!r} do not fit its config.json.")
    check_tokenizer(folder, model, tokenizer)
    if outputs is not None and model.config.num_labels != outputs:
        raise NoModel(f"The model in {folder!r} has {model.config.num_labels} outputs, and {outputs} are needed.")


def check_tokenizer(folder: str, model: Any, tokenizer: Any) -> None:
    """Raise NoModel if the tokenizer has more tokens than the model has embeddings."""
    embeddings = model.get_input_embeddings().num_embeddings
    if len(tokenizer) > embeddings:
        raise NoModel(
            f"The tokenizer in {folder!r} knows {len(tokenizer):,} tokens, its model {embeddings:,}: they do not "
            "belong together. Copy the tokenizer that the model was trained with."
        )
