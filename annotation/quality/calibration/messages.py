"""Empty-queue messages during calibration."""

from __future__ import annotations

from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.calibration.eligibility import Waiting, eligibility_of
from annotation.quality.calibration.guided_examples import has_examples
from annotation.quality.calibration.phase_completion import submitted_count
from annotation.vocabulary.tasks import CALIBRATING
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import get_workflow
from annotation.work.workflow import CalibratedBy


def why_not_calibrating(*, person: User, project: Project, kind: str) -> str:
    """Explain an empty queue to a candidate or in a practice project; empty for others, where calibration is off."""
    if project.is_practice:
        if not has_examples(project, kind):
            return _("This is a practice project, and it has no examples of this work yet.")
        return _("You have done every example here. Under “Guided examples” you can take each again.")
    eligibility = eligibility_of(person=person, project=project, kind=kind)
    phase = {"phase": int(eligibility.phase)}
    if eligibility.waiting is Waiting.READING:
        return _("Phase %(phase)d of your calibration is done: read your results to go on.") % phase
    if eligibility.waiting is Waiting.DECISION:
        return _("Your calibration is done. You are waiting for your manager, who decides whether you go on.")
    if eligibility.waiting is Waiting.REJECTED:
        return _("Your manager has decided that you do not go on with this work.")
    if eligibility.phase not in CALIBRATING:
        return ""
    if _open(person, project, kind, eligibility.phase):
        return _("Go on with what you have postponed or begun: it belongs to phase %(phase)d of your calibration.") % (
            phase
        )
    if not submitted_count(person, project, kind, eligibility.phase):
        return _("There is nothing yet to calibrate with in phase %(phase)d. You are waiting for your manager.") % phase
    if get_workflow(kind).calibrated_by is CalibratedBy.GRADES:
        return _("Phase %(phase)d of your calibration is written. You are waiting for your manager, who grades it.") % (
            phase
        )
    return _("Phase %(phase)d of your calibration is not complete. You are waiting for your manager.") % phase


def _open(person: User, project: Project, kind: str, phase: int) -> bool:
    states = (AssignmentState.HELD, AssignmentState.PARKED)
    mine = Assignment.objects.filter(person=person, project=project, kind=str(kind), task__phase=phase)
    return mine.filter(state__in=states).exists()
