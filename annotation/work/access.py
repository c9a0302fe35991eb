"""Access to assignments."""

from __future__ import annotations

import uuid

from django.http import Http404

from annotation.accounts.models import User
from annotation.work.models import Assignment


def assignment_for(user: User, public_id: uuid.UUID | str) -> Assignment:
    """Return the user's own assignment, with task, project and corpus, but without the claim or highlight.

    Raises Http404 for a project that they are no longer a member of, and for another person's assignment exactly as for
    one that does not exist.
    """
    try:
        wanted = uuid.UUID(str(public_id))
    except ValueError:
        raise Http404 from None
    mine = Assignment.objects.filter(public_id=wanted, person=user, project__memberships__user=user)
    found = mine.select_related("task", "project__corpus").first()  # one row for each role that the person has
    if found is None:
        raise Http404
    found.person = user
    return found
