"""Approval of candidates by a manager. Scores and thresholds inform the decision; they make none.

Below a pass mark (`Calibratable.pass_marks`) somebody is approved with a reason alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import Invalid
from annotation.projects.models import Project
from annotation.quality.calibration.models import Calibration, Decision
from annotation.work.registry import get_workflow


@transaction.atomic
def decide(*, person: User, project: Project, kind: str, decision: str, by: User, note: str = "") -> Calibration:
    """Approve or reject, at any time, or take the decision back with "". It counts from the person's next task on.

    Raises Invalid where a phase is below a pass mark and `note` says nothing.
    """
    row, made = Calibration.objects.get_or_create(person=person, project=project, kind=str(kind))
    below = [str(words) for found in row.scores.values() for words in below_marks(project, kind, found)]
    if decision == Decision.APPROVED and below and not note.strip():
        words = _("Below the pass mark: %(scores)s. Write in the note why you approve.")
        message = words % {"scores": ", ".join(dict.fromkeys(below))}
        raise Invalid(message, {"note": [message]})
    before = {"decision": "" if made else row.decision}
    row.decision = Decision(decision).value if decision else ""
    row.decided_by, row.decided_at = (by, timezone.now()) if decision else (None, None)
    row.note = note.strip()
    row.save(update_fields=["decision", "decided_by", "decided_at", "note"])
    after = {"decision": row.decision} | ({"kind": str(kind)} if before["decision"] != row.decision else {})
    record(Act.CALIBRATION_DECIDED, by=by, project=project, person=person, about=row, before=before, after=after)
    return row


def below_marks(project: Project, kind: str, found: Mapping[str, Any]) -> list[str | Promise]:
    """The words of those scores of a phase (`Score.to_json`) that are below their pass marks."""
    capability = get_workflow(kind).calibratable
    marks = {} if capability is None else capability.pass_marks(project)
    scores = found.get("fields", {})
    names = {} if capability is None else capability.fields
    return [words for name, words in names.items() if name in scores and 100 * scores[name] < marks.get(name, 0)]
