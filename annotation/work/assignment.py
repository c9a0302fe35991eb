"""Assign tasks to people, renew their leases and return tasks to the queue.

A lease lasts the project's `lease_minutes`, until `Assignment.leased_until`; heartbeats and saved drafts renew it. No
background job expires leases: `assign_next` first expires the overdue ones of the project and frees their slots. The
former holder gets the slot back with the next heartbeat, draft or submission, unless somebody else took it.

Slots are never counted by a read followed by a write: every change of `assigned_count` is one conditional UPDATE whose
row count decides, backed by the constraints of `annotation.work.models`. This is correct on SQLite and on PostgreSQL.
Locks are taken in the order assignment, task; each expiry is a transaction of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, TypedDict

from django.db import IntegrityError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError, AssignmentClosed, LeaseLost
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.vocabulary.guided_examples import GuidedExamples
from annotation.vocabulary.tasks import IN_PRODUCTION, Phase
from annotation.work import extension_points
from annotation.work.models import KEPT, Assignment, AssignmentState, Draft, Task
from annotation.work.operations import started
from annotation.work.prerequisites import unmet_prerequisite
from annotation.work.queue import limit_reached, next_task, open_tasks
from annotation.work.slots import reserve_and_store, reserve_slot

MOST_CONFLICTS = 10  # with other windows of one person in one request
HELD, EXPIRED, PARKED = AssignmentState.HELD, AssignmentState.EXPIRED, AssignmentState.PARKED


def assign_next(*, person: User, project: Project, kind: str) -> Assignment | None:
    """Return the open assignment: the one held, else an expired one that can be held again, else the next task.

    Returns None if there is nothing for them (`queue_messages.empty_queue_reason` says why). Safe to call concurrently:
    a lost race is retried.
    """
    mine = _overdue_or_resumable(person, project, kind)
    conflicts = 0
    while True:
        try:
            if mine and mine[0].state == HELD:
                renew(mine[0])
                return mine[0]
            if unmet_prerequisite(person=person, project=project, kind=kind):
                return None
            taken = next((one for one in mine if _reclaim(one)), None) or _assign_from_queue(person, project, kind)
            if taken is None and not mine:
                extension_points.policy.on_empty(person=person, project=project, kind=kind)
            return taken
        except (AssignmentClosed, LeaseLost):
            pass  # another window ended it, or its time ran out, since we looked
        except IntegrityError:
            # The same person took something in another window a moment ago. The next round finds it, unless it has
            # ended by then, which leaves the person free to take another.
            conflicts += 1
            if conflicts == MOST_CONFLICTS:
                raise
        mine = _resumable(person, project, kind)


def _overdue_or_resumable(person: User, project: Project, kind: str) -> list[Assignment]:
    """Expire overdue leases of the project, and list what the person can continue. One query if none is overdue."""
    now = timezone.now()
    found = list(_overdue(project, kind, now).union(_of_person(person, project, kind), all=True))
    if any(one.ended_at is None and one.leased_until < now for one in found):
        expire_overdue(project=project, kind=kind)
        return _resumable(person, project, kind)
    return _in_order(found, person, project, kind)


def _resumable(person: User, project: Project, kind: str) -> list[Assignment]:
    """List what the person can continue: the held assignment, then expired ones with a free slot, latest first."""
    return _in_order(_of_person(person, project, kind), person, project, kind)


def _of_person(person: User, project: Project, kind: str) -> QuerySet[Assignment]:
    # One list of states and no order: so the index `assignment_of_person` finds these rows alone, however many
    # others the person has.
    return Assignment.objects.filter(person=person, project=project, kind=kind, state__in=[HELD, EXPIRED])


def _in_order(found: Iterable[Assignment], person: User, project: Project, kind: str) -> list[Assignment]:
    found = list(found)
    held = [one for one in found if one.state == HELD]
    expired = [one for one in found if one.state == EXPIRED]
    if expired:
        places = open_tasks(project, kind).filter(pk__in=[one.task_id for one in expired])
        phase = extension_points.policy.eligibility(person=person, project=project, kind=kind).phase
        phases = IN_PRODUCTION if phase in IN_PRODUCTION else [phase]
        free = set(places.filter(phase__in=phases).values_list("pk", flat=True))
        expired = [one for one in expired if one.task_id in free]
        expired.sort(key=lambda one: one.ended_at or one.created_at, reverse=True)
    for assignment in (*held, *expired):
        assignment.person, assignment.project = person, project
    return [*held, *expired]


def renew(assignment: Assignment) -> datetime:
    """Renew the lease, reclaiming the slot of an expired assignment. Returns the new end of the lease.

    Raises LeaseLost or AssignmentClosed.
    """
    until = _lease_end(assignment.project)
    held = Assignment.objects.filter(pk=assignment.pk, state=HELD)
    if not held.update(leased_until=until):
        reopen(assignment)
    assignment.state, assignment.leased_until, assignment.ended_at = HELD, until, None
    return until


def reopen(assignment: Assignment) -> None:
    """Reclaim the slot of an expired assignment. Raises LeaseLost or AssignmentClosed.

    A postponed assignment stays postponed: a delayed heartbeat must not resume it.
    """
    require_open(assignment)
    if assignment.state == PARKED:
        raise AssignmentClosed(
            _("You have put this task aside. Take it up again to go on with it; what you did is kept.")
        )
    try:
        if assignment.state == EXPIRED and not _reclaim(assignment) and not _is_held(assignment):
            raise LeaseLost(_why_lost(assignment))
    except IntegrityError:
        raise LeaseLost(
            _("Your time for this task ran out and you have begun another one. What you did is kept.")
        ) from None


def _limit_of(assignment: Assignment) -> int | None:
    if assignment.task.phase == Phase.GUIDED:
        return None
    return limit_reached(person=assignment.person, project=assignment.project, kind=assignment.kind)


def _why_lost(assignment: Assignment) -> str:
    if _limit_of(assignment) is not None:
        return _("Your time for this task ran out, and you have reached this project’s limit per person.")
    if Task.objects.filter(pk=assignment.task_id, withdrawn_at__isnull=False).exists():
        return _("Your time for this task ran out and it has been withdrawn. What you did is kept.")
    return _("Your time for this task ran out and someone else has taken it. What you did is kept.")


def require_open(assignment: Assignment) -> None:
    """Raise AssignmentClosed unless it is held, postponed or expired: work on those is always accepted."""
    assignment.refresh_from_db(fields=["state"])
    if assignment.state == AssignmentState.SUBMITTED:
        raise AssignmentClosed(_("This task has already been submitted."))
    if assignment.state == AssignmentState.RELEASED:
        raise AssignmentClosed(_("You returned this task. Nothing can be added to it."))
    if assignment.state == AssignmentState.SKIPPED:
        raise AssignmentClosed(_("You skipped this task. Nothing can be added to it."))
    if assignment.state == AssignmentState.REPORTED:
        raise AssignmentClosed(_("You reported this task. Nothing can be added to it."))


def release(assignment: Assignment) -> None:
    """Return the task to the queue. Doing it twice is allowed; AssignmentClosed if it has been submitted or ended.

    A guided example that is taken again is left as it was submitted. Raises AnnotationError `guided_example` for one
    that the project requires.
    """
    now = timezone.now()
    if is_guided(assignment) and _leave_submitted(assignment, now):
        return
    if end(assignment, AssignmentState.RELEASED, now):
        return
    # An expired one gave its place up already; it only has to stop coming back.
    Assignment.objects.filter(pk=assignment.pk, state=EXPIRED).update(state=AssignmentState.RELEASED)
    assignment.refresh_from_db(fields=["state", "ended_at"])
    if assignment.state != AssignmentState.RELEASED:
        require_open(assignment)


def is_guided(assignment: Assignment) -> bool:
    """Tell whether this is a guided example, and not one that a manager is making."""
    return assignment.task.phase == Phase.GUIDED and hasattr(assignment.task, "gold")


def _leave_submitted(assignment: Assignment, now: datetime) -> bool:
    """Close a guided example that was submitted before; False if it was not. Raises AnnotationError."""
    if not assignment.submissions.exists():
        if assignment.project.guided_examples == GuidedExamples.REQUIRED:
            raise AnnotationError(
                "guided_example", _("This project requires its guided examples. You can try each one again later."), 409
            )
        return False
    mine = Assignment.objects.filter(pk=assignment.pk)
    with transaction.atomic():
        if mine.filter(state=EXPIRED).update(state=AssignmentState.SUBMITTED):
            reserve_slot(assignment.task_id)  # its place was free meanwhile
        else:
            mine.filter(state=HELD).update(state=AssignmentState.SUBMITTED, ended_at=now)
    assignment.refresh_from_db(fields=["state", "ended_at"])
    return True


def take_again(assignment: Assignment, *, body: dict[str, Any] | None = None) -> None:
    """Open one's own guided example once more, with this body as its draft; None: with the draft that it has.

    A held one stays as it is.
    What is submitted then is the next revision. Raises AnnotationError `one_open` while another task is held, and
    LeaseLost if nobody is given this example any more.
    """
    until = _lease_end(assignment.project)
    try:
        with transaction.atomic():
            state = Assignment.objects.select_for_update().get(pk=assignment.pk).state
            if state == HELD:
                return
            if state != AssignmentState.SUBMITTED and not reserve_slot(assignment.task_id):
                raise LeaseLost(_("This example is no longer offered."))
            Assignment.objects.filter(pk=assignment.pk).update(state=HELD, leased_until=until, ended_at=None)
            if body is not None:
                draft, _made = Draft.objects.get_or_create(assignment=assignment)
                place = {name: draft.body[name] for name in ("place", "bookmarks") if body and name in draft.body}
                Draft.objects.filter(pk=draft.pk).update(body=body | place, version=F("version") + 1)
            bump(assignment.project_id, assignment.person_id)
    except IntegrityError:
        message = _("You have another task open. Submit it, save it for later or return it; then try again.")
        raise AnnotationError("one_open", message, 409) from None
    assignment.state, assignment.leased_until, assignment.ended_at = HELD, until, None


def expire_overdue(*, project: Project, kind: str) -> int:
    """Expire overdue leases of held and postponed assignments and free their slots. Returns how many."""
    now = timezone.now()
    overdue = _overdue(project, kind, now).order_by("id")
    return sum(end(assignment, EXPIRED, now, Q(leased_until__lt=now)) for assignment in overdue)


def _overdue(project: Project, kind: str, now: datetime) -> QuerySet[Assignment]:
    # Of those in KEPT states `ended_at` is null, and of no others: so the index `assignment_overdue` finds them.
    return Assignment.objects.filter(project=project, kind=kind, ended_at__isnull=True, leased_until__lt=now)


def _is_held(assignment: Assignment) -> bool:
    """Check whether another window of the same person has reclaimed the slot meanwhile."""
    return Assignment.objects.filter(pk=assignment.pk, state=HELD).exists()


def _lease_end(project: Project) -> datetime:
    return timezone.now() + timedelta(minutes=project.lease_minutes)


class _Queue(TypedDict):
    """Whose queue is asked, and what the policy says of it, which is asked once."""

    person: User
    project: Project
    kind: str
    eligibility: extension_points.Eligibility


def _assign_from_queue(person: User, project: Project, kind: str) -> Assignment | None:
    """Assign the first eligible task; None if there is none."""
    while True:
        with transaction.atomic():
            _lock_person(person)
            eligibility = extension_points.policy.eligibility(person=person, project=project, kind=kind)
            who = _Queue(person=person, project=project, kind=kind, eligibility=eligibility)
            full = limit_reached(**who) is not None
            task = None if full else next_task(**who)
            if task is None:
                return None
            taken = assign(task, person, project)
            # Now that it is held no other can be: so what another window submits a moment later counts, too.
            if taken is not None and limit_reached(**who) is not None:
                transaction.set_rollback(True)
                return None
        if taken is not None:
            return taken


def _lock_person(person: User) -> None:
    """Lock the person's row: assignments in one window decide eligibility in another. SQLite has one writer anyway."""
    if connection.features.has_select_for_update:
        list(User.objects.select_for_update(no_key=True).filter(pk=person.pk).values_list("pk"))


