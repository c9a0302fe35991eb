"""Precision and recall of the evidence as it is cut: fewer cells, what annotators are shown, a threshold (Table 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from baseline.scoring.feverous import MAX_SENTENCES, is_cell, row_score, truncated
from baseline.scoring.intervals import Estimate
from baseline.scoring.measures import Parts
from baseline.scoring.predictions import Prediction
from baseline.scoring.tables import Table, Unit

CELLS = (25, 15, 5)
SHOWN = "as shown to annotators"
_COLUMNS = {
    "recall": "Evidence recall",
    "precision": "Evidence precision",
    "score": "FEVEROUS score",
    "pieces": "Pieces",
}


def budget_parts(prediction: Prediction, last_cells: Mapping[str, float], thresholds: Sequence[float] = ()) -> Parts:
    """What the claim adds to each row of the table."""
    parts: Parts = {}
    for name, evidence in _cuts(prediction, last_cells, thresholds):
        scores = row_score(replace(prediction.judged, predicted_evidence=evidence))
        values = {**scores, "pieces": len(evidence)}
        parts |= {f"{column} | {name}": (float(values[column]), 1.0) for column in _COLUMNS}
    return parts


def budget_table(found: Mapping[str, Estimate], thresholds: Sequence[float] = ()) -> Table:
    """The table; rows of what the predictions do not say are left out."""
    names = [*map(_cells_name, CELLS), SHOWN, *map(_threshold_name, thresholds)]
    rows = [(name, tuple(found.get(f"{column} | {name}") for column in _COLUMNS)) for name in names]
    note = "Pieces: the mean number a claim. Where nothing is predicted, precision is 1, as the official scorer counts."
    told = tuple(row for row in rows if row[1][-1] is not None and row[1][0] is not None)
    return Table("Precision and recall (Table 8)", note, tuple(_COLUMNS.values()), told, {"Pieces": Unit.NUMBER})


def _cuts(
    prediction: Prediction, last_cells: Mapping[str, float], thresholds: Sequence[float]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    predicted = prediction.judged.predicted_evidence
    for cells in CELLS:
        yield _cells_name(cells), truncated(predicted, MAX_SENTENCES, cells)
    if prediction.shown is not None:
        yield SHOWN, truncated(prediction.shown)
    for threshold in thresholds:
        kept = [one for one in predicted if not is_cell(one) or last_cells.get(one, threshold - 1) >= threshold]
        yield _threshold_name(threshold), truncated(kept)


def _cells_name(cells: int) -> str:
    return f"{MAX_SENTENCES} sentences, {cells} cells"


def _threshold_name(threshold: float) -> str:
    return f"{MAX_SENTENCES} sentences, cells from {threshold:g}"
