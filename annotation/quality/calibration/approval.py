"""Approval of candidates by a manager. Scores and thresholds inform the decision; they make none."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.models import Project
from annotation.quality.calibration.models import Calibration, Decision


@transaction.atomic
def decide(*, person: User, project: Project, kind: str, decision: str, by: User, note: str = "") -> Calibration:
    """Approve or reject, at any time, or take the decision back with "". It counts from the person's next task on."""
    row, made = Calibration.objects.get_or_create(person=person, project=project, kind=str(kind))
    before = {"decision": "" if made else row.decision}
    row.decision = Decision(decision).value if decision else ""
    row.decided_by, row.decided_at = (by, timezone.now()) if decision else (None, None)
    row.note = note.strip()
    row.save(update_fields=["decision", "decided_by", "decided_at", "note"])
    after = {"decision": row.decision} | ({"kind": str(kind)} if before["decision"] != row.decision else {})
    record(Act.CALIBRATION_DECIDED, by=by, project=project, person=person, about=row, before=before, after=after)
    return row
