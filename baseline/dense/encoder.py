"""A bi-encoder by path: texts to vectors of length 1, pooled as the checkpoint was trained."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baseline.models import NoModel, batches, check_tokenizer, libraries, memory_reported, on_device, read_checkpoint
from baseline.pooling import MEAN, told_pooling

BATCH = 32
Vectors: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Encoder:
    """`encode` gives (texts, dimensions); `fingerprint` is a hash of weights, tokenizer and pooling."""

    name: str
    dimensions: int
    fingerprint: str
    encode: Callable[[Sequence[str]], Vectors]


def open_encoder(folder: str, length: int) -> Encoder:
    """The encoder in a folder of transformers or sentence-transformers. Raises NoModel."""
    model, tokenizer, report = read_checkpoint(folder, "")
    if missing := [
        name for name in report.get("missing_keys", ()) if "position_ids" not in name and "pooler" not in name
    ]:
        raise NoModel(f"The weights in {folder!r} lack {min(missing)!r}: they are of another model.")
    check_tokenizer(folder, model, tokenizer)
    model.eval()
    opened = on_device(folder, "", model, tokenizer)
    is_mean, most = told_pooling(Path(folder)) == MEAN, min(length, opened.longest)
    torch, _ = libraries()

    def pooled(encoded: Any) -> Any:
        states = opened.model(**encoded).last_hidden_state.float()
        if not is_mean:
            return states[:, 0]
        seen = encoded["attention_mask"].unsqueeze(-1).to(states.dtype)
        return (states * seen).sum(1) / seen.sum(1)

    def encode(texts: Sequence[str]) -> Vectors:
        found = np.zeros((len(texts), dimensions), np.float32)
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))  # texts of one length side by side
        with memory_reported(opened.device), torch.inference_mode():
            for places in batches(order, BATCH):
                given = [texts[place] for place in places]
                encoded = tokenizer(given, padding=True, truncation=True, max_length=most, return_tensors="pt")
                vectors = torch.nn.functional.normalize(pooled(encoded.to(opened.device)), dim=-1)
                found[list(places)] = vectors.cpu().numpy()
        if not np.isfinite(found).all():
            raise NoModel(f"The weights in {folder!r} gave a vector that is no number (NaN).")
        return found

    dimensions = int(model.config.hidden_size)
    return Encoder(opened.name, dimensions, _fingerprint(Path(folder), f"{is_mean} {most}"), encode)


def _fingerprint(folder: Path, settings: str) -> str:
    digest = hashlib.sha256(settings.encode())
    for path in sorted(folder.iterdir()):
        if path.suffix in {".safetensors", ".bin", ".json", ".txt", ".model"} and path.is_file():
            with path.open("rb") as file:
                digest.update(path.name.encode() + hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]
