"""python manage.py corpus_manifest [--corpus SLUG] [--out FILE]"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.management.commands._choosing import select_corpus
from corpus.snapshot.manifest import manifest_text, write_manifest


class Command(BaseCommand):
    help = "Print what a corpus is made of: sources, settings, versions, counts, what was left out, its hash."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--corpus", metavar="SLUG", help="which corpus (default: the only one there is)")
        parser.add_argument("--out", type=Path, metavar="FILE", help="write it to a file instead")

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = select_corpus(options["corpus"], "corpus_manifest")
        out: Path | None = options["out"]
        if out is None:
            self.stdout.write(manifest_text(corpus), ending="")
            return
        try:
            self.stdout.write(f"Manifest of corpus {corpus.slug} in {write_manifest(corpus, out)}.")
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error}.") from error
