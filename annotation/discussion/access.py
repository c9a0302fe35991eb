"""Permissions: which discussion somebody may read along."""

from __future__ import annotations

from annotation.accounts.access import by_key
from annotation.accounts.models import User
from annotation.discussion.models import Discussion
from annotation.discussion.visibility import discussions_of
from annotation.projects.models import Project


def discussion_for(reader: User, project: Project, pk: int) -> Discussion:
    """Return a discussion of a claim that the annotator has verified and may read now. Raises Http404."""
    return by_key(discussions_of(reader, project).select_related("claim__project"), pk)
