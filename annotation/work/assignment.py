"""Taking work, holding it, giving it back.

Nobody is ever counted by reading and then writing. Every change of a place is one conditional UPDATE, and what it says
of the row it met decides; the constraints of `annotation.work.models` stand behind it. This is right on SQLite and on
PostgreSQL alike. Lock order is always assignment before task, and each expiry is a transaction of its own.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import AssignmentClosed, LeaseLost
from annotation.projects.models import Project, User
from annotation.vocabulary import OperationName
from annotation.work.models import Assignment, AssignmentState, Operation, Task, TaskKind
from annotation.workflows.claim_generation.models import Claim

HELD, EXPIRED = AssignmentState.HELD, AssignmentState.EXPIRED


def take(*, person: User, project: Project, kind: str) -> Assignment | None:
    """The person's open assignment: the one they hold, their own expired one if its place is free, or the next task.

    None when there is nothing for them; `empty_queue.why_empty` says why. Safe to call twice at once: a lost race is
    run again.
    """
    expire_overdue(project=project, kind=kind)
    while True:
        held = Assignment.objects.filter(person=person, project=project, kind=kind, state=HELD).first()
        if held is not None:
            renew(held)
            return held
        try:
            revived = _revive_latest(person, project, kind)
            if revived is not None:
                return revived
            if limit_reached(person=person, project=project, kind=kind) is not None:
                return None
            task = eligible_tasks(person=person, project=project, kind=kind).first()
            if task is None:
                return None
            taken = _take_task(task, person, project)
            if taken is not None:
                return taken
        except IntegrityError:
            # The same person took something in another window a moment ago: the next round finds it.
            if not Assignment.objects.filter(person=person, project=project, kind=kind, state=HELD).exists():
                raise


def renew(assignment: Assignment) -> datetime:
    """Hold on for another lease; an expired one takes its place again. Returns the new end.

    Raises LeaseLost or AssignmentClosed.
    """
    until = _lease_end(assignment.project)
    held = Assignment.objects.filter(pk=assignment.pk, state=HELD)
    if not held.update(leased_until=until):
        reopen(assignment)
    assignment.state, assignment.leased_until, assignment.ended_at = HELD, until, None
    return until


def reopen(assignment: Assignment) -> None:
    """Take the place of an expired assignment again. Raises LeaseLost or AssignmentClosed."""
    require_open(assignment)
    try:
        if assignment.state == EXPIRED and not _revive(assignment) and not _is_held(assignment):
            raise LeaseLost(_why_lost(assignment))
    except IntegrityError:
        raise LeaseLost(
            _("Your time for this task ran out and you have begun another one. What you did is kept.")
        ) from None


def _why_lost(assignment: Assignment) -> str:
    if Task.objects.filter(pk=assignment.task_id, withdrawn_at__isnull=False).exists():
        return _("Your time for this task ran out and it has been withdrawn. What you did is kept.")
    return _("Your time for this task ran out and someone else has taken it. What you did is kept.")


def require_open(assignment: Assignment) -> None:
    """Raises AssignmentClosed unless it is held or expired: work on those two is never turned away."""
    assignment.refresh_from_db(fields=["state"])
    if assignment.state == AssignmentState.SUBMITTED:
        raise AssignmentClosed(_("This task has already been submitted."))
    if assignment.state == AssignmentState.RELEASED:
        raise AssignmentClosed(_("You gave this task back. Nothing can be added to it."))
    if assignment.state == AssignmentState.SKIPPED:
        raise AssignmentClosed(_("You skipped this task. Nothing can be added to it."))


def release(assignment: Assignment) -> None:
    """Give the task back to the others. Giving back twice is no error; giving back what is submitted is."""
    now = timezone.now()
    if end(assignment, AssignmentState.RELEASED, now):
        return
    # An expired one gave its place up already; it only has to stop coming back.
    Assignment.objects.filter(pk=assignment.pk, state=EXPIRED).update(state=AssignmentState.RELEASED)
    assignment.refresh_from_db(fields=["state", "ended_at"])
    if assignment.state != AssignmentState.RELEASED:
        require_open(assignment)


def expire_overdue(*, project: Project, kind: str) -> int:
    """End the leases whose time is over and free their places. Returns how many."""
    now = timezone.now()
    overdue = Assignment.objects.filter(project=project, kind=kind, state=HELD, leased_until__lt=now)
    return sum(end(assignment, EXPIRED, now, Q(leased_until__lt=now)) for assignment in overdue.order_by("id"))


def eligible_tasks(*, person: User, project: Project, kind: str) -> QuerySet[Task]:
    """Tasks with a free place that this person may have, next first.

    Never one they ever had, never a claim they wrote, never a claim of a highlight they wrote for (paper, section
    3.1.2: claims are verified by others than their writers).
    """
    free = open_tasks(project, kind).exclude(had_by(person))
    return (free.exclude(own_work(person)) if kind == TaskKind.CLAIM_VERIFICATION else free).order_by("position", "id")


def open_tasks(project: Project, kind: str) -> QuerySet[Task]:
    """Tasks with a free place, for whomever."""
    return Task.objects.filter(project=project, kind=kind, places_taken__lt=F("wanted"), withdrawn_at__isnull=True)


def limit_reached(*, person: User, project: Project, kind: str) -> int | None:
    """How much one person may do of this kind, if this one has done it. Since nobody holds two, it is never passed."""
    writing = kind == TaskKind.CLAIM_GENERATION
    limit = project.claim_sets_per_person if writing else project.verifications_per_person
    if limit is None:
        return None
    done = Assignment.objects.filter(person=person, project=project, kind=kind, state=AssignmentState.SUBMITTED)
    return limit if done.count() >= limit else None


def had_by(person: User) -> Exists:
    """Tasks that the person holds, did, gave back, skipped or let expire."""
    return Exists(Assignment.objects.filter(task=OuterRef("pk"), person=person))


def own_work(person: User) -> Q:
    """Verification tasks of claims that the person wrote, or of highlights they wrote for."""
    same_highlight = Claim.objects.filter(author=person, highlight=OuterRef("claim__highlight"))
    return Q(claim__author=person) | Q(Exists(same_highlight))


def _is_held(assignment: Assignment) -> bool:
    """Another window of the same person may have been quicker to take the place again."""
    return Assignment.objects.filter(pk=assignment.pk, state=HELD).exists()


def _lease_end(project: Project) -> datetime:
    return timezone.now() + timedelta(minutes=project.lease_minutes)


def _take_place(task_id: int) -> bool:
    """Whether there was a place: one UPDATE that finds the row only while one is free."""
    free = Task.objects.filter(pk=task_id, places_taken__lt=F("wanted"), withdrawn_at__isnull=True)
    return free.update(places_taken=F("places_taken") + 1) == 1


@transaction.atomic
def _take_task(task: Task, person: User, project: Project) -> Assignment | None:
    if not _take_place(task.pk):
        return None
    assignment = Assignment.objects.create(
        task=task, project=project, kind=task.kind, person=person, leased_until=_lease_end(project)
    )
    start = OperationName.START.value
    Operation.objects.create(assignment=assignment, sequence=0, name=start, value=start, seconds=0)
    return assignment


def _revive_latest(person: User, project: Project, kind: str) -> Assignment | None:
    """The person's own expired assignment whose task still has a place, draft and all."""
    mine = Assignment.objects.filter(person=person, project=project, kind=kind, state=EXPIRED)
    for assignment in mine.filter(task__places_taken__lt=F("task__wanted")).order_by("-ended_at"):
        if _revive(assignment):
            return assignment
    return None


@transaction.atomic
def _revive(assignment: Assignment) -> bool:
    until = _lease_end(assignment.project)
    expired = Assignment.objects.filter(pk=assignment.pk, state=EXPIRED)
    if not expired.update(state=HELD, leased_until=until, ended_at=None):
        return False
    if not _take_place(assignment.task_id):
        transaction.set_rollback(True)
        return False
    assignment.state, assignment.leased_until, assignment.ended_at = HELD, until, None
    return True


@transaction.atomic
def end(assignment: Assignment, state: AssignmentState, now: datetime, only_if: Q | None = None, **fields: str) -> bool:
    """Whether a held assignment was ended here, with these fields; its place is free again."""
    held = Assignment.objects.filter(only_if or Q(), pk=assignment.pk, state=HELD)
    if not held.update(state=state, ended_at=now, **fields):
        return False
    Task.objects.filter(pk=assignment.task_id).update(places_taken=F("places_taken") - 1)
    assignment.state, assignment.ended_at = state, now
    return True
