"""Permissions: who may see and do what, by their roles in a project.

Requests for what a person may not see get 404; for what they see but may not do, 403 (`NotAllowed`). Views and the API
call `project_for` and `project_to_manage` with the person. Whoever has been handed a project that way gets its rows
from the other functions here, and those of other folders from their `access.py`: never a row of another project, and
Http404 for it as for one that does not exist.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from annotation.accounts.access import by_key, by_key_or_none
from annotation.accounts.models import User
from annotation.errors import NotAllowed
from annotation.projects.announcement_models import Announcement, FaqEntry, Question
from annotation.projects.announcements import announcements_for
from annotation.projects.invitation_models import ProjectInvitation
from annotation.projects.joining import unaccepted
from annotation.projects.models import Guidelines, Project, Role
from jobs.models import Job

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


def member_of(project: Project, pk: int | None) -> User:
    """Return a person with a role in the project, for its managers. Raises Http404."""
    return by_key(User.objects.filter(memberships__project=project).distinct(), pk)


def member_or_none(project: Project, pk: int | None) -> User | None:
    """Return a person with a role in the project, to narrow a list to them; None where there is none of this key."""
    return by_key_or_none(User.objects.filter(memberships__project=project), pk)


def person_to_reset(project: Project, pk: int, by: User) -> User:
    """Return whose roles or account a manager of the project may want to change. Raises Http404.

    That is a member, or somebody whose account they made, who has worked here and is in no project any more.
    """
    member_here = Q(memberships__project=project)
    made = Q(memberships__isnull=True, created_by=by, assignments__project=project)
    return by_key(User.objects.filter(member_here | made).distinct(), pk)


def guidelines_of(project: Project, pk: int, kinds: Iterable[str]) -> Guidelines:
    """Return a version of the guidelines of one of these kinds of work. Raises Http404."""
    rows = Guidelines.objects.filter(project=project, kind__in=list(kinds))
    return by_key(rows.select_related("author", "project"), pk)


def guidelines_or_none(project: Project, pk: int | None) -> Guidelines | None:
    """Return a version of the project's guidelines, to narrow a list to it; None where there is none of this key."""
    return by_key_or_none(Guidelines.objects.filter(project=project), pk)


def announcement_to_read(person: User, project: Project, pk: int) -> Announcement:
    """Return an announcement that is for this person. Raises Http404."""
    return by_key(announcements_for(person, project), pk)


def announcement_to_manage(project: Project, pk: int) -> Announcement:
    """Return an announcement of the project, withdrawn ones included. Raises Http404."""
    return by_key(Announcement.objects.filter(project=project).select_related("author"), pk)


def question_to_answer(project: Project, pk: int) -> Question:
    """Return a question to the managers of the project. Raises Http404."""
    return by_key(Question.objects.filter(project=project).select_related("asker", "answered_by", "task"), pk)


def faq_entry_to_manage(project: Project, pk: int) -> FaqEntry:
    """Return one of the project's frequent questions. Raises Http404."""
    return by_key(FaqEntry.objects.filter(project=project), pk)


def invitation_to_manage(project: Project, pk: int | None) -> ProjectInvitation:
    """Return an invitation to the project that nobody has accepted yet. Raises Http404."""
    return by_key(unaccepted(project), pk)


def job_of(project: Project, pk: int, *kinds: str) -> Job:
    """Return a job of the project, of one of these kinds, of any where none is named. Raises Http404."""
    rows = Job.objects.filter(project=project, kind__in=kinds) if kinds else Job.objects.filter(project=project)
    return by_key(rows, pk)
