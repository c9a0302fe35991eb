"""Chains: what opens when work is submitted, and who is kept from meeting the same item twice.

A workflow whose record has `opens` creates the tasks that follow a submission, of whatever workflow. Each knows the
submission that opened it and the first task of its chain. A step that waits for everybody asks `is_complete`. A
workflow whose people must not meet an item again, in whatever phase, gives `exclude_chain` as its `exclude`, or joins
it with a condition of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.models import Assignment, AssignmentState, Submission, Task


def join_chain(submission: Submission, tasks: Sequence[Task]) -> None:
    """Mark new tasks as opened by this submission, in the chain of its task. Call it in the transaction of both."""
    if not tasks:
        return
    done = submission.assignment.task
    first = done.pk if done.chain_id is None else done.chain_id
    Task.objects.filter(pk__in=[task.pk for task in tasks]).update(opened_by=submission, chain=first)
    for task in tasks:
        task.opened_by, task.chain_id = submission, first


def is_complete(task: Task) -> bool:
    """Check whether as many people as wanted have submitted it. Call it in the transaction of a submission.

    Locks the task: of two people who submit the last two at once, exactly one finds it complete.
    """
    locked = Task.objects.select_for_update(no_key=True).get(pk=task.pk)
    submitted = locked.assignments.filter(state=AssignmentState.SUBMITTED).count()
    return submitted >= locked.required_annotations


def exclude_chain(person: User, project: Project) -> Q:
    """Tasks of chains in which the person was given any task, whatever became of it."""
    first = Coalesce(OuterRef("chain"), OuterRef("pk"))
    mine = Assignment.objects.filter(person=person)
    return Q(Exists(mine.filter(task=first))) | Q(Exists(mine.filter(task__chain=first)))
