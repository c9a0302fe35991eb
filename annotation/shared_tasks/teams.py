"""Teams: made by whoever is logged in, joined by a link, renamed; their systems."""

from __future__ import annotations

import uuid

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError, Invalid
from annotation.shared_tasks.models import SharedTask, Team, TeamMember, TeamSystem


@transaction.atomic
def create_team(task: SharedTask, name: str, by: User) -> Team:
    """Make a team and put its maker on it. Raises Invalid where the name is taken, AnnotationError `on_a_team`."""
    team = Team(task=task, name=name)
    _save(team)
    join(team, by)
    return team


def join(team: Team, person: User) -> None:
    """Put somebody on a team; whoever is on it stays. Raises AnnotationError `on_a_team` for those on another one."""
    try:
        with transaction.atomic():
            TeamMember.objects.create(task_id=team.task_id, team=team, user=person)
    except IntegrityError as error:
        if not team.members.filter(user=person).exists():
            message = _("You are on another team of this task. Leave it first.")
            raise AnnotationError("on_a_team", message, 409) from error


@transaction.atomic
def leave(team: Team, person: User) -> None:
    """Take a person off the team. A team that nobody is on any more is deleted where it has submitted nothing."""
    team.members.filter(user=person).delete()
    if not team.members.exists() and not TeamSystem.objects.filter(team=team, submissions__isnull=False).exists():
        team.delete()


def rename(team: Team, name: str) -> None:
    """Give the team another name; its submissions stay. Raises Invalid where the name is taken."""
    team.name = name
    _save(team)


def renew_link(team: Team) -> None:
    """Replace the invitation link: the earlier one ends."""
    team.invitation = uuid.uuid4()
    team.save(update_fields=["invitation"])


def invitation_path(team: Team) -> str:
    """The path of the link by which people join."""
    return reverse("shared-task-join", kwargs={"task": team.task.slug, "invitation": team.invitation})


def save_system(team: Team, system: TeamSystem | None, name: str, code_url: str, description: str) -> TeamSystem:
    """Add a system, or change one. Raises Invalid where the team has one of this name."""
    saved = system or TeamSystem(team=team)
    saved.name, saved.code_url, saved.description = name, code_url, description
    _save(saved)
    return saved


def _save(row: Team | TeamSystem) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        words = _("This name is taken. Choose another one.")
        raise Invalid(words, {"name": [words]}) from error
