"""The scorer: an encoder of (claim, text) under dropout, linear, ReLU, linear, sigmoid.

    score = sigmoid(W2 relu(W1 dropout(E(claim, text)) + b1) + b2)

E is the vector of the first token, or the mean of all tokens where the encoder was trained on it (`pooling.py`). After
Malviya and Katsigiannis (M-ReRank).
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from baseline.config import CROSS_ENCODER
from baseline.encoder_folder import about_model, open_encoders, save_encoders
from baseline.models import NoModel, Opened, libraries

TYPE = "attest-cross-encoder"
DROPOUT = 0.1


def new_scorer(opened: Opened) -> Opened:
    """The encoder of a sequence classifier under a new head, with its tokenizer."""
    return Opened(opened.name, _joined(opened.model).to(opened.device), opened.tokenizer, opened.device, opened.longest)


def _joined(classifier: Any) -> Any:
    torch, _ = libraries()
    module, size = torch.nn.Module(), classifier.config.hidden_size
    module.encoder = classifier.base_model
    module.dropout = torch.nn.Dropout(DROPOUT)
    module.first, module.second = torch.nn.Linear(size, size), torch.nn.Linear(size, 1)
    module.config = deepcopy(classifier.config)
    return module


def logits(model: Any, encoded: Any) -> Any:
    """The outputs before the sigmoid: a tensor (pairs, 1)."""
    vectors = model.encoder(**encoded).last_hidden_state[:, 0]
    return model.second(model.first(model.dropout(vectors)).relu()).float()


def save_scorer(folder: Path, opened: Opened, kind: str) -> None:
    """Write the folder that `open_scorer` reads; `kind` is what it was trained to order."""
    save_encoders(folder, opened, {"model_type": TYPE, "stage": CROSS_ENCODER, "kind": kind})


def is_scorer(folder: Path) -> bool:
    """Whether config.json of a folder names such a model."""
    return about_model(folder).get("model_type") == TYPE


def open_scorer(folder: Path, kind: str) -> Opened:
    """Read a folder of `save_scorer`. Raises NoModel, also for one that was trained to order another kind."""
    if (trained := about_model(folder).get("kind")) != kind:
        raise NoModel(f"The cross-encoder in {str(folder)!r} was trained to order {trained}, and is listed for {kind}.")
    return open_encoders(folder, _joined, ("encoder",))
