"""Choose the label set of a project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.errors import AnnotationError
from annotation.management.commands._arguments import add_project, label_set_in, project_of
from annotation.projects.label_sets import label_set_of
from annotation.quality.label_choice import choose_labels


class Command(BaseCommand):
    help = (
        "Choose the labels that verifiers give, from a JSON or YAML file (docs/label-sets.md). Once claims "
        "of the project were verified or are gold, only other words and marks for them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("file", type=Path, nargs="?", help="JSON or YAML in UTF-8")
        which.add_argument("--default", action="store_true", help="the verdicts of FEVEROUS")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_of(options["project"])
        try:
            choose_labels(project, None if options["default"] else label_set_in(options["file"]))
        except AnnotationError as error:
            raise CommandError("\n".join(error.fields.get("label_set", [error.message]))) from error
        self.stdout.write(f"Labels of {project.slug}: {', '.join(label_set_of(project).values)}.")
