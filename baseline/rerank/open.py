"""Open the re-rankers that a configuration lists. To add one of the project's own: a line in `OPENERS`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from baseline.candidates import KINDS, Kind
from baseline.config import CROSS_ENCODER, HLATR, HYBRANK, LANGUAGE_MODEL, SEE_ST, SERVICE, Config
from baseline.models import NoModel
from baseline.rerank.cross_encoder.stage import open_cross_encoder
from baseline.rerank.hlatr.model import open_hlatr
from baseline.rerank.hybrank.stage import open_hybrank
from baseline.rerank.language_model import open_language_model
from baseline.rerank.protocol import Reranker
from baseline.rerank.see_st.stage import open_see_st
from baseline.rerank.service import open_service

Opener = Callable[[Config], Reranker]
TrainedOpener = Callable[[Config, Kind], Reranker]
OPENERS: dict[str, Opener] = {
    SERVICE: open_service,
    LANGUAGE_MODEL: open_language_model,
}
# Stages that are trained for each kind of candidates apart.
TRAINED: dict[str, TrainedOpener] = {
    CROSS_ENCODER: open_cross_encoder,
    HLATR: open_hlatr,
    HYBRANK: open_hybrank,
    SEE_ST: open_see_st,
}


def open_rerankers(config: Config, notes: list[str]) -> dict[Kind, list[Reranker]]:
    """The configured stages that can be opened, of each kind in order; why another cannot is added to the notes.

    A stage that is not trained for each kind apart is opened once.
    """
    opened: dict[tuple[str, str], Reranker | None] = {}
    for kind in KINDS:
        for name in config.stages.of(kind):
            key = (name, kind if name in TRAINED else "")
            if key not in opened:
                try:
                    opened[key] = _opened(name, config, kind)
                except NoModel as error:
                    opened[key] = None
                    where = f" of {kind}" if name in TRAINED else ""
                    notes.append(f"Stage {name}{where} is left out: {error}")
    return {
        kind: [stage for name in config.stages.of(kind) if (stage := opened[name, kind if name in TRAINED else ""])]
        for kind in KINDS
    }


def _opened(name: str, config: Config, kind: Kind) -> Reranker:
    """The stage of this name, for this kind. Raises NoModel."""
    if name in TRAINED:
        return TRAINED[name](config, kind)
    return (OPENERS.get(name) or _imported(name))(config)


def _imported(name: str) -> Opener:
    """The function of a dotted name. Raises NoModel."""
    module, _, function = name.rpartition(".")
    try:
        found: Opener = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise NoModel(f"{name!r} cannot be imported ({error}).") from error
    return found
