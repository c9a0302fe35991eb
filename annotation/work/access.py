"""Access to assignments."""

from __future__ import annotations

import uuid

from django.http import Http404

from annotation.accounts.models import User
from annotation.work.models import Assignment


def assignment_for(user: User, public_id: uuid.UUID | str) -> Assignment:
    """Return the user's own assignment, with task and project, but without the claim or highlight.

    Raises Http404 for a project that they are no longer a member of, and for another person's assignment exactly as for
    one that does not exist.
    """
    try:
        wanted = uuid.UUID(str(public_id))
    except ValueError:
        raise Http404 from None
    mine = Assignment.objects.filter(public_id=wanted, person=user, project__memberships__user=user)
    found = list(mine.select_related("task", "project")[:1])  # one row for each role that the person has
    if not found:
        raise Http404
    found[0].person = user
    return found[0]
