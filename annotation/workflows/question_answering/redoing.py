"""Set work of phases 2 to 5 aside and have it done again by somebody else, or take that back. Nothing is deleted.

What was done from questions and answers stands on them: it is set aside by the same action. Its tasks leave the chain
and keep what they show; the phase has a new task. A verdict from answers that stay has another place in its own task.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from annotation.work.chains import join_chain
from annotation.work.counted import counted
from annotation.work.models import Assignment, Submission, Task
from annotation.workflows.question_answering.models import ClaimItem, ClaimWork, NormalisedClaim
from annotation.workflows.question_answering.normalisation import add_text, normalised_text
from annotation.workflows.question_answering.phases import ANSWERS, BLIND, LATER, PhaseName
from annotation.workflows.question_answering.routing import NEXT, after_claim, has_begun, opened_for, withdraw


def standing_on(assignment: Assignment) -> QuerySet[Assignment]:
    """What falls with this work: itself, and of questions and answers all that was done from them, held work too."""
    if assignment.kind in BLIND:
        return Assignment.objects.filter(pk=assignment.pk, set_aside__isnull=True)
    return Assignment.objects.filter(task__in=_items_from(assignment).values("task"), set_aside__isnull=True)


def _items_from(assignment: Assignment) -> QuerySet[ClaimItem]:
    """The claim's chain from this phase on."""
    later = LATER[LATER.index(PhaseName(assignment.kind)) :]
    return ClaimItem.objects.filter(claim=assignment.task.claim_item.claim_id, kind__in=later, in_chain=True)


def can_be_redone(assignment: Assignment) -> bool:
    """Whether it counts, in the chain of its claim. A row that is released as it came depends on no work."""
    imported = assignment.task.claim_item.claim.imported
    if imported is not None and not imported["anew"]:
        return False
    mine = Submission.objects.filter(counted(), assignment=assignment, assignment__task__claim_item__in_chain=True)
    return assignment.kind in LATER and mine.exists()


def redo(assignment: Assignment, action: int) -> dict[str, Any]:
    """Set the work aside by this action, in its transaction; returns what `take_back` needs."""
    claim = NormalisedClaim.objects.select_for_update(no_key=True).get(pk=assignment.task.claim_item.claim_id)
    standing_on(assignment).update(set_aside=action)
    if assignment.kind in BLIND:
        Task.objects.filter(pk=assignment.task_id).update(required_annotations=F("required_annotations") + 1)
        if assignment.kind in NEXT:  # a dispute that nobody has begun waits for the new verdict
            withdraw(claim, NEXT[PhaseName(assignment.kind)])
        return {}
    old, shown = list(_items_from(assignment).select_related("task")), assignment.task.claim_item.answers
    before = [[one.pk, one.task.withdrawn_at and one.task.withdrawn_at.isoformat()] for one in old]
    _retire([one.pk for one in old])
    if assignment.kind == PhaseName.ANSWERING:
        _restore_text(claim)
    new = opened_for(claim, assignment.kind, shown)
    first = assignment.task
    Task.objects.filter(pk__in=[one.pk for one in new]).update(opened_by=first.opened_by_id, chain=first.chain_id)
    return {"retired": before}


def is_taken(assignment: Assignment) -> bool:
    """Whether somebody does the work again already, so that it cannot be taken back."""
    if assignment.kind in ANSWERS:
        return has_begun(assignment.task.claim_item.claim, assignment.kind)
    return not Task.objects.filter(pk=assignment.task_id, assigned_count__lt=F("required_annotations")).exists()


def take_back(assignment: Assignment, action: int, before: Mapping[str, Any]) -> None:
    """Let what this action set aside count again, in a transaction. Ask `is_taken` first."""
    claim = NormalisedClaim.objects.select_for_update(no_key=True).get(pk=assignment.task.claim_item.claim_id)
    Assignment.objects.filter(set_aside=action).update(set_aside=None)
    if assignment.kind in BLIND:
        Task.objects.filter(pk=assignment.task_id).update(required_annotations=F("required_annotations") - 1)
        stored = ClaimWork.objects.get(submission__assignment=assignment, submission__is_current=True)
        join_chain(stored.submission, after_claim(stored))
        return
    _retire(list(_items_from(assignment).values_list("pk", flat=True)))
    for task, withdrawn_at in before["retired"]:
        ClaimItem.objects.filter(pk=task).update(in_chain=True)
        Task.objects.filter(pk=task).update(withdrawn_at=withdrawn_at)
    if assignment.kind == PhaseName.ANSWERING:
        mine = Submission.objects.select_related("claimwork").get(assignment=assignment, is_current=True)
        add_text(claim, mine, mine.claimwork.correction or normalised_text(claim))


def _retire(tasks: list[int]) -> None:
    """Take tasks out of the chain and the queue. Whoever holds one may finish it: it is set aside."""
    ClaimItem.objects.filter(pk__in=tasks).update(in_chain=False)
    Task.objects.filter(pk__in=tasks, withdrawn_at__isnull=True).update(withdrawn_at=timezone.now())


def _restore_text(claim: NormalisedClaim) -> None:
    """Give the claim the text back that it left phase 1 with."""
    text = normalised_text(claim)
    came = claim.texts.filter(text=text).order_by("number").first()
    add_text(claim, None if came is None else came.submission, text)
