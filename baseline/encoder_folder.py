"""Encoders under a head of our own, in a folder.

It has config.json, whose `model_type` says what the model is, model.safetensors, and encoder/ with the config of the
encoders and the tokenizer. `verdict/dual.py` and `rerank/cross_encoder` keep their models so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from baseline.models import NoModel, Opened, check_tokenizer, libraries, longest_input
from baseline.pooling import pool_as_configured

ENCODER, WEIGHTS = "encoder", "model.safetensors"


def about_model(folder: Path) -> Mapping[str, Any]:
    """What config.json of a folder says; nothing where it cannot be read."""
    try:
        data = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def save_encoders(folder: Path, opened: Opened, about: Mapping[str, Any]) -> None:
    """Write the folder that `open_encoders` reads; `about` has the `model_type`."""
    from safetensors.torch import save_model

    opened.model.config.save_pretrained(folder / ENCODER)
    opened.tokenizer.save_pretrained(folder / ENCODER)
    save_model(opened.model, str(folder / WEIGHTS))
    (folder / "config.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def open_encoders(folder: Path, build: Callable[[Any], Any], names: tuple[str, ...]) -> Opened:
    """The model that `build` makes of a sequence classifier, with the weights of the folder, on its device.

    `names` are the attributes with its encoders, which pool as config.json says. Raises NoModel.
    """
    torch, transformers = libraries()
    from safetensors.torch import load_model

    try:
        config = transformers.AutoConfig.from_pretrained(folder / ENCODER, local_files_only=True)
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            folder / ENCODER, add_prefix_space=True, local_files_only=True
        )
        model = build(transformers.AutoModelForSequenceClassification.from_config(config))
        load_model(model, str(folder / WEIGHTS))
    except Exception as error:  # every library raises its own: all mean that the folder is no good
        raise NoModel(f"The weights in {str(folder)!r} cannot be read ({type(error).__name__}: {error}).") from error
    for name in names:
        encoder = getattr(model, name)
        check_tokenizer(str(folder), encoder, tokenizer)
        pool_as_configured(encoder)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model.to(device).eval()
    return Opened(folder.name, model, tokenizer, device, longest_input(model, tokenizer))
