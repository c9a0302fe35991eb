"""Approval of annotators: how many candidates were let in, by role and stage."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import override

from annotation.projects.models import Role
from annotation.quality.calibration.approval_rates import ApprovalRate
from annotation.release.report.document import Share, Table

COLUMNS = ("role", "stage", "approved", "decided", "low", "high", "paper")
DEFINITION = (
    "Of candidates with a decision, how many were approved; who waits is not counted. All stages: rejected in one, or "
    "approved in every one. Low and high: Wilson's 95 % interval of the share. Paper: FEVEROUS, section 3.2, after "
    "both phases of calibration (141 candidates for claim generation, 100 for verification)."
)


def approval_table(rates: Sequence[ApprovalRate]) -> Table:
    """One row for each role and stage. In English, as the whole report."""
    with override("en"):
        rows = [
            (
                str(Role(one.role).label),
                stage_of(one),
                Share(one.approved, one.decided),
                one.decided,
                *(one.interval or (None, None)),
                one.paper[0] if one.paper else None,
            )
            for one in rates
        ]
    return Table("approval", "Approval of candidates", DEFINITION, COLUMNS, rows)


def approval_sentences(rates: Sequence[ApprovalRate]) -> list[str]:
    """A sentence for each role and stage, for the data statement."""
    with override("en"):
        return [
            f"{str(Role(one.role).label).capitalize()}, {stage_of(one)}: {_said(one)}."
            + (f" FEVEROUS: {one.paper[0]:.0%} of {one.paper[1]}." if one.paper else "")
            for one in rates
        ]


def stage_of(one: ApprovalRate) -> str:
    return str(one.label) or "all stages"


def _said(one: ApprovalRate) -> str:
    if one.interval is None:
        return "nobody decided on yet"
    low, high = one.interval
    return f"{one.approved} of {one.decided} candidates approved ({one.share:.0%}; 95 %: {low:.0%} to {high:.0%})"
