"""Arguments that several commands share, with errors that name the remedy."""

from __future__ import annotations

from django.core.management.base import CommandError, CommandParser

from annotation.projects.models import Project


def add_project(parser: CommandParser) -> None:
    parser.add_argument("--project", required=True, metavar="SLUG", help="the project's short name")


def project_of(slug: str) -> Project:
    """The project of this slug. Raises CommandError that lists those there are."""
    project = Project.objects.select_related("corpus").filter(slug=slug).first()
    if project is None:
        known = ", ".join(Project.objects.values_list("slug", flat=True)) or "none yet; create one with create_project"
        raise CommandError(f"There is no project {slug!r}. There are: {known}.")
    return project
