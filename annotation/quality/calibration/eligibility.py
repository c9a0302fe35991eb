"""Which tasks a person may have: of the phase they are in, or of production once a manager has approved of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.calibration.models import Calibration, Decision
from annotation.vocabulary.tasks import Phase


class Waiting(StrEnum):
    """What keeps somebody from going on."""

    READING = "reading"  # their results lie there and have not been read
    DECISION = "decision"  # both phases are scored
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Standing:
    """The phase whose tasks a person may have; with `waiting` they may have none of them now."""

    phase: Phase
    waiting: Waiting | None = None


OPEN = Standing(Phase.PRODUCTION)


def standing_of(*, person: User, project: Project, kind: str) -> Standing:
    """Read anew each time: a decision counts from the next task on, without a new login. No query while it is off."""
    if not project.calibration:
        return OPEN
    row = Calibration.objects.filter(person=person, project=project, kind=str(kind)).first()
    if row is None:
        return Standing(Phase.FIRST)
    if row.decision == Decision.APPROVED:
        return OPEN
    phase = Phase(min(row.phase, Phase.SECOND))
    if row.decision == Decision.REJECTED:
        return Standing(phase, Waiting.REJECTED)
    if row.phase > Phase.SECOND:
        return Standing(phase, Waiting.DECISION)
    return Standing(phase, Waiting.READING if str(row.phase) in row.scores else None)


def phase_of(*, person: User, project: Project, kind: str) -> Phase:
    """The phase whose tasks a person may have."""
    return standing_of(person=person, project=project, kind=kind).phase
