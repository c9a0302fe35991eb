"""The stage: a trained HybRank over the candidates of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from baseline.candidates import Kind, kind_of
from baseline.config import HYBRANK, Config, HybRankSettings
from baseline.dense.encoder import Encoder, open_encoder
from baseline.dense.lsa import NAME as LSA
from baseline.models import NoModel
from baseline.rerank.hybrank.model import Network, load_network
from baseline.rerank.hybrank.similarities import similarities
from baseline.rerank.protocol import C, reordered, texts
from baseline.source import Source


@dataclass(frozen=True, slots=True)
class HybRank:
    """See Reranker. `encoder` is None where the vectors are those of each source's LSA."""

    name: str
    folder: str
    network: Network
    encoder: Encoder | None = None

    def rerank(self, claim: str, candidates: Sequence[C], source: Source) -> Sequence[C]:
        """See Reranker."""
        about = self.network.about
        asked = candidates[: about.length]
        if not asked:
            return candidates
        if kind_of(asked[0]) != about.kind:
            raise NoModel(f"{self.folder} was trained on {about.kind}, and these are {kind_of(asked[0])}.")
        encoder = self.encoder or source.lsa().encoder
        check_vectors(self.folder, self.network, encoder)
        values = similarities(claim, texts(asked, source), about.anchors, encoder)
        given = np.array([newest_score(one) for one in asked], np.float32)
        return reordered(self.name, candidates, self.network.scores(values, given).tolist())


def newest_score(candidate: C) -> float:
    """The score of the stage before, or else of the retriever."""
    return candidate.stages[-1].score if candidate.stages else candidate.score


def open_hybrank(config: Config, kind: Kind) -> HybRank:
    """The model that is configured for candidates of this kind. Raises NoModel."""
    settings = config.hybrank
    folder: str = getattr(settings, kind)
    if not folder:
        raise NoModel(
            f"It needs weights for {kind} (hybrank.{kind} in the configuration): "
            f"python -m baseline.training rerank {kind} --stage {HYBRANK}"
        )
    network = load_network(Path(folder))
    about = network.about
    if about.kind != kind:
        raise NoModel(f"{folder} was trained on {about.kind}, and is configured for {kind}.")
    for what, trained, wanted in (
        ("anchors", about.anchors, anchors_of(settings, kind)),
        ("dimensions", about.dimensions, settings.dimensions),
    ):
        if trained != wanted:
            raise NoModel(f"{folder} was trained with {trained} {what}, and the configuration says {wanted}.")
    encoder = None if settings.vectors == LSA else open_encoder(settings.vectors, settings.length)
    if encoder is not None:
        check_vectors(folder, network, encoder)
    return HybRank(f"{HYBRANK}-{network.digest}", folder, network, encoder)


def check_vectors(folder: str, network: Network, encoder: Encoder) -> None:
    """Raise NoModel unless the encoder, or the LSA of this corpus, is that of the training."""
    if network.about.vectors != (here := vectors_name(encoder)):
        raise NoModel(
            f"{folder} was trained with the vectors {network.about.vectors}, and those here are {here}: of another "
            "encoder, another corpus or an older version of it. Train it anew, or name its own (hybrank.vectors)."
        )


def vectors_name(encoder: Encoder) -> str:
    """Names an encoder, and of an LSA its corpus."""
    return f"{encoder.name} {encoder.fingerprint}"


def anchors_of(settings: HybRankSettings, kind: Kind) -> int:
    """The number of anchors for this kind."""
    return settings.table_anchors if kind == "tables" else settings.anchors
