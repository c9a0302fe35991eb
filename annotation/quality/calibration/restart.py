"""Calibration once more, with gold that the person has not had: nobody is given the same task twice."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.calibration.models import Calibration
from annotation.quality.calibration.results import pool
from annotation.vocabulary.tasks import Phase
from annotation.work.registry import workflows_of

STATE = ("phase", "scores", "items_read", "feedback_seen", "decision", "decided_by_id", "decided_at", "note", "since")


def kinds_to_restart(project: Project, person: User) -> list[str]:
    """The calibrated kinds of work that the person has a role for."""
    roles = set(project.memberships.filter(user=person).values_list("role", flat=True))
    records = workflows_of(project).items()
    return [kind for kind, record in records if record.calibrated_by is not None and roles & {*record.roles}]


def unseen_gold(project: Project, person: User, kind: str, phase: Phase) -> int:
    """How many gold items of a phase the person never had."""
    return pool(project, kind, phase).exclude(task__assignments__person=person).count()


def restart(project: Project, person: User) -> list[int]:
    """Begin calibration again in every kind of work of the person; returns the ids of the rows. Call in a transaction.

    The state before goes into `Calibration.earlier`. What is answered from now on counts.
    """
    rows = []
    for kind in kinds_to_restart(project, person):
        row, _made = Calibration.objects.get_or_create(project=project, person=person, kind=kind)
        row.earlier = [*row.earlier, {name: _plain(getattr(row, name)) for name in STATE}]
        row.phase, row.scores, row.items_read, row.feedback_seen = 1, {}, [], {}
        row.decision, row.decided_by, row.decided_at, row.note = "", None, None, ""
        row.since = timezone.now()
        row.save()
        rows.append(row.pk)
    return rows


def take_restart_back(calibrations: Iterable[int]) -> None:
    """Give these rows the state back that they had before they were begun again."""
    for row in Calibration.objects.select_for_update(of=("self",)).filter(pk__in=calibrations):
        *earlier, last = row.earlier
        for name in STATE:
            value = last[name]
            is_time = name in ("decided_at", "since") and value is not None
            setattr(row, name, datetime.fromisoformat(value) if is_time else value)
        row.earlier = earlier
        row.save()


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
