"""Open the re-rankers that a configuration lists. To add one of the project's own: a line in `OPENERS`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from baseline.config import CROSS_ENCODER, LANGUAGE_MODEL, SERVICE, Config
from baseline.models import NoModel
from baseline.rerank.cross_encoder import open_cross_encoder
from baseline.rerank.language_model import open_language_model
from baseline.rerank.protocol import Reranker
from baseline.rerank.service import open_service

Opener = Callable[[Config], Reranker]
OPENERS: dict[str, Opener] = {
    CROSS_ENCODER: open_cross_encoder,
    SERVICE: open_service,
    LANGUAGE_MODEL: open_language_model,
}


def open_rerankers(names: Sequence[str], config: Config, notes: list[str]) -> list[Reranker]:
    """The stages of these names that can be opened, in order; why another cannot is added to the notes."""
    opened: list[Reranker] = []
    for name in names:
        try:
            opened.append((OPENERS.get(name) or _imported(name))(config))
        except NoModel as error:
            notes.append(f"Stage {name} is left out: {error}")
    return opened


def _imported(name: str) -> Opener:
    """The function of a dotted name. Raises NoModel."""
    module, _, function = name.rpartition(".")
    try:
        found: Opener = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise NoModel(f"{name!r} cannot be imported ({error}).") from error
    return found
