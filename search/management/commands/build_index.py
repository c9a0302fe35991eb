"""python manage.py build_index [--corpus SLUG] [--workers N] [--force]"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from corpus.models import Corpus, Phase
from corpus.store import CorpusNotChosen, choose_corpus
from search.backend import IndexMissing
from search.checks import SEARCH
from search.indexing.build import BuildInProgress, Built, Progress, build_index


class Command(BaseCommand):
    """Build the search index of one corpus, or of every corpus whose index is outdated."""

    requires_system_checks = (SEARCH,)  # the others load every page of the site: 20 MB, while the command runs
    help = "Build the search index (title suggestions and full text) of every corpus whose index is behind."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--corpus", metavar="SLUG", help="only this corpus")
        parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that read pages (default 1)")
        parser.add_argument("--force", action="store_true", help="build it even if it is up to date")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = []
        for corpus in _chosen(options["corpus"]):
            try:
                progress = self._progress(corpus.slug)
                built = build_index(corpus, progress, force=options["force"], workers=max(options["workers"], 1))
            except (BuildInProgress, IndexMissing) as error:
                self.stderr.write(f"{corpus.slug}: {error}")
                failed.append(corpus.slug)
                continue
            self.stdout.write(f"{corpus.slug}: {built.pages:,} pages, {_said(built)}")
        if failed:
            raise CommandError(f"Not built: {', '.join(failed)}.")

    def _progress(self, slug: str) -> Progress:
        """Report progress on stderr every other second: short builds stay silent."""
        started = shown = time.monotonic()

        def show(done: int, total: int) -> None:
            nonlocal shown
            now = time.monotonic()
            if now - shown >= 2:
                shown = now
                self.stderr.write(f"{slug}: {done:,} of {total:,} pages, {done / (now - started):,.0f} a second")

        return show


def _said(built: Built) -> str:
    if built.skipped:
        return "up to date"
    if built.changed < built.pages:
        return f"{built.changed:,} of them brought up to date in {built.seconds:.1f} s"
    return f"built in {built.seconds:.1f} s"


def _chosen(slug: str | None) -> list[Corpus]:
    if slug is None:
        corpora = list(Corpus.objects.exclude(import_run__phase=Phase.DISCARDING))
        if not corpora:
            raise CommandError("There is no corpus yet. Bring one in with: python manage.py import_corpus SOURCE")
        return corpora
    try:
        return [choose_corpus(slug)]
    except CorpusNotChosen as error:
        known = ", ".join(error.slugs) or "none"
        raise CommandError(f"There is no corpus {slug!r}. Corpora: {known}.") from error
