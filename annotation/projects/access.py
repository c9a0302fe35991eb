"""Permissions: who may see and do what, by their roles in a project.

Requests for what a person may not see get 404; for what they see but may not do, 403 (`NotAllowed`). Views and the API
call `project_for` and `project_to_manage`; `annotation.work.access` does the same for work.
"""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import NotAllowed
from annotation.projects.models import Project, Role

READERS = (Role.MANAGER, Role.ADJUDICATOR, Role.OBSERVER)  # see a project's statistics and everybody's answers


def project_for(user: User, slug: str, *allowed: Role) -> Project:
    """Return the project if `user` has one of the `allowed` roles in it (any role if none is named). Raises Http404."""
    memberships = user.memberships.filter(role__in=allowed) if allowed else user.memberships.all()
    return get_object_or_404(
        Project.objects.select_related("corpus"), slug=slug, pk__in=memberships.values("project_id")
    )


def project_to_manage(user: User, slug: str) -> Project:
    """Return the project for its managers. Raises NotAllowed for other members, Http404."""
    project = project_for(user, slug)
    if not user.memberships.filter(project=project, role=Role.MANAGER).exists():
        raise NotAllowed(_("This is for the managers of %(project)s.") % {"project": project.name})
    return project
