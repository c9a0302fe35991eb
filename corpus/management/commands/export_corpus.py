"""python manage.py export_corpus OUT.db|OUT.jsonl [--corpus SLUG]"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.exporting import write_database, write_lines
from corpus.management.commands._choosing import select_corpus
from corpus.snapshot.manifest import write_manifest
from corpus.store import iter_page_json

WRITERS = {".db": write_database, ".sqlite": write_database, ".jsonl": write_lines}


class Command(BaseCommand):
    requires_system_checks = ()  # they load every page of the site: 20 MB, for as long as the command runs
    help = "Write a corpus as FEVEROUS' page database (.db) or as JSONL, one page a line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("out", type=Path, metavar="OUT.db|OUT.jsonl")
        parser.add_argument("--corpus", metavar="SLUG", help="which corpus (default: the only one there is)")

    def handle(self, *args: Any, **options: Any) -> None:
        out: Path = options["out"]
        writer = WRITERS.get(out.suffix)
        if writer is None:
            raise CommandError(f"{out}: the name must end in .db (SQLite) or .jsonl.")
        if not out.parent.is_dir():
            raise CommandError(f"{out}: the folder {out.parent} does not exist. Make it first.")
        corpus = select_corpus(options["corpus"], f"export_corpus {out}")
        try:
            count = writer(out, iter_page_json(corpus))
            write_manifest(corpus, out.with_name(f"{out.name}.manifest.json"))
        except (OSError, sqlite3.Error) as error:  # no permission, disk full
            raise CommandError(f"{out} cannot be written: {error}. What stood there before is kept.") from error
        self.stdout.write(f"{count:,} pages of corpus {corpus.slug} in {out}.")
