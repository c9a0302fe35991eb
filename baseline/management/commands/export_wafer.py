"""python manage.py export_wafer OUT.jsonl [--corpus SLUG] [--texts]"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from baseline.citations.wafer.export import export_wafer
from corpus.management.commands._choosing import select_corpus


class Command(BaseCommand):
    """Write the citations of a corpus as WAFER rows."""

    requires_system_checks = ()
    help = "Write the citations of a corpus that have an address as a WAFER file, a mark a line (docs/wafer.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("out", type=Path, metavar="OUT.jsonl")
        parser.add_argument("--corpus", metavar="SLUG", help="a corpus of the database (default: the only one)")
        parser.add_argument("--texts", action="store_true", help="with title and passages of sources that are imported")

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = select_corpus(options["corpus"], f"export_wafer {options['out']}")
        try:
            rows, without = export_wafer(options["out"], corpus, texts=options["texts"])
        except OSError as error:
            raise CommandError(f"{options['out']} cannot be written: {error}. What stood there is kept.") from error
        self.stdout.write(f"{rows:,} rows in {options['out']}; {without:,} marks without an address are left out.")
