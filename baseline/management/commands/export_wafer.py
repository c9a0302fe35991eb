"""python manage.py export_wafer OUT.jsonl [--corpus SLUG] [--texts] [--featured FILE]"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from baseline.citations.wafer.export import export_wafer
from baseline.management.commands._wafer import existing
from corpus.management.commands._choosing import select_corpus
from corpus.page.element_id import normalise_title


class Command(BaseCommand):
    """Write the citations of a corpus as WAFER rows."""

    requires_system_checks = ()
    help = "Write the citations of a corpus that have an address as a WAFER file, a mark a line (docs/wafer.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("out", type=Path, metavar="OUT.jsonl")
        parser.add_argument("--corpus", metavar="SLUG", help="a corpus of the database (default: the only one)")
        what = "titles of featured articles, one a line, beside those in the category of that name"
        parser.add_argument("--featured", type=Path, metavar="FILE", help=what)
        parser.add_argument("--texts", action="store_true", help="with title and passages of sources that are imported")

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = select_corpus(options["corpus"], f"export_wafer {options['out']}")
        try:
            featured = _titles(existing(options["featured"])) if options["featured"] else set()
            counts = export_wafer(options["out"], corpus, texts=options["texts"], featured=featured)
        except OSError as error:
            raise CommandError(f"{options['out']} cannot be written: {error}. What stood there is kept.") from error
        self.stdout.write(f"{counts['rows']:,} rows in {options['out']}.")
        for reason in ("without address", "without text"):
            if counts[reason]:
                self.stdout.write(f"Left out: {counts[reason]:,} marks {reason}.")


def _titles(path: Path) -> set[str]:
    """The titles of a file, one a line, as pages have them."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not UTF-8: {error}.") from error
    return {normalise_title(line) for line in lines if line.strip(" _:#\t")}
