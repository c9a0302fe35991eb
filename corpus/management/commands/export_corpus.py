"""python manage.py export_corpus OUT.db|OUT.jsonl|FOLDER [--corpus SLUG] [--format feverous|fever] [--whole-pages]"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.exporting import write_database, write_lines
from corpus.fever import exporting as fever
from corpus.management.commands._choosing import select_corpus
from corpus.models import Corpus
from corpus.snapshot.manifest import write_manifest
from corpus.store import iter_imported, iter_page_json, iter_redirects

DATABASES = (".db", ".sqlite")
WRITERS = {".db": write_database, ".sqlite": write_database, ".jsonl": write_lines}


class Command(BaseCommand):
    requires_system_checks = ()  # they load every page of the site: 20 MB, for as long as the command runs
    help = (
        "Write a corpus as FEVEROUS' page database (.db) or as JSONL, one page a line; with --format fever as FEVER's "
        "wiki-pages: the database of its baseline (.db), one JSONL file, or a folder of wiki-NNN.jsonl."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("out", type=Path, metavar="OUT.db|OUT.jsonl|FOLDER")
        parser.add_argument("--corpus", metavar="SLUG", help="which corpus (default: the only one there is)")
        parser.add_argument("--format", choices=("feverous", "fever"), default="feverous", help="whose (%(default)s)")
        parser.add_argument(
            "--whole-pages",
            action="store_true",
            help="with --format fever: all sentences of pages that are not FEVER's (default: their introductions)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        out: Path = options["out"]
        is_fever = options["format"] == "fever"
        if out.suffix not in (*WRITERS, *([""] if is_fever else [])):
            wanted = "a folder, .db (SQLite) or .jsonl" if is_fever else ".db (SQLite) or .jsonl"
            raise CommandError(f"{out}: the name must end in {wanted}.")
        if not out.parent.is_dir():
            raise CommandError(f"{out}: the folder {out.parent} does not exist. Make it first.")
        corpus = select_corpus(options["corpus"], f"export_corpus {out}")
        try:
            if is_fever:
                count = _write_fever(out, corpus, whole=options["whole_pages"])
            else:
                count = WRITERS[out.suffix](out, iter_page_json(corpus))
            write_manifest(corpus, out.with_name(f"{out.name}.manifest.json"))
        except FileExistsError as error:
            raise CommandError(f"{out}: the folder is not empty. Name another one.") from error
        except (OSError, sqlite3.Error) as error:  # no permission, disk full
            raise CommandError(f"{out} cannot be written: {error}. What stood there before is kept.") from error
        self.stdout.write(f"{count:,} pages of corpus {corpus.slug} in {out}.")


def _write_fever(out: Path, corpus: Corpus, *, whole: bool) -> int:
    """Write the pages in the order in which they came; returns how many. Raises OSError and sqlite3.Error."""
    pages = (fever.Stored(*row) for row in iter_imported(corpus))
    if out.suffix == ".jsonl":
        return fever.write_lines(out, pages, whole=whole)
    if out.suffix in DATABASES:
        return fever.write_database(out, pages, whole=whole)
    return fever.write_folder(out, pages, iter_redirects(corpus), whole=whole)
