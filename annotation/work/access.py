"""Permissions: who may get work of a kind, and whose an assignment is; the tasks of a project for its managers.

What is done with a project is handed a project that `annotation.projects.access` has handed out.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from annotation.accounts.access import by_key, by_keys
from annotation.accounts.models import User
from annotation.errors import NotAllowed
from annotation.projects.access import READERS, project_for
from annotation.projects.models import Membership, Project
from annotation.work import extension_points
from annotation.work.models import KEPT, Assignment, Task, TaskReport
from annotation.work.registry import is_shown, workflow_in, workflows, workflows_of
from annotation.work.workflow import Reading


def project_to_work_in(user: User, slug: str, kind: str) -> Project:
    """Return the project for a member with the role that this kind of work needs.

    Raises NotAllowed for other members, Http404, and UnknownWorkflow also where the project has this kind off.
    """
    mine = list(Membership.objects.filter(user=user, project__slug=slug).select_related("project"))
    if not mine:
        raise Http404
    project = mine[0].project
    roles = workflow_in(project, kind).roles
    if not {membership.role for membership in mine} & {*roles}:
        needed = {"role": " / ".join(str(role.label) for role in roles), "project": project.name}
        raise NotAllowed(_("This is for the role “%(role)s”, which you do not have in %(project)s.") % needed)
    return project


def project_to_read_in(user: User, slug: str) -> Project:
    """Return the project for a member who may read and search its corpus.

    Those are its READERS, and people of whose work some reads the corpus (`Workflow.reading`), while they have no task
    before them that is judged by what it shows alone. Raises NotAllowed for other members, Http404.
    """
    project = project_for(user, slug)
    roles = set(user.memberships.filter(project=project).values_list("role", flat=True))
    if roles.isdisjoint(READERS):
        theirs = [one for one in workflows_of(project).values() if roles & {*one.roles}]
        if theirs and all(one.reading is not Reading.CORPUS for one in theirs):
            raise NotAllowed(_("Your work in this project has a search of its own, or none: the corpus is not open."))
        refuse_lookups(user, project)
    return project


def refuse_lookups(user: User, project: Project) -> None:
    """Raise NotAllowed while the person has a task before them, or put aside, that is judged by what it shows alone."""
    blind = [slug for slug, one in workflows().items() if one.reading is Reading.NOTHING]
    if Assignment.objects.filter(person=user, project=project, kind__in=blind, state__in=KEPT).exists():
        raise NotAllowed(
            _("You have a claim to judge by its evidence alone. Submit it or give it back, and look things up then.")
        )


def assignment_for(user: User, public_id: uuid.UUID | str, *, with_subject: bool = False) -> Assignment:
    """Return the user's own assignment, with task and project, and with the task's subject if that will be needed.

    What was sent for it is accepted also after its workflow was switched off: it may be sent again after a lost answer.
    Raises Http404 for a project that they are no longer a member of, and for another person's assignment exactly as for
    one that does not exist.
    """
    try:
        wanted = uuid.UUID(str(public_id))
    except ValueError:
        raise Http404 from None
    is_member = Exists(Membership.objects.filter(user=user, project=OuterRef("project")))
    mine = Assignment.objects.filter(is_member, public_id=wanted, person=user)
    # Two statements where one would do: PostgreSQL plans for longer, the more tables are joined (5 ms for ten).
    asked = [f"project__{relation}" for relation in extension_points.asked_of_project]
    found = mine.select_related("project", *(asked if with_subject else ["task"])).first()
    if found is None:
        raise Http404
    if with_subject:
        subject = workflows()[found.kind].subject if found.kind in workflows() else ()
        found.task = Task.objects.select_related(*extension_points.asked_of_task, *subject).get(pk=found.task_id)
        found.task.project = found.project
    found.person = user
    return found


def visible_assignment_for(user: User, public_id: uuid.UUID | str) -> Assignment:
    """Return the user's own assignment, with its subject, to be shown or changed.

    Raises Http404 as `assignment_for`, and for one that has ended and whose workflow is off or removed.
    """
    found = assignment_for(user, public_id, with_subject=True)
    if not is_shown(found):
        raise Http404
    return found


def person_of(project: Project, pk: int) -> User:
    """Return who has a role in the project or has worked in it, for its managers. Raises Http404."""
    worked = Exists(Assignment.objects.filter(project=project, person=OuterRef("pk")))
    here = Exists(Membership.objects.filter(project=project, user=OuterRef("pk")))
    return by_key(User.objects.filter(worked | here), pk)


def task_of(project: Project, pk: int, among: QuerySet[Task] | None = None) -> Task:
    """Return a task of the project, for its managers and adjudicators; `among` narrows which. Raises Http404."""
    return by_key((Task.objects.all() if among is None else among).filter(project=project), pk)


def tasks_of(project: Project, keys: Iterable[int]) -> dict[int, Task]:
    """Key -> task, those with one of the keys that are the project's."""
    return by_keys(Task.objects.filter(project=project), keys)


def task_report_of(project: Project, pk: int | None, kinds: Iterable[str]) -> TaskReport:
    """Return a report of a task of one of these kinds of work, for the project's managers. Raises Http404."""
    rows = TaskReport.objects.filter(assignment__project=project, assignment__kind__in=list(kinds))
    return by_key(rows, pk)
