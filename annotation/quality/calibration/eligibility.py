"""Eligibility during calibration: production is open to whom a manager has approved."""

from __future__ import annotations

from enum import StrEnum

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.calibration.guided_examples import guided_example_is_due
from annotation.quality.calibration.models import Calibration, Decision
from annotation.vocabulary.tasks import Phase
from annotation.work.extension_points import Eligibility
from annotation.work.registry import get_workflow


class Waiting(StrEnum):
    """What a candidate is waiting for."""

    READING = "reading"  # their results lie there and have not been read
    DECISION = "decision"  # both phases are scored
    REJECTED = "rejected"


OPEN = Eligibility(Phase.PRODUCTION)


def eligibility_of(*, person: User, project: Project, kind: str) -> Eligibility:
    """Return the phase of a person: guided examples first. A decision counts from the next task on."""
    if guided_example_is_due(person=person, project=project, kind=kind):
        return Eligibility(Phase.GUIDED)
    if not project.calibration or get_workflow(kind).calibrated_by is None:
        return OPEN
    row = Calibration.objects.filter(person=person, project=project, kind=str(kind)).first()
    if row is None:
        return Eligibility(Phase.FIRST)
    if row.decision == Decision.APPROVED:
        return OPEN
    phase = Phase(min(row.phase, Phase.SECOND))
    if row.decision == Decision.REJECTED:
        return Eligibility(phase, Waiting.REJECTED, row.since)
    if row.phase > Phase.SECOND:
        return Eligibility(phase, Waiting.DECISION, row.since)
    return Eligibility(phase, Waiting.READING if str(row.phase) in row.scores else None, row.since)
