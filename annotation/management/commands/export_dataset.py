"""Write a project's verified claims as a data set that the official FEVEROUS code reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.management.commands._arguments import add_project, project_of
from annotation.release.export import export_feverous


class Command(BaseCommand):
    help = "Write a project's verified claims: OUT/train.jsonl and OUT/manifest.json."

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument("--format", choices=["feverous"], default="feverous", help="the shape of the rows")
        parser.add_argument("out", type=Path, help="folder to write to; made when it is not there")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_of(options["project"])
        out: Path = options["out"]
        try:
            release = export_feverous(project=project, folder=out)
        except OSError as error:
            raise CommandError(
                f"{out} cannot be written: {error.strerror}. Choose a folder you may write to."
            ) from error
        counts = release.counts
        self.stdout.write(f"{counts.released} of {counts.claims} claims released to {release.data}")
        for label, number in sorted(counts.labels.items()):
            self.stdout.write(f"  {label}: {number}")
        for reason, number in sorted(counts.excluded.items()):
            self.stdout.write(f"left out, {reason}: {number}")
        if counts.evidence_sets_left_out:
            self.stdout.write(f"evidence sets beyond the three a row may have: {counts.evidence_sets_left_out}")
        if counts.operations_left_out:
            self.stdout.write(f"operations that name no page of the corpus: {counts.operations_left_out}")
        self.stdout.write(f"What it is made of: {release.manifest}")
        self.stdout.write("The pages that its evidence points to:")
        self.stdout.write(f"  python manage.py export_corpus {out / 'corpus.db'} --corpus {project.corpus.slug}")
