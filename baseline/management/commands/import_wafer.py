"""python manage.py import_wafer FILE... --corpus SLUG [--sources SLUG]"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_slug
from django.db import transaction

from baseline.citations.wafer.importing import import_wafer
from baseline.management.commands._wafer import Problems, existing
from corpus.models import Corpus, CorpusKind
from corpus.sentences import SPLITTER_VERSION
from corpus.wikitext.build import PARSER_VERSION


class Command(BaseCommand):
    """Make a corpus of WAFER rows."""

    help = "Make a corpus whose pages are the sentences and citations of WAFER rows, and a web corpus of their sources."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
        parser.add_argument("--corpus", metavar="SLUG", required=True, help="the corpus to make")
        parser.add_argument("--sources", metavar="SLUG", help="a web corpus to make of the passages in the rows")

    def handle(self, *args: Any, **options: Any) -> None:
        files = [existing(path) for path in options["files"]]
        problems = Problems(self.stderr)
        with transaction.atomic():
            corpus = _new(options["corpus"], CorpusKind.WIKI, files)
            web = _new(options["sources"], CorpusKind.WEB, files) if options["sources"] else None
            counts = import_wafer(files, corpus, web, problems)
            problems.finish()
            if not counts["pages"]:
                raise CommandError("There is no good row, and no corpus was made.")
        self.stdout.write(f"{counts['citations']:,} citations on {counts['pages']:,} pages in {corpus.slug}.")
        if web is not None:
            bad = f"; {counts['bad addresses']:,} have no address of the web" if counts["bad addresses"] else ""
            self.stdout.write(f"{counts['sources']:,} sources in {web.slug}{bad}.")
        self.stdout.write("Next: python manage.py build_index")


def _new(slug: str, kind: CorpusKind, files: list[Path]) -> Corpus:
    """An empty corpus, or a CommandError if there is one of this name."""
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise CommandError(f"{slug!r} is no short name: letters, digits, - and _ only.") from error
    if Corpus.objects.filter(slug=slug).exists():
        raise CommandError(f"There is a corpus {slug} already. Choose another name.")
    source = ", ".join(path.name for path in files)
    versions = {"parser_version": PARSER_VERSION, "splitter_version": SPLITTER_VERSION}
    return Corpus.objects.create(slug=slug, name=slug, kind=kind, source=source, **versions)
