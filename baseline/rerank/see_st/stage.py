"""The stage: a trained SEE-ST over tables and lists, or over cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from baseline.candidates import Candidate, CellCandidate, Kind, PassageCandidate, kind_of
from baseline.config import SEE_ST, Config, Passages
from baseline.dense.encoder import Encoder, open_encoder
from baseline.dense.lsa import NAME as LSA
from baseline.dense.retriever import encoder_of
from baseline.models import NoModel
from baseline.rerank.hybrank.stage import vectors_name
from baseline.rerank.protocol import C, reordered
from baseline.rerank.see_st.graph import Graph, cells_graph, tables_graph
from baseline.rerank.see_st.model import Network, load_network
from baseline.source import Source

KINDS: tuple[Kind, ...] = ("tables", "cells")


@dataclass(frozen=True, slots=True)
class SeeSt:
    """See Reranker. `vectors`: "", "lsa", or the folder of an encoder; `score`: how row and column are joined."""

    name: str
    folder: str
    network: Network
    score: str
    passages: Passages
    encoder: Encoder | None = None
    is_lsa: bool = False

    def rerank(self, claim: str, candidates: Sequence[C], source: Source) -> Sequence[C]:
        """See Reranker."""
        about = self.network.about
        asked = candidates[: about.depth]
        if not asked:
            return candidates
        if kind_of(asked[0]) != about.kind:
            raise NoModel(f"{self.folder} was trained on {about.kind}, and these are {kind_of(asked[0])}.")
        encoder = source.lsa().encoder if self.is_lsa else self.encoder
        check_vectors(self.folder, self.network, encoder)
        graph = graph_of(claim, asked, source, self.passages, encoder)
        return reordered(self.name, candidates, self.network.scores(graph, len(asked), self.score).tolist())


def graph_of(
    claim: str, candidates: Sequence[Candidate], source: Source, passages: Passages, encoder: Encoder | None
) -> Graph:
    """The graph of the candidates of one list, which are all tables and lists, or all cells. Raises NoModel."""
    tables = [one for one in candidates if isinstance(one, PassageCandidate)]
    if tables:
        return tables_graph(claim, tables, source, encoder)
    cells = [one for one in candidates if isinstance(one, CellCandidate)]
    return cells_graph(claim, cells, source, passages, encoder)


def open_see_st(config: Config, kind: Kind) -> SeeSt:
    """The model that is configured for candidates of this kind. Raises NoModel."""
    settings = config.see_st
    if kind not in KINDS:
        raise NoModel(f"It orders {' and '.join(KINDS)}, and no {kind}.")
    folder = settings.of(kind)
    if not folder:
        raise NoModel(
            f"It needs weights for {kind} (see_st.{kind} in the configuration): "
            f"python -m baseline.training rerank {kind} --stage {SEE_ST}"
        )
    network = load_network(Path(folder))
    if network.about.kind != kind:
        raise NoModel(f"{folder} was trained on {network.about.kind}, and is configured for {kind}.")
    is_lsa = settings.vectors == LSA
    encoder = opened_encoder(config) if not is_lsa else None
    if not is_lsa:
        check_vectors(folder, network, encoder)
    return SeeSt(f"{SEE_ST}-{network.digest}", folder, network, settings.score, config.passages, encoder, is_lsa)


def opened_encoder(config: Config, source: Source | None = None) -> Encoder | None:
    """The configured encoder, None without one; "lsa" needs the source. Raises NoModel."""
    settings = config.see_st
    if not settings.vectors:
        return None
    if source is not None:
        return encoder_of(settings.vectors, settings.length, source)
    return open_encoder(settings.vectors, settings.length)


def check_vectors(folder: str, network: Network, encoder: Encoder | None) -> None:
    """Raise NoModel unless the encoder, or the LSA of this corpus, is that of the training."""
    here = vectors_name(encoder) if encoder is not None else ""
    if network.about.vectors != here:
        raise NoModel(
            f"{folder} was trained with the vectors {network.about.vectors or '(none)'}, and those here are "
            f"{here or '(none)'}: of another encoder, another corpus or an older version of it. Train it anew, or name "
            "its own (see_st.vectors)."
        )
