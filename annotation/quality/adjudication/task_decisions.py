"""Decide on tasks whose answers are labels: the decision replaces those of the annotators in a release."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError, Invalid
from annotation.projects.data_version import ADJUDICATIONS, bump
from annotation.quality.adjudication.models import TaskDecision
from annotation.quality.adjudication.rules import LONGEST_NOTE
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import Submission, Task
from annotation.work.registry import get_workflow, labels_of


def decide_task(*, task: Task, adjudicator: User, label: str, note: str = "", base_revision: int = 0) -> TaskDecision:
    """Store the decision as the task's next revision and make it the current one.

    `base_revision`: the one that the adjudicator had before them, 0 where there was none. Raises Invalid, and
    AnnotationError `revision_conflict` (somebody else decided meanwhile), `own_work` (`is_own_task`) and
    `not_adjudicable` (its workflow is not, it is gold, or fewer than two people answered it).
    """
    note, workflow = note.strip(), get_workflow(task.kind)
    if is_own_task(task, adjudicator):
        raise AnnotationError("own_work", _("You worked on this yourself: somebody else must decide on it."), 403)
    answers = Submission.objects.filter(counted(), assignment__task=task).count()
    if workflow.adjudicable is None or task.phase != Phase.PRODUCTION or answers < 2:
        raise AnnotationError("not_adjudicable", _("There is nothing to decide on in this task."), 409)
    found: dict[str, list[str]] = {}
    if label not in labels_of(task.project, workflow).values:
        found["label"] = [_("Choose one of the labels.")]
    if len(note) > LONGEST_NOTE:
        found["note"] = [_("This note is too long: %(limit)d characters are the most.") % {"limit": LONGEST_NOTE}]
    if found:
        raise Invalid(_("The decision is not complete."), found)
    return _store(task, adjudicator, label, note, base_revision)


def is_own_task(task: Task, person: User) -> bool:
    """Tell whether the person submitted an answer to the task, or must not be assigned it."""
    if Submission.objects.filter(assignment__task=task, assignment__person=person).exists():
        return True
    excluded = get_workflow(task.kind).exclude(person, task.project)
    return Task.objects.filter(excluded, pk=task.pk).exists()


def current_decision(task: Task) -> TaskDecision | None:
    """Return the task's current decision, or None."""
    return TaskDecision.objects.filter(task=task, is_current=True).first()


@transaction.atomic
def _store(task: Task, adjudicator: User, label: str, note: str, base_revision: int) -> TaskDecision:
    Task.objects.select_for_update(no_key=True).get(pk=task.pk)  # one decision after the other
    current = current_decision(task)
    revision = current.revision if current else 0
    if revision != base_revision:
        message = _("Somebody else decided on this meanwhile. Load it again to see what they decided.")
        raise AnnotationError("revision_conflict", message, 409)
    TaskDecision.objects.filter(task=task, is_current=True).update(is_current=False)
    stored = TaskDecision.objects.create(
        task=task, adjudicator=adjudicator, revision=revision + 1, value=label, note=note
    )
    bump(task.project_id, ADJUDICATIONS)
    return stored
