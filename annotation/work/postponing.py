"""Postpone an assignment and resume it later. Its slot is kept for the project's `park_hours`, then the lease ends.

The draft, the operation log and its clock are unchanged. Another task can be held meanwhile; only one can be held at a
time, so that resuming needs the other one to be finished first.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.accounts.models import User
from annotation.errors import AnnotationError, AssignmentClosed
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work.assignment import expire_overdue, renew, require_open
from annotation.work.guided_examples import refuse_guided
from annotation.work.models import Assignment, AssignmentState
from annotation.work.operations import note
from annotation.work.queue import postponed_count

MAX_POSTPONED = 3  # of one person in one project and kind of work


@transaction.atomic
def postpone(assignment: Assignment) -> datetime:
    """Postpone a held assignment; returns until when its slot is kept. A second call keeps the first time.

    An expired assignment reclaims its slot first, if one is free. Raises AnnotationError `too_many_parked`, LeaseLost
    and AssignmentClosed.
    """
    refuse_guided(assignment)
    # Concurrent windows queue here, or each could postpone the last one allowed.
    User.objects.select_for_update(no_key=True).get(pk=assignment.person_id)
    assignment.refresh_from_db(fields=["state", "leased_until"])
    if assignment.state == AssignmentState.PARKED:
        return assignment.leased_until
    require_open(assignment)
    if postponed_count(person=assignment.person, project=assignment.project, kind=assignment.kind) >= MAX_POSTPONED:
        raise _too_many()
    renew(assignment)
    until = timezone.now() + timedelta(hours=assignment.project.park_hours)
    held = Assignment.objects.filter(pk=assignment.pk, state=AssignmentState.HELD)
    if not held.update(state=AssignmentState.PARKED, leased_until=until):
        raise AssignmentClosed(_("This task was closed a moment ago in another window. What you did is kept."))
    note(assignment, OwnOperation.PARK)
    assignment.state, assignment.leased_until = AssignmentState.PARKED, until
    return until


def resume(assignment: Assignment) -> None:
    """Resume a postponed assignment; a held one is renewed, so that the request may be repeated.

    An expired one behaves as after any lease. Raises AnnotationError `one_open`, LeaseLost and
    AssignmentClosed.
    """
    expire_overdue(project=assignment.project, kind=assignment.kind)
    if _other_open(assignment):
        raise _one_open()
    until = timezone.now() + timedelta(minutes=assignment.project.lease_minutes)
    postponed = Assignment.objects.filter(pk=assignment.pk, state=AssignmentState.PARKED)
    try:
        with transaction.atomic():
            resumed = postponed.update(state=AssignmentState.HELD, leased_until=until)
    except IntegrityError:  # another one was taken in another window a moment ago
        raise _one_open() from None
    if resumed:
        assignment.state, assignment.leased_until, assignment.ended_at = AssignmentState.HELD, until, None
    else:
        assignment.refresh_from_db(fields=["state"])
        renew(assignment)


def _other_open(assignment: Assignment) -> bool:
    """Check whether the person holds another task of this project and kind."""
    mine = Assignment.objects.filter(person=assignment.person_id, project=assignment.project_id, kind=assignment.kind)
    return mine.filter(state=AssignmentState.HELD).exclude(pk=assignment.pk).exists()


def _one_open() -> AnnotationError:
    message = _("You have another task open. Submit it, save it for later or return it; then continue with this one.")
    return AnnotationError("one_open", message, 409)


def _too_many() -> AnnotationError:
    message = ngettext(
        "You have put %(most)d task aside: that is the most. Go on with it, or give it back.",
        "You have put %(most)d tasks aside: that is the most. Go on with one of them, or give one back.",
        MAX_POSTPONED,
    )
    return AnnotationError("too_many_parked", message % {"most": MAX_POSTPONED}, 409)
