"""Permissions: who may see and do what, by their roles in a project.

What a person may not see answers 404; what they see and may not do answers 403 (`NotAllowed`). Views and the API call
`project_for` and its neighbours; `annotation.work.access` does the same for assignments.
"""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import NotAllowed
from annotation.projects.models import Membership, Project, Role
from annotation.vocabulary.tasks import TaskKind

READERS = (Role.MANAGER, Role.ADJUDICATOR, Role.OBSERVER)  # see a project's statistics and everybody's answers
ROLE_FOR = {TaskKind.CLAIM_GENERATION: Role.CLAIM_WRITER, TaskKind.CLAIM_VERIFICATION: Role.VERIFIER}


def project_for(user: User, slug: str, *allowed: Role) -> Project:
    """Return the project if `user` has one of the `allowed` roles in it (any role if none is named). Raises Http404."""
    memberships = user.memberships.filter(role__in=allowed) if allowed else user.memberships.all()
    return get_object_or_404(
        Project.objects.select_related("corpus"), slug=slug, pk__in=memberships.values("project_id")
    )


def project_to_work_in(user: User, slug: str, kind: TaskKind) -> Project:
    """Return the project for a member with the role that `kind` needs. Raises NotAllowed for other members, Http404."""
    mine = list(Membership.objects.filter(user=user, project__slug=slug).select_related("project"))
    if not mine:
        raise Http404
    project, role = mine[0].project, ROLE_FOR[kind]
    if role not in {membership.role for membership in mine}:
        needed = {"role": Role(role).label, "project": project.name}
        raise NotAllowed(_("This is for the role “%(role)s”, which you do not have in %(project)s.") % needed)
    return project


def project_to_manage(user: User, slug: str) -> Project:
    """Return the project for its managers. Raises NotAllowed for other members, Http404."""
    project = project_for(user, slug)
    if not user.memberships.filter(project=project, role=Role.MANAGER).exists():
        raise NotAllowed(_("This is for the managers of %(project)s.") % {"project": project.name})
    return project
