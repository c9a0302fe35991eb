"""Contribution of one prediction to each number of the tables, as a numerator and a denominator.

Every number of the paper's Tables 3 and 4 is a ratio of two sums over rows: a mean, a recall, the F1 of a class
(2 TP over predicted plus gold). So one pass over the rows, or over a resample of them, gives all of them at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from annotation.quality.agreement.bootstrap import Array
from annotation.release.record import LABELS
from baseline.scoring.feverous import CELL_KINDS, Judged, is_cell, row_score, truncated
from baseline.scoring.intervals import Draws
from baseline.scoring.predictions import Prediction
from corpus.page.element_id import ElementKind, full_id, local_id, parse

PAGE_DEPTHS = SENTENCE_DEPTHS = (1, 2, 3, 5)
TABLE_DEPTHS = (1, 2, 3)
# Predicted labels: the commonest gold label throughout, from the gold evidence, from all that was found, and from what
# was found of one kind alone.
VERDICTS = ("majority", "oracle", "verdict", "verdict from sentences", "verdict from cells")
PASSAGES = (5, 3)  # sentences and tables of the passage recall (section 5.2)

Parts = dict[str, tuple[float, float]]


def measured(prediction: Prediction) -> Parts:
    """Name of a number -> what the row adds to its numerator and denominator; a number it has no say in is absent."""
    judged = prediction.judged
    flat = dict.fromkeys(element for one in judged.evidence for element in one)
    parts: Parts = {
        **{name: (value, 1) for name, value in row_score(judged).items()},
        **_alone("sentences", judged, prediction.label_sentences, cells=False),
        **_alone("cells", judged, prediction.label_cells, cells=True),
    }
    parts |= _retrieval(prediction, flat)
    parts |= _cells(prediction, flat)
    parts |= dict(label_parts("verdict", judged.label, judged.predicted_label))
    if prediction.oracle_label is not None:
        parts |= dict(label_parts("oracle", judged.label, prediction.oracle_label))
    if prediction.challenge:
        for name in ("score", "recall", "accuracy"):
            parts[f"{name} | {prediction.challenge}"] = parts[name]
    return parts


def holder_id(element: str) -> str | None:
    """The id of the table or list that a cell, caption or item is part of; None for anything else."""
    found = parse(element)
    if found.kind not in CELL_KINDS:
        return None
    kind = ElementKind.LIST if found.kind is ElementKind.ITEM else ElementKind.TABLE
    return full_id(found.page, local_id(kind, found.numbers[0]))


def _alone(name: str, judged: Judged, label: str | None, *, cells: bool) -> Parts:
    """Numbers of the sentence-only or table-only baseline (Table 3): `label` is predicted from that evidence alone."""
    complete = _complete(judged.evidence, judged.predicted_evidence, cells=cells)
    parts: Parts = {f"evidence from {name}": (complete, 1)}
    if label is not None:
        right = float(judged.label.upper() == label.upper())
        parts |= {f"score from {name}": (complete * right, 1), f"accuracy from {name}": (right, 1)}
        parts |= dict(label_parts(f"verdict from {name}", judged.label, label))
    return parts


def _complete(sets: Sequence[Sequence[str]], predicted: Iterable[str], *, cells: bool) -> float:
    """Whether a whole gold set is among the predicted sentences alone, or among the predicted cells alone."""
    kept = {element for element in truncated(predicted) if is_cell(element) is cells}
    return float(not sets or any(kept.issuperset(one) for one in sets))


def _retrieval(prediction: Prediction, flat: Iterable[str]) -> Parts:
    """Coverage as the official retriever is judged: the share of the claim's gold pieces among the first k."""
    ids = [parse(element) for element in flat]
    pages = {element.page for element in ids}
    sentences = {str(element) for element in ids if element.kind is ElementKind.SENTENCE}
    holders = {holder for element in ids if (holder := holder_id(str(element)))}
    tables = {one for one in holders if parse(one).kind is ElementKind.TABLE}
    parts: Parts = {}
    for name, gold, ranked, depths in (
        ("pages", pages, prediction.pages, PAGE_DEPTHS),
        ("sentences", sentences, prediction.sentences, SENTENCE_DEPTHS),
        ("tables", tables, prediction.tables, TABLE_DEPTHS),
        ("lists", holders - tables, prediction.tables, TABLE_DEPTHS),
    ):
        if ranked is None or not gold:
            continue
        for depth in depths:
            first = set(ranked[:depth])
            parts[f"{name} @{depth}"] = (len(gold & first) / len(gold), 1)
            parts[f"all {name} @{depth}"] = (gold <= first, 1)
    passages = sentences | holders
    if passages and prediction.sentences is not None and prediction.tables is not None:
        first = {*prediction.sentences[: PASSAGES[0]], *prediction.tables[: PASSAGES[1]]}
        parts["passages"] = (len(passages & first) / len(passages), 1)
    return parts


def _cells(prediction: Prediction, flat: Iterable[str]) -> Parts:
    """Recall of gold cells in the whole system, and given the gold tables; `lone` ones are alone in their table."""
    cells = [element for element in flat if is_cell(element)]
    if not cells:
        return {}
    predicted = set(truncated(prediction.judged.predicted_evidence))
    parts: Parts = {"cells": (len(predicted.intersection(cells)) / len(cells), 1)}
    if prediction.oracle_cells is not None:
        given = set(prediction.oracle_cells)
        in_table = Counter(map(holder_id, cells))
        lone = [cell for cell in cells if in_table[holder_id(cell)] == 1]
        parts["oracle cells"] = (len(given.intersection(cells)) / len(cells), 1)
        parts["oracle lone cells"] = (len(given.intersection(lone)), len(lone))
    return parts


def label_parts(name: str, gold: str, predicted: str) -> Iterator[tuple[str, tuple[float, float]]]:
    """Per class, 2 TP and predicted + gold: their ratio over all rows is the class's F1."""
    gold, predicted = gold.upper(), predicted.upper()
    for label in LABELS:
        said, is_it = predicted == label, gold == label
        yield f"{name} F1 {label}", (2 * (said and is_it), said + is_it)


def majority_parts(judged: Judged, commonest: str) -> Parts:
    """The verdict that is always `commonest`, and by how much the predicted one is more often right."""
    right, usual = (judged.label.upper() == said.upper() for said in (judged.predicted_label, commonest))
    return {"gain": (float(right) - float(usual), 1), **dict(label_parts("majority", judged.label, commonest))}


def derived(ratios: Draws) -> dict[str, Array]:
    """The numbers that are made of other numbers: F1 of the two means, macro F1 over the classes that occur."""
    precision, recall = ratios["precision"], ratios["recall"]
    both = precision + recall
    f1 = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both != 0)
    return {"f1": f1} | macro_f1(ratios)


def macro_f1(ratios: Draws) -> dict[str, Array]:
    """The mean F1 over the classes that occur, for each name of VERDICTS that was predicted."""
    numbers = {}
    for name in VERDICTS:
        if classes := [ratios[key] for label in LABELS if (key := f"{name} F1 {label}") in ratios]:
            values = np.array(classes)
            occurring = (~np.isnan(values)).sum(axis=0)
            mean = np.full(occurring.shape, np.nan)
            numbers[f"{name} macro F1"] = np.divide(np.nansum(values, axis=0), occurring, out=mean, where=occurring > 0)
    return numbers
