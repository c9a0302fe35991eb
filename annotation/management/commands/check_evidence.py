"""List the verdicts whose evidence changed or vanished between two snapshots, or since it was selected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.errors import AnnotationError
from annotation.management.commands._arguments import TROUBLE, add_project, exit_status, project_of
from annotation.projects.models import Project
from annotation.quality.evidence_drift.comparison import Status
from annotation.quality.evidence_drift.job import CHANGED
from annotation.quality.evidence_drift.reopening import reopen
from annotation.quality.evidence_drift.report import as_json, as_text, totals_json, totals_text
from annotation.quality.evidence_drift.snapshots import Totals, checked
from corpus.management.commands._choosing import select_corpus
from corpus.models import Corpus


class Command(BaseCommand):
    help = "List the verdicts whose evidence changed or vanished between two snapshots. Exit code 1: some did."

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument(
            "--against", metavar="SLUG", help="the other snapshot (default: the project's own corpus as it is now)"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object per changed verdict, then the totals")
        parser.add_argument(
            "--only",
            action="append",
            choices=[kind.value for kind in CHANGED],
            metavar="KIND",
            help=f"list and open only verdicts with evidence that is: {', '.join(kind.value for kind in CHANGED)}",
        )
        parser.add_argument(
            "--open-project",
            metavar="SLUG",
            help="create a project of the listed claims on the other corpus, to verify them again",
        )
        parser.add_argument("--out", type=Path, metavar="FILE", help="write the list to this file")

    def handle(self, *args: Any, **options: Any) -> None:
        with exit_status(TROUBLE):
            totals = self._list(options)
        if totals.changed:
            raise CommandError(
                f"{totals.changed:,} of {totals.verdicts:,} verdicts have evidence that changed.", returncode=1
            )

    def _list(self, options: dict[str, Any]) -> Totals:
        project, against = _chosen(options)
        totals, listed = Totals(), []
        wanted = frozenset(map(Status, options["only"] or CHANGED))
        with self._writer(options["out"]) as write:
            for found in checked(project, against, totals):
                if found.kinds & wanted:
                    listed.append(found.said.claim)
                    write(json.dumps(as_json(found), ensure_ascii=False) if options["json"] else f"{as_text(found)}\n")
            if options["json"]:
                names = {"project": project.slug, "corpus": project.corpus.slug}
                row = names | {"against": against.slug if against else None} | totals_json(totals)
                write(json.dumps(row, ensure_ascii=False))
        if options["out"] or not options["json"]:
            self.stdout.write(f"{_compared(project, against)}\n{totals_text(totals)}")
        if options["open_project"] and against is not None:
            self._open(project, listed, against, options["open_project"])
        return totals

    def _open(self, project: Project, claims: list[int], against: Corpus, slug: str) -> None:
        if not claims:
            self.stderr.write(f"No verdict is listed: the project {slug} was not created.")
            return
        try:
            made = reopen(project=project, claims=claims, corpus=against, slug=slug)
        except AnnotationError as error:
            raise CommandError(error.message) from error
        self.stderr.write(f"New project {slug} on the corpus {against.slug}: {made.claims.count():,} claims to verify.")

    @contextmanager
    def _writer(self, out: Path | None) -> Iterator[Callable[[str], object]]:
        """Yield the function that writes a line of the list."""
        if out is None:
            yield lambda line: self.stdout.write(f"{line}\n")  # it adds no line feed to one that is there
            return
        try:
            with out.open("w", encoding="utf-8") as file:
                yield lambda line: file.write(f"{line}\n")
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}. Choose a writable path.") from error


def _chosen(options: dict[str, Any]) -> tuple[Project, Corpus | None]:
    project = project_of(options["project"])
    if options["against"] is not None:
        return project, select_corpus(options["against"], "check_evidence", "--against")
    if options["open_project"]:
        raise CommandError("--open-project needs another corpus: name it with --against.")
    return project, None


def _compared(project: Project, against: Corpus | None) -> str:
    if against is None:
        return f"Project {project.slug}: its evidence as selected, against corpus {project.corpus.slug} as it is now."
    return f"Project {project.slug}: its evidence from corpus {project.corpus.slug}, against corpus {against.slug}."
