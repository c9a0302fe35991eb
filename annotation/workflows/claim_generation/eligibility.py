"""Which highlights a person must not write claims from."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.models import Assignment, Task


def exclude_seen_highlights(person: User, project: Project) -> Q:
    """Highlights of which the person was given a claim to verify: what they wrote now would be their own work."""
    given = Assignment.objects.filter(person=person, task=OuterRef("pk"))
    return Q(Exists(Task.objects.filter(Exists(given), claim__highlight=OuterRef("highlight"))))
