"""What the report says of claim writing, in its chapter of claims and evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from annotation.quality.workflows.claim_generation.writing_effort import (
    ALL,
    NOT_ASKED,
    ONE_PAGE,
    SEVERAL_PAGES,
    WritingEffort,
)
from annotation.release.report.document import Block, Cell, Group, Table, result_cells

WRITERS = {
    ALL: "All annotations",
    SEVERAL_PAGES: "Type II over several pages",
    ONE_PAGE: "Type II on the page of the highlight",
    NOT_ASKED: "Type II of which nothing was asked",
}
SOUGHT = {"searches": "searches", "full_text": "full-text searches", "hyperlinks": "hyperlinks followed"}


def blocks(report: Callable[[str], Any]) -> list[Block]:
    """Return a table of the writers' effort where anybody's was logged. `report`: name of an audit report -> report."""
    effort: list[WritingEffort] = report("writing effort")
    return [writing(effort)] if any(one.annotations for one in effort) else []


def writing(found: Sequence[WritingEffort]) -> Table:
    """Operations of writers in search of what to write."""
    rows: list[tuple[Cell, ...] | Group] = []
    for one in found:
        rows.append(Group(WRITERS[one.group]))
        rows += [
            (words, one.counts[name], *result_cells(one.means[name]), one.annotations) for name, words in SOUGHT.items()
        ]
    definition = (
        "Operations in the logs of writers, from assignment to submission, and their mean over annotations; n is "
        "annotations. An annotation is the work of three claims from one highlight: the log does not say for which of "
        "them an operation was, so annotations are grouped by what the highlight asked of its Type II claim. Of all "
        "submitted highlights that have a log, whether their claims are released or not, calibration left out. Low and "
        "high are the ends of the middle 95 % of 1,000 draws of the annotations. In FEVEROUS: 0.15 searches and 0.71 "
        "hyperlinks; 0.2 and 1.2 where Type II was to go over several pages."
    )
    heads = ("Operation", "Number", "Mean", "Low", "High", "n")
    return Table("writing", "How claims were written", definition, heads, rows)
