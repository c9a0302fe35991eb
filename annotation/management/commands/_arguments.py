"""Arguments that several commands share, with errors that name the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import CommandError, CommandParser

from annotation.claims.claim_importer import BadClaims
from annotation.projects.models import Project
from corpus.encoding_errors import undecodable_line

SHOWN = 20
TROUBLE = 2  # exit status as of `diff`: 0 nothing was found, 1 something was, 2 it could not be found out


def add_project(parser: CommandParser) -> None:
    parser.add_argument("--project", required=True, metavar="SLUG", help="the project's short name")


def project_of(slug: str) -> Project:
    """The project of this slug. Raises CommandError that lists those there are."""
    project = Project.objects.select_related("corpus").filter(slug=slug).first()
    if project is None:
        known = ", ".join(Project.objects.values_list("slug", flat=True)) or "none yet; create one with create_project"
        raise CommandError(f"There is no project {slug!r}. There are: {known}.")
    return project


@contextmanager
def exit_status(code: int) -> Iterator[None]:
    """Give the errors of the body this exit status."""
    try:
        yield
    except CommandError as error:
        error.returncode = code
        raise


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Raise CommandError where the body cannot read the file; bad lines are named, the first twenty of them."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        line = undecodable_line(path)
        raise CommandError(f"{path} is not UTF-8 ({error.reason} in line {line}). Save it as UTF-8.") from error
    except BadClaims as error:
        shown = [f"{path}, {problem}" for problem in error.problems[:SHOWN]]
        more = len(error.problems) - len(shown)
        shown += [f"... and {more} more."] if more else []
        if any(problem.contradicts for problem in error.problems):
            shown.append("With --first-counts the first of two contradicting claims is kept.")
        raise CommandError("Nothing was imported. Fix these lines:\n" + "\n".join(shown)) from error


def label_set_in(path: Path) -> Any:
    """The JSON or YAML of a file; JSON is YAML too. Raises CommandError for a file that cannot be read as either."""
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise CommandError(f"{path} cannot be read as JSON or YAML: {error}.") from error
