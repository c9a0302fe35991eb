"""python manage.py import_corpus SOURCE... [--corpus SLUG] [--name NAME] [--limit N] [--workers N]"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.text import slugify

from corpus.importing import Failed, import_pages
from corpus.management.commands._report import Progress, Tally, counted
from corpus.management.commands._saving import save_outcomes
from corpus.models import Corpus
from corpus.sources import SourceError, SourceFailure, SourcePage, read_source
from corpus.store import open_corpus

# What a source's name ends in besides its own words.
_SUFFIXES = frozenset((".xml", ".bz2", ".gz", ".xz", ".jsonl", ".db", ".sqlite", ".json"))


class Command(BaseCommand):
    help = "Bring articles into a corpus: XML dumps, folders of .wiki files, article JSONL, FEVEROUS pages."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("sources", nargs="+", type=Path, metavar="SOURCE")
        parser.add_argument("--corpus", metavar="SLUG", help="short name (default: from the first source's name)")
        parser.add_argument("--name", help="name as people read it (default: the short name)")
        parser.add_argument("--limit", type=int, metavar="N", help="stop after N pages and redirects")
        parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that parse (default 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["workers"] < 1 or (options["limit"] is not None and options["limit"] < 1):
            raise CommandError("--workers and --limit take whole numbers from 1 on.")
        sources: list[Path] = options["sources"]
        for path in sources:
            if not path.exists():
                raise CommandError(f"{path}: no such file or folder.")
        slug = slugify(options["corpus"] or default_slug(sources[0]))[:100]
        if not slug:
            raise CommandError("The short name of the corpus needs a letter or digit: give one with --corpus.")
        corpus = open_corpus(slug, options["name"], " ".join(map(str, sources)))
        tally, source_error = self._import(corpus, sources, options["limit"], options["workers"])
        self._close(corpus, tally, source_error)

    def _import(
        self, corpus: Corpus, sources: list[Path], limit: int | None, workers: int
    ) -> tuple[Tally, SourceError | None]:
        """Everything up to the end, the limit, or the place where a source breaks off."""
        tally, progress = Tally(_quarantine(corpus.slug)), Progress(self.stderr)
        broken: list[SourceError] = []
        records = islice(_records(sources, broken), limit)
        try:
            for outcome in save_outcomes(corpus, import_pages(records, workers)):
                tally.add(outcome)
                progress.show(tally)
                if isinstance(outcome, Failed):
                    _note(tally.quarantine, outcome)
        except KeyboardInterrupt:
            raise CommandError(f"Interrupted after {tally.line()}. Type the same again to complete it.") from None
        progress.close(tally)
        return tally, broken[0] if broken else None

    def _close(self, corpus: Corpus, tally: Tally, source_error: SourceError | None) -> None:
        failed = f"{counted(tally.failed, 'page')} could not be read: see {tally.quarantine}." if tally.failed else ""
        if not corpus.pages.exists() and not corpus.redirects.exists():
            corpus.delete()  # a corpus of nothing would make every later command ask which one is meant
            raise CommandError(f"No page came in, so no corpus was made. {source_error or failed}".strip())
        self.stdout.write(tally.summary(corpus.slug))
        if source_error is not None:
            raise CommandError(f"{source_error} What is listed above is in the corpus.")
        if failed:
            raise CommandError(f"{failed} The others are in.")
        self.stdout.write(
            "Next:\n"
            f"  python manage.py build_index --corpus {corpus.slug}\n"
            f"  python manage.py create_project NAME --corpus {corpus.slug} --manager YOU"
        )


def default_slug(source: Path) -> str:
    """ "enwiki-latest" for enwiki-latest-pages-articles1.xml-p1p30302.bz2 and for enwiki-latest.xml.bz2.

    A folder that is only called "wiki" goes by the one around it.
    """
    resolved = source.resolve()
    if resolved.is_dir():
        return resolved.parent.name if resolved.name == "wiki" else resolved.name
    name = Path(resolved.name)
    while name.suffix in _SUFFIXES:
        name = name.with_suffix("")
    return name.name.partition("-pages-")[0] or name.name


def _records(sources: list[Path], broken: list[SourceError]) -> Iterator[SourcePage | SourceFailure]:
    """The records of all sources; where one breaks off, the reading ends and the reason is left in `broken`."""
    try:
        for source in sources:
            yield from read_source(source)
    except SourceError as error:
        broken.append(error)


def _quarantine(slug: str) -> Path:
    """Where the pages that fail are listed; the file is made with the first of them."""
    return Path(settings.ATTEST_DATA_DIR) / "quarantine" / f"{slug}-{timezone.now():%Y%m%d-%H%M%S}.jsonl"


def _note(quarantine: Path, outcome: Failed) -> None:
    row = {"title": outcome.title, "place": outcome.place, "reason": outcome.reason}
    quarantine.parent.mkdir(parents=True, exist_ok=True)
    with quarantine.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(json.dumps(row, ensure_ascii=False) + "\n")