def assign(task: Task, person: User, project: Project) -> Assignment | None:
    """Assign a given task, bypassing the queue; None if it has no free slot. Call it in a transaction."""
    assignment = Assignment(task=task, project=project, kind=task.kind, person=person, leased_until=_lease_end(project))
    if not reserve_and_store(assignment, started(assignment)):
        return None
    assignment.is_new = True
    return assignment


@transaction.atomic
def _reclaim(assignment: Assignment) -> bool:
    until = _lease_end(assignment.project)
    expired = Assignment.objects.filter(pk=assignment.pk, state=EXPIRED)
    if not expired.update(state=HELD, leased_until=until, ended_at=None):
        return False
    # Now that it is held no other can be: whatever else the person did counts, or waits until this is over.
    if _limit_of(assignment) is not None or not reserve_slot(assignment.task_id):
        transaction.set_rollback(True)
        return False
    bump(assignment.project_id, assignment.person_id)
    assignment.state, assignment.leased_until, assignment.ended_at = HELD, until, None
    return True


@transaction.atomic
def end(assignment: Assignment, state: AssignmentState, now: datetime, only_if: Q | None = None, **fields: str) -> bool:
    """End a held or postponed assignment with these fields and free its slot. Returns whether this call ended it."""
    kept = Assignment.objects.filter(only_if or Q(), pk=assignment.pk, state__in=KEPT)
    if not kept.update(state=state, ended_at=now, **fields):
        return False
    Task.objects.filter(pk=assignment.task_id).update(assigned_count=F("assigned_count") - 1)
    bump(assignment.project_id, assignment.person_id)
    assignment.state, assignment.ended_at = state, now
    return True
