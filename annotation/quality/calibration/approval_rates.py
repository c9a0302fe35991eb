"""Approval rates of candidates by role and stage, with intervals (paper, section 3.2: 40 % and 54 %)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from annotation.projects.models import Project, Role
from annotation.quality.calibration.models import Calibration, Decision
from annotation.work.registry import workflows_of
from annotation.work.workflow import Text

ALL_STAGES = ""
Z = 1.959963984540054  # 97.5th percentile of the standard normal distribution


@dataclass(frozen=True, slots=True)
class ApprovalRate:
    """`approved` of `decided` candidates for a role. `stage`: slug of a workflow, or ALL_STAGES.

    `paper`: share and number of candidates in the literature, for all stages; None where there is none to compare.
    """

    role: Role
    stage: str
    label: Text
    approved: int
    decided: int
    paper: tuple[float, int] | None = None

    @property
    def share(self) -> float | None:
        return self.approved / self.decided if self.decided else None

    @property
    def interval(self) -> tuple[float, float] | None:
        return wilson(self.approved, self.decided)


def approval_rates(project: Project) -> list[ApprovalRate]:
    """Return the rates of each role that has a prerequisite; empty in a project without any.

    A role's stages are its prerequisites, then calibration where the project calibrates. Whoever was rejected in one
    stage is rejected, whoever was approved in all is approved; the others are not decided yet and not counted.
    """
    records = workflows_of(project).values()
    stages = {record.slug: record.prerequisite for record in records if record.prerequisite is not None}
    decided = {slug: stage.decisions(project) for slug, stage in stages.items()}
    rates = []
    for role in Role:
        mine = {slug: _of_role(decided[slug], role) for slug, stage in stages.items() if role in stage.roles}
        if not mine:
            continue
        if project.calibration:
            calibrated = [one for one in records if one.calibrated_by is not None and one.role == role]
            mine |= {one.slug: _calibrated(project, one.slug) for one in calibrated}
        labels = {record.slug: record.label for record in records}
        for slug, outcomes in mine.items():
            rates.append(ApprovalRate(role, slug, labels[slug], sum(outcomes.values()), len(outcomes)))
        paper = next((stage.paper[role] for stage in stages.values() if role in stage.paper), None)
        outcomes = _all_stages([*mine.values()])
        rates.append(ApprovalRate(role, ALL_STAGES, "", sum(outcomes.values()), len(outcomes), paper))
    return rates


def wilson(count: int, of: int) -> tuple[float, float] | None:
    """Wilson's 95 % interval of a share p of n, (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n); None for n = 0."""
    if not of:
        return None
    share, square = count / of, Z * Z / of
    middle, half = share + square / 2, Z * math.sqrt(share * (1 - share) / of + square / (4 * of))
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


def _of_role(decisions: Mapping[tuple[int, Role], bool], role: Role) -> dict[int, bool]:
    return {person: approved for (person, of), approved in decisions.items() if of == role}


def _calibrated(project: Project, kind: str) -> dict[int, bool]:
    rows = Calibration.objects.filter(project=project, kind=kind).exclude(decision="")
    return {person: decision == Decision.APPROVED for person, decision in rows.values_list("person", "decision")}


def _all_stages(stages: list[dict[int, bool]]) -> dict[int, bool]:
    people = {person for outcomes in stages for person in outcomes}
    found = {}
    for person in people:
        known = [outcomes.get(person) for outcomes in stages]
        if False in known:
            found[person] = False
        elif None not in known:
            found[person] = True
    return found
