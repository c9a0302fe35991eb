"""What the report says of annotators' evidence beside the oracle's, in its chapter of claims and evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.quality.workflows.oracle_annotation.coverage import Coverage, OracleReport
from annotation.release.report.document import Block, Cell, Group, Table, result_cells

MEASURES = {"precision": "Precision of evidence", "recall": "Recall of evidence", "label": "Same label"}


def blocks(report: Callable[[str], Any]) -> list[Block]:
    """Return a table of the comparison where an oracle labelled claims; nothing for other projects."""
    found: OracleReport = report("oracle")
    return [against_oracle(found)] if found.overall.n else []


def against_oracle(found: OracleReport) -> Table:
    """Precision, recall and equal labels, overall and by week."""
    rows: list[tuple[Cell, ...] | Group] = [*_rows(found.overall)]
    for one in found.by_week:
        rows += [Group(one.name), *_rows(one)]
    definition = (
        f"Annotations beside those of oracle annotators, who searched everything for a sample of the claims: "
        f"{found.drawn:,} claims were drawn, {found.annotated:,} labelled by an oracle, {found.compared:,} by "
        "annotators as well. Evidence is all elements that an annotation cites, without context. Precision: cited by "
        "both / cited by the annotator, 1 where that is none. Recall: cited by both / cited by the oracle; claims "
        "without evidence of the oracle are left out. Means over annotations; low and high are the ends of the middle "
        "95 % of 1,000 draws of these. FEVER: 95.42 % and 72.36 %."
    )
    return Table("oracle", "Evidence and labels beside an oracle's", definition, HEADS, rows)


def _rows(one: Coverage) -> list[tuple[Cell, ...]]:
    return [(words, *result_cells(getattr(one, name)), one.n) for name, words in MEASURES.items()]


HEADS = ("Measure", "Mean", "Low", "High", "n")
