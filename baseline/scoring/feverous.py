"""The FEVEROUS score and its companions, equal to `feverous.evaluation.feverous_scorer` 0.54 (paper, equation 1).

Contract: reference/feverous_format.md (d). Two differences, both where the official code stops with an error: when
nothing at all is right, F1 is 0 and not a division by zero; and a file without rows is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from corpus.page.element_id import ElementKind

MAX_SENTENCES = 5
MAX_CELLS = 25
# What counts as a cell when a prediction is cut; everything else, whatever it is, takes a sentence's place.
CELL_KINDS = frozenset({ElementKind.CELL, ElementKind.HEADER_CELL, ElementKind.TABLE_CAPTION, ElementKind.ITEM})


class NothingToScore(ValueError):
    """The data set has no rows."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its gold label and evidence sets, and what was predicted. Ids are full ids."""

    label: str
    evidence: tuple[tuple[str, ...], ...]
    predicted_label: str
    predicted_evidence: tuple[str, ...]


def is_cell(element: str) -> bool:
    """Whether the id counts towards the 25 cells and not towards the 5 sentences.

    Read as the official `evaluate.py` splits ids, so that a malformed one takes the place that it takes there.
    """
    words = element.split("_")
    parts = 2 if "table_caption" in element or "header_cell" in element else 1
    return "_".join(words[1 : 1 + parts]) in CELL_KINDS


def truncated(
    predicted: Iterable[str], sentences: int | None = MAX_SENTENCES, cells: int | None = MAX_CELLS
) -> tuple[str, ...]:
    """The first so many sentences and cells, in the order given; None is no bound. Repeats use up places."""
    kept: list[str] = []
    left = {True: cells, False: sentences}
    for element in predicted:
        room = left[kind := is_cell(element)]
        if room is None or room > 0:
            kept.append(element)
            left[kind] = None if room is None else room - 1
    return tuple(kept)


def row_score(row: Judged) -> dict[str, float]:
    """Score one row (equation 1): "score" and "accuracy" are 1 or 0, and so is "recall".

    Precision of an empty prediction is 1, recall without gold evidence is 1.
    """
    predicted = truncated(row.predicted_evidence)
    found = frozenset(predicted)
    complete = any(found.issuperset(one) for one in row.evidence)
    label_right = row.label.upper() == row.predicted_label.upper()
    gold = frozenset(element for one in row.evidence for element in one)
    hits = sum(element in gold for element in predicted)
    return {
        "score": label_right and complete,
        "accuracy": label_right,
        "precision": hits / len(predicted) if predicted else 1.0,
        "recall": 1.0 if complete or not row.evidence else 0.0,
    }


def harmonic_mean(precision: float, recall: float) -> float:
    """F1 of the two; 0 when both are."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
