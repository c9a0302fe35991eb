"""The ranks of one claim's candidates before and after every stage (Figure 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from baseline.candidates import KINDS, Kind
from baseline.scoring.predictions import BadPrediction, Prediction
from baseline.scoring.stage_orders import StageOrder
from baseline.scoring.stage_results import gold_pieces
from baseline.scoring.tables import Table, Unit, exactly

FIRST = 5  # of the first and of the last order are shown, and all gold
GOLD = "* "  # before a gold piece


def chosen_claim(predictions: Iterable[Prediction], asked: str) -> Prediction:
    """The claim of this id; of rows without ids, the claim at this place, from 1. Raises BadPrediction."""
    for place, one in enumerate(predictions, start=1):
        if str(place if one.number is None else one.number) == asked:
            return one
    raise BadPrediction(f"no claim has the id {asked}.")


def rank_tables(prediction: Prediction) -> list[Table]:
    """A table of each kind with stages: a row a candidate, a column a stage. Raises BadPrediction."""
    orders = prediction.stages
    if not orders:
        raise BadPrediction(f"{prediction.where}: it has no predicted_stages. Predict with --stages.")
    gold = gold_pieces(prediction)
    return [
        _table(kind, of_kind, gold[kind]) for kind in KINDS if (of_kind := [one for one in orders if one.kind == kind])
    ]


def _table(kind: Kind, orders: Sequence[StageOrder], gold: frozenset[str]) -> Table:
    ranks = [{id_: rank for rank, id_ in enumerate(one.ids, start=1)} for one in orders]
    wanted = {*orders[0].ids[:FIRST], *orders[-1].ids[:FIRST], *gold}
    ordered = sorted(wanted, key=lambda one: (ranks[-1].get(one, len(ranks[-1]) + 1), one))
    rows = [
        (
            f"{GOLD if one in gold else ''}{one}",
            tuple(exactly(of_stage[one]) if one in of_stage else None for of_stage in ranks),
        )
        for one in ordered
    ]
    columns = tuple(one.stage for one in orders)
    note = f"The first {FIRST} before and after, and all gold ({GOLD.strip()}); -: not found."
    return Table(f"Ranks of {kind} (Figure 3)", note, columns, tuple(rows), dict.fromkeys(columns, Unit.RANK))
