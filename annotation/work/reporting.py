"""Report a task instead of doing it, for a reason of its workflow; a manager reinstates or retires it.

The person is never assigned it again. After as many reports for one reason as `SkipReason.withdraws_after` says nobody
is, until a manager decides. Claims have reports of their own, which can correct them.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError, Invalid
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.vocabulary.operation_names import OwnOperation
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import end, require_open
from annotation.work.guided_examples import refuse_guided
from annotation.work.models import Assignment, AssignmentState, ReportDecision, Task, TaskReport
from annotation.work.operations import note as log
from annotation.work.registry import get_workflow
from annotation.work.skip_reasons import SkipReason
from annotation.work.skipping import LONGEST_NOTE


@transaction.atomic
def report_task(*, assignment: Assignment, reason: str, note: str = "") -> TaskReport:
    """Close the assignment as reported, and withdraw the task if that is enough. A second call finds the first report.

    `Reportable.reasons` lists the reasons. Others who hold the task may finish. Raises Invalid and AssignmentClosed.
    """
    refuse_guided(assignment)
    Assignment.objects.select_for_update(of=("self",)).get(pk=assignment.pk)
    known = TaskReport.objects.filter(assignment=assignment).first()
    if known is not None:
        return known
    chosen, note = _checked(reason, note, assignment.kind)
    require_open(assignment)
    if not end(assignment, AssignmentState.REPORTED, timezone.now()):
        # One that ran out gave its place up already.
        Assignment.objects.filter(pk=assignment.pk).update(state=AssignmentState.REPORTED)
        assignment.state = AssignmentState.REPORTED
    made = TaskReport.objects.create(assignment=assignment, reason=chosen.value, note=note)
    log(assignment, OwnOperation.REPORT, value=chosen.value)
    bump(assignment.project_id, assignment.person_id)
    _withdraw_if_enough(assignment.task_id, chosen)
    return made


def standing_task_reports(project: Project) -> QuerySet[TaskReport]:
    """Select the reports that keep their task from being released: undecided, or found to be right."""
    reports = TaskReport.objects.filter(assignment__project=project)
    return reports.exclude(decision=ReportDecision.REINSTATED)


@transaction.atomic
def decide_task_report(*, report: TaskReport, by: User, decision: str, note: str = "") -> TaskReport:
    """Decide on all open reports of this task: reinstate it in the queue, or retire it. Returns the report.

    A retired task may be reinstated later. Raises Invalid, and AnnotationError `decided_already`.
    """
    note = note.strip()
    if decision not in ReportDecision.values or len(note) > LONGEST_NOTE:
        words = _("Choose whether the task is reinstated or retired; a note has at most %(limit)d characters.")
        raise Invalid(words % {"limit": LONGEST_NOTE}, {"decision": [words % {"limit": LONGEST_NOTE}]})
    task = Task.objects.select_for_update(no_key=True).get(pk=report.assignment.task_id)
    reports = TaskReport.objects.filter(assignment__task=task).exclude(decision=ReportDecision.REINSTATED)
    if not reports.filter(pk=report.pk).exists():
        raise AnnotationError("decided_already", _("This was decided already."), 409)
    reports.update(decision=decision, decided_by=by, decided_at=timezone.now(), decision_note=note)
    withdrawn_at = None if decision == ReportDecision.REINSTATED else task.withdrawn_at or timezone.now()
    Task.objects.filter(pk=task.pk).update(withdrawn_at=withdrawn_at)
    bump(task.project_id)
    report.refresh_from_db()
    return report


def _checked(reason: str, note: str, kind: str) -> tuple[SkipReason, str]:
    note, reportable = note.strip(), get_workflow(kind).reportable
    reasons = () if reportable is None else reportable.reasons
    chosen = next((one for one in reasons if one.value == reason), None)
    if chosen is None:
        raise Invalid(_("Say why you report this."), {"reason": [_("Choose one of the reasons.")]})
    if chosen.needs_note and not note:
        raise Invalid(_("Say why you report this."), {"note": [_("Write the reason in a few words.")]})
    if len(note) > LONGEST_NOTE:
        too_long = _("This note is too long: %(limit)d characters are the most.") % {"limit": LONGEST_NOTE}
        raise Invalid(too_long, {"note": [too_long]})
    return chosen, note


def _withdraw_if_enough(task_id: int, reason: SkipReason) -> None:
    if reason.withdraws_after is None:
        return
    Task.objects.select_for_update(no_key=True).get(pk=task_id)  # two people who report at once are counted in turn
    same = TaskReport.objects.filter(assignment__task=task_id, reason=reason.value, decision="")
    if same.count() >= reason.withdraws_after:
        # Not gold: what one candidate says of it must not take it from the others.
        offered = Task.objects.filter(pk=task_id, withdrawn_at__isnull=True, phase=Phase.PRODUCTION)
        offered.update(withdrawn_at=timezone.now())
