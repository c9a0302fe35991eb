"""What each stage reached for one claim: the ranks of its gold pieces, and the time.

Gold of a kind are the pages, sentences, tables with lists, and cells (header cells, captions and items as well) of all
evidence sets, as in the official retriever's evaluation.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from baseline.candidates import KINDS, Kind
from baseline.scoring.feverous import is_cell
from baseline.scoring.measures import holder_id
from baseline.scoring.predictions import Prediction
from baseline.scoring.stage_orders import StageOrder, merged
from corpus.page.element_id import ElementKind, parse

Ranks = tuple[int, ...]  # of the gold pieces that were found, rising


@dataclass(frozen=True, slots=True)
class StageResult:
    """A stage of one kind for one claim."""

    stage: str
    ranks: Ranks
    milliseconds: float


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """`gold`: how many gold pieces of each kind the claim has. `stages`: kind -> its stages, the retriever first.

    `kept`: the ranks among what was predicted in the end; None where the prediction does not say.
    `last_cells`: cell -> its score by the last stage.
    """

    gold: Mapping[Kind, int]
    stages: Mapping[Kind, Sequence[StageResult]]
    kept: Mapping[Kind, Ranks | None]
    last_cells: Mapping[str, float]


def claim_result(prediction: Prediction) -> ClaimResult:
    """Reduce the orders of a claim to ranks."""
    gold = gold_pieces(prediction)
    orders = prediction.stages or ()
    stages: dict[Kind, list[StageResult]] = {kind: [] for kind in KINDS}
    for one in orders:
        stages[one.kind].append(StageResult(one.stage, _ranks(one.ids, gold[one.kind]), one.milliseconds))
    kept: dict[Kind, Sequence[str] | None] = {
        "pages": prediction.pages,
        "sentences": prediction.sentences,
        "tables": prediction.tables,
        "cells": [one for one in prediction.judged.predicted_evidence if is_cell(one)],
    }
    return ClaimResult(
        gold={kind: len(pieces) for kind, pieces in gold.items()},
        stages=stages,
        kept={kind: None if ids is None else _ranks(ids, gold[kind]) for kind, ids in kept.items()},
        last_cells=_last_scores([one for one in orders if one.kind == "cells"]),
    )


def gold_pieces(prediction: Prediction) -> dict[Kind, frozenset[str]]:
    """The gold pieces of each kind, over all sets."""
    elements = {element for one in prediction.judged.evidence for element in one}
    ids = [parse(element) for element in elements]
    return {
        "pages": frozenset(one.page for one in ids),
        "sentences": frozenset(str(one) for one in ids if one.kind is ElementKind.SENTENCE),
        "tables": frozenset(holder for one in elements if (holder := holder_id(one))),
        "cells": frozenset(one for one in elements if is_cell(one)),
    }


def stage_names(results: Iterable[ClaimResult]) -> dict[Kind, list[str]]:
    """Kind -> the names of its stages over all claims, in order."""
    names: dict[Kind, list[str]] = {kind: [] for kind in KINDS}
    for one in results:
        for kind in KINDS:
            given = [stage.stage for stage in one.stages[kind]]
            if given != names[kind]:
                names[kind] = merged(names[kind], given)
    return names


def ranks_after(result: ClaimResult, kind: Kind, names: Sequence[str]) -> list[Ranks]:
    """The ranks after each stage. One that did not run for this claim left the order as it was."""
    own = {stage.stage: stage.ranks for stage in result.stages[kind]}
    found: list[Ranks] = []
    for name in names:
        found.append(own.get(name, found[-1] if found else ()))
    return found


def hits(ranks: Ranks, depth: int) -> int:
    """How many of the ranks are among the first so many."""
    return bisect_right(ranks, depth)


def _ranks(ids: Sequence[str], gold: frozenset[str]) -> Ranks:
    """Ranks of the gold pieces; what is named again counts once."""
    places = {one: rank for rank, one in reversed([*enumerate(ids, start=1)]) if one in gold}
    return tuple(sorted(places.values()))


def _last_scores(orders: Sequence[StageOrder]) -> dict[str, float]:
    """Cell -> its score by the last stage; those without one are left out."""
    last = orders[-1:]
    return {id_: score for one in last for id_, score in zip(one.ids, one.scores, strict=True) if score == score}
