"""python manage.py index_introductions [--corpus SLUG] [--ascii] [--force]"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from baseline.entity_tfidf.index import NoIntroductions
from baseline.entity_tfidf.stored import Progress, index_introductions
from corpus.store import CorpusNotChosen, choose_corpus
from search.indexing.build import BuildInProgress


class Command(BaseCommand):
    """Index the introductions of a corpus for retrievers that read them. Again: it goes on where it was."""

    help = (
        'Index the introductions of a corpus for retriever = "entity-tfidf" of baseline.toml, '
        'or with --ascii for "ensemble". Can be interrupted.'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--corpus", metavar="SLUG", help="a corpus of the database (default: the only one)")
        parser.add_argument(
            "--ascii", action="store_true", help='fold Unicode to the nearest ASCII: what "ensemble" reads'
        )
        parser.add_argument("--force", action="store_true", help="index them even if that is done")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            corpus = choose_corpus(options["corpus"])
            built = index_introductions(corpus, self._progress(), force=options["force"], is_ascii=options["ascii"])
        except CorpusNotChosen as error:
            raise CommandError(
                f"Choose a corpus with --corpus. There are: {', '.join(error.slugs) or 'none'}."
            ) from error
        except (BuildInProgress, NoIntroductions) as error:
            raise CommandError(str(error)) from error
        how = f"indexed in {built.seconds:.1f} s" if built.seconds else "up to date"
        self.stdout.write(f"{corpus.slug}: {built.pages:,} introductions, {built.postings:,} n-grams, {how}")

    def _progress(self) -> Progress:
        """Report on stderr after every shard; only pages of this run count for the pace."""
        started, first = time.monotonic(), -1

        def show(done: int, total: int) -> None:
            nonlocal started, first
            now = time.monotonic()
            pace = f", {(done - first) / (now - started):,.0f} a second" if first >= 0 else ""
            if first < 0:
                started, first = now, done
            self.stderr.write(f"{done:,} of {total:,} pages{pace}")

        return show
