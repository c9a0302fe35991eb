"""Pooling of a sequence classifier: the first token's vector, or the mean of all tokens.

A checkpoint of sentence-transformers, such as MiniLM, was trained on the mean: what its first token holds means little,
and a head on it learns slowly. It says so in 1_Pooling/config.json. A folder trained here says it in config.json, as
ModernBERT does (`classifier_pooling`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CLS, MEAN = "cls", "mean"
POOLING = "1_Pooling"
ITS_OWN = {"modernbert"}  # take the mean by themselves


def told_pooling(folder: Path) -> str:
    """Pooling that the checkpoint was trained with; "cls" where it does not say."""
    try:
        told = json.loads((folder / POOLING / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return CLS
    return MEAN if isinstance(told, dict) and told.get("pooling_mode_mean_tokens") else CLS


def pool_as_configured(model: Any) -> None:
    """Make the head of a sequence classifier read the mean, where config.json says so.

    Heads read the encoder's output at the first token (RoBERTa, DeBERTa) or what its pooler made of that (BERT): both
    are replaced on the way, so that the weights and their names stay those of the library.
    """
    config = model.config
    if getattr(config, "classifier_pooling", CLS) == MEAN and config.model_type not in ITS_OWN:
        model.base_model.register_forward_hook(_mean, with_kwargs=True)


def _mean(_body: Any, _given: Any, options: dict[str, Any], output: Any) -> Any:
    states = output.last_hidden_state.float()
    seen = options["attention_mask"].unsqueeze(-1).to(states.dtype)
    mean = (states * seen).sum(1) / seen.sum(1)
    output.last_hidden_state = mean.unsqueeze(1)
    if getattr(output, "pooler_output", None) is not None:
        output.pooler_output = mean
    return output
