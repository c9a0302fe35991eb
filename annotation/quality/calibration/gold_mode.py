"""Create gold in the verification workspace: what a manager submits there is the gold answer."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.errors import AnnotationError
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import (
    give_to_everybody,
    gold_answer_of,
    guide_kind_of,
    verification_task,
)
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign
from annotation.work.models import Assignment, AssignmentState, SubmittedWork
from annotation.workflows.models import Verification


@transaction.atomic
def begin(*, project: Project, text: str, phase: Phase, by: User) -> Assignment:
    """The claim of these words, held by `by`, to be verified as gold of this phase. Nobody else is offered it before.

    Raises AnnotationError `one_open` (they hold another claim), `gold_in_use` (somebody has or had it in production, or
    it is gold already).
    """
    claim = Claim.objects.filter(project=project, text=text, claim_set__isnull=True).first()
    claim = claim or Claim.objects.filter(project=project, text=text, phase=Phase.PRODUCTION).first()
    claim = claim or Claim.objects.create(project=project, text=text, phase=phase)
    task = verification_task(claim)
    if Assignment.objects.filter(person=by, project=project, kind=task.kind, state=AssignmentState.HELD).exists():
        raise AnnotationError("one_open", _("You hold another claim. Submit it or return it first."), 409)
    if task.assignments.exists():
        raise AnnotationError(
            "gold_in_use", _("Somebody has worked on this claim: make its verification gold instead."), 409
        )
    give_to_everybody(task, phase)
    taken = assign(task, by, project)
    bump(project.pk)
    assert taken is not None  # there are places for everybody
    return taken


def is_making_gold(assignment: Assignment) -> bool:
    """Tell whether this submission becomes gold. False for everybody who is scored by gold."""
    task = assignment.task
    has_gold = hasattr(task, "gold")  # asked in production as well, so that no answer is faster
    return task.phase != Phase.PRODUCTION and not has_gold


def keep_as_gold(verification: SubmittedWork) -> None:
    """Store the submission for a claim without gold as its gold answer: only who began it can have it."""
    if not isinstance(verification, Verification) or not is_making_gold(verification.assignment):
        return
    right, task = gold_answer_of(verification), verification.assignment.task
    fields = {"verdict": right.verdict, "challenges": right.challenges, "sets": right.sets}
    guide_kind = guide_kind_of(task, fields)
    GoldItem.objects.create(task=task, made_by=verification.assignment.person, guide_kind=guide_kind, **fields)
