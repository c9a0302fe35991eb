"""Verify the integrity of the operation logs."""

from __future__ import annotations

import sys
import uuid
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from annotation.audit_log.verification import CheckedEntries, broken_entries
from annotation.management.commands._arguments import TROUBLE, exit_status, project_of
from annotation.work.log_verification import Broken, Checked, broken_logs
from annotation.work.models import Assignment


class Command(BaseCommand):
    help = (
        "Verify the hash chains of the operation logs and of the audit log: lists changed, removed or "
        "swapped rows, and truncated logs. "
        "Exit code 1: some were found."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", help="only logs of this project (default: all)")
        parser.add_argument("--assignment", type=_public_id, metavar="ID", help="only the log of this assignment")

    def handle(self, *args: Any, **options: Any) -> None:
        assignments, checked, broken = _chosen(options), Checked(), set()
        for problem in broken_logs(assignments, checked, self._progress):
            broken.add(problem.assignment)
            self.stdout.write(_line(problem))
        self.stdout.write(f"{checked.operations:,} operations in {checked.logs:,} logs were checked.")
        is_altered = False if options["project"] or options["assignment"] else self._audit_log_is_altered()
        if broken:
            raise CommandError(f"{len(broken):,} of {checked.logs:,} logs were altered.", returncode=1)
        if is_altered:
            raise CommandError("The audit log was altered.", returncode=1)

    def _audit_log_is_altered(self) -> bool:
        """Check the audit log, which is one chain for the whole site."""
        checked, found = CheckedEntries(), False
        for problem in broken_entries(checked):
            found = True
            self.stdout.write(f"Audit log, entry {problem.number}: {problem.reason}")
        self.stdout.write(f"{checked.entries:,} entries of the audit log were checked.")
        return found

    def _progress(self, logs: int) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r{logs:,} logs", ending="")


def _line(problem: Broken) -> str:
    where = "" if problem.row is None else f", row {problem.row}"
    return f"Assignment {problem.assignment}{where}: {problem.reason}"


def _chosen(options: dict[str, Any]) -> QuerySet[Assignment]:
    found = Assignment.objects.all()
    with exit_status(TROUBLE):
        if options["project"]:
            found = found.filter(project=project_of(options["project"]))
        if options["assignment"]:
            found = found.filter(public_id=options["assignment"])
            if not found.exists():
                raise CommandError(f"There is no assignment {options['assignment']}.")
    return found


def _public_id(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not an assignment id such as {uuid.UUID(int=0)}") from None
