"""The FEVER score (Thorne et al. 2018, section 4), equal to the `fever-scorer` package.

It differs from FEVEROUS' in three points: evidence is cut to its first five pieces whatever they are, a claim without
enough information needs no evidence to be right, and such claims do not count in precision and recall.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from baseline.scoring.feverous import NothingToScore, harmonic_mean
from baseline.scoring.predictions import BadPrediction, json_object

NOT_ENOUGH_INFO = "NOT ENOUGH INFO"
MAX_EVIDENCE = 5
PAGE_DEPTHS = (1, 5, 10, 25, 50)
SCORE, ACCURACY, F1 = "FEVER score", "Label accuracy", "Evidence F1"
PRECISION, RECALL = "Evidence precision", "Evidence recall"

Piece = tuple[str | None, int | None]  # page, number of the sentence; both None where a claim has no evidence


@dataclass(frozen=True, slots=True)
class FeverRow:
    """A claim of FEVER with its gold label and evidence sets, and what was predicted.

    `predicted_pages`: names of pages, best first; None where the file has none.
    """

    label: str
    evidence: tuple[tuple[Piece, ...], ...]
    predicted_label: str
    predicted_evidence: tuple[Piece, ...]
    predicted_pages: tuple[str, ...] | None = None


def fever_scores(rows: Sequence[FeverRow], max_evidence: int | None = MAX_EVIDENCE) -> dict[str, float]:
    """FEVER score, label accuracy, and precision, recall and F1 of the evidence of verifiable claims, from 0 to 1.

    Raises NothingToScore.
    """
    if not rows:
        raise NothingToScore("There are no predictions to score.")
    sums: defaultdict[str, tuple[float, float]] = defaultdict(lambda: (0, 0))
    for row in rows:
        for name, (above, below) in fever_parts(row, max_evidence).items():
            sums[name] = sums[name][0] + above, sums[name][1] + below
    found = {name: above / below for name, (above, below) in sums.items()}
    precision, recall = found.get(PRECISION, 1.0), found.get(RECALL, 0.0)
    return {
        SCORE: found[SCORE],
        ACCURACY: found[ACCURACY],
        PRECISION: precision,
        RECALL: recall,
        F1: harmonic_mean(precision, recall),
    }


def fever_parts(row: FeverRow, max_evidence: int | None = MAX_EVIDENCE) -> dict[str, tuple[float, float]]:
    """Name of a number -> what the claim adds to its numerator and denominator."""
    predicted = row.predicted_evidence[:max_evidence]
    complete = any(all(piece in predicted for piece in one) for one in row.evidence)
    label_right = row.label.upper() == row.predicted_label.upper()
    verifiable = row.label.upper() != NOT_ENOUGH_INFO
    parts: dict[str, tuple[float, float]] = {
        SCORE: (label_right and (complete or not verifiable), 1),
        ACCURACY: (label_right, 1),
    }
    if verifiable:
        gold = {piece for one in row.evidence for piece in one if piece[1] is not None}
        parts[PRECISION] = (sum(piece in gold for piece in predicted) / len(predicted) if predicted else 1.0, 1)
        parts[RECALL] = (1.0 if complete or not row.evidence else 0.0, 1)
    return parts


def document_scores(rows: Sequence[FeverRow]) -> dict[str, float]:
    """Document recall, and the label accuracy that it allows, by how many pages count; from 0 to 1.

    Document recall: the share of verifiable claims for which all pages of an evidence set are among the first k. Oracle
    accuracy: such claims and those without enough information, of all claims, as if each of them were judged rightly
    (Thorne et al. 2018, Table 2). Empty where no row has pages.
    """
    told = [row for row in rows if row.predicted_pages is not None]
    if not told:
        return {}
    verifiable = [row for row in told if row.label.upper() != NOT_ENOUGH_INFO]
    found: dict[str, float] = {}
    for depth in PAGE_DEPTHS if verifiable else ():
        complete = sum(_pages_found(row, depth) for row in verifiable)
        found[f"Document recall @{depth}"] = complete / len(verifiable)
        found[f"Oracle accuracy @{depth}"] = (complete + len(told) - len(verifiable)) / len(told)
    return {name: found[name] for name in sorted(found, key=lambda name: name.startswith("Oracle"))}


def _pages_found(row: FeverRow, depth: int) -> bool:
    pages = set((row.predicted_pages or ())[:depth])
    return any(all(page in pages for page, _line in one) for one in row.evidence)


def read_fever(gold_lines: Iterable[str], predicted_lines: Iterable[str]) -> list[FeverRow]:
    """Pair the rows of a gold and of a prediction file by their order. Raises BadPrediction naming the line."""
    gold = [json_object(f"gold line {number}", text) for number, text in enumerate(gold_lines, start=1)]
    predicted = [json_object(f"line {number}", text) for number, text in enumerate(predicted_lines, start=1)]
    if len(gold) != len(predicted):
        raise BadPrediction(
            f"{len(gold):,} gold rows, {len(predicted):,} predictions: the files must pair line by line"
        )
    return [_row(number, *pair) for number, pair in enumerate(zip(gold, predicted, strict=True), start=1)]


def _row(number: int, gold: dict[str, Any], predicted: dict[str, Any]) -> FeverRow:
    try:
        row = FeverRow(
            label=str(gold["label"]),
            evidence=tuple(tuple((piece[2], piece[3]) for piece in one) for one in gold["evidence"]),
            predicted_label=str(predicted["predicted_label"]),
            predicted_evidence=tuple((page, line) for page, line in predicted["predicted_evidence"]),
            predicted_pages=tuple(predicted["predicted_pages"]) if "predicted_pages" in predicted else None,
        )
        hash(row)  # a page or line that is a list, say, is none
    except KeyError as error:
        raise BadPrediction(f"line {number}: {error.args[0]} is missing") from error
    except (TypeError, ValueError, IndexError) as error:
        raise BadPrediction(
            f"line {number}: want evidence as [[id, id, page, line]] and predictions as [page, line]"
        ) from error
    return row
