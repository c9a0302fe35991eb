"""What the report says of re-validated claims, in its chapter of claims and evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.quality.workflows.claim_verification.revalidation import Revalidation
from annotation.release.report.document import Block, Cell, Group, Table, result_cells


def blocks(report: Callable[[str], Any]) -> list[Block]:
    """Return a table of agreement where claims were drawn for re-validation; nothing for other projects."""
    found: Revalidation = report("revalidation")
    return [revalidated(found)] if found.drawn else []


def revalidated(found: Revalidation) -> Table:
    """Fleiss' kappa over the re-validated claims, over all labels, by label and by week."""
    rows: list[tuple[Cell, ...] | Group] = [
        ("All labels", *result_cells(found.kappa), found.labelled),
        ("Observed agreement", *result_cells(found.percent), found.labelled),
        Group("By label"),
        *((one.label, *result_cells(one.kappa), one.claims) for one in found.by_label),
        Group("By week"),
        *((one.name, *result_cells(one.kappa), len(one.claims)) for one in found.by_week),
    ]
    definition = (
        f"Fleiss' kappa over claims that were drawn when they came, for {found.people} people to label, before anybody "
        f"saw them: {found.drawn:,} were drawn, {found.labelled:,} labelled by two people or more, {found.complete:,} "
        "by all. Annotators could not tell them from other claims. Of a label: against all others; its n is the claims "
        "that somebody gave it. A claim counts in the week of its last label. Low and high are the ends of the middle "
        "95 % of 1,000 draws of the claims. FEVER: 0.6841 over 4 % of its claims, five annotators each."
    )
    return Table("revalidation", "Agreement on re-validated claims", definition, HEADS, rows)


HEADS = ("Claims", "Kappa", "Low", "High", "n")
