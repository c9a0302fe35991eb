"""python manage.py import_corpus SOURCE... [--corpus SLUG] [--name NAME] [--limit N] [--workers N]"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.fever.rows import NO_ENTITY
from corpus.importing.batches import Source
from corpus.importing.worker import WorkerCannotStart
from corpus.management.commands._arguments import add_arguments, slug_of, sources_of
from corpus.management.commands._report import ProgressLine, number_of, summary
from corpus.models import ImportFailure, ImportRun, Phase
from corpus.snapshot.counts import DROPPED, counted
from corpus.snapshot.importer import (
    ImportSettings,
    begin_import,
    complete_import,
    drop_empty,
    failures_of_sources,
    is_empty,
)
from corpus.snapshot.manifest import manifest_file, write_manifest
from corpus.snapshot.quarantine import quarantine_file
from corpus.snapshot.runs import ImportRefused, alone
from corpus.sources import SourceError


class Stopped(BaseException):
    """The system asks this process to end (SIGTERM)."""


class Command(BaseCommand):
    requires_system_checks = ()  # they load every page of the site: 20 MB, for as long as the command runs
    help = (
        "Import articles into a corpus: dumps, rendered HTML, .wiki files, JSONL, FEVEROUS or FEVER pages, a live "
        "wiki; or web pages: WARC, WACZ, a folder of saved pages with url and date, a knowledge store."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        sources = sources_of(options)
        slug = slug_of(options, sources)
        try:
            with alone(slug):
                self._import(slug, sources, options)
        except ImportRefused as error:
            raise CommandError(str(error)) from error

    def _import(self, slug: str, sources: list[Source], options: dict[str, Any]) -> None:
        started = time.monotonic()
        settings = ImportSettings(**{field.name: options[field.name] for field in fields(ImportSettings)})
        try:
            run = begin_import(slug, options["name"], sources, settings, replace=options["replace"])
        except SourceError as error:
            raise CommandError(str(error)) from error
        if run.phase == Phase.COMPLETE:
            self._say_complete(run)
            return
        self._carry_out(run, sources, settings, options["workers"])
        self._close(run, time.monotonic() - started, options)

    def _carry_out(self, run: ImportRun, sources: list[Source], settings: ImportSettings, workers: int) -> None:
        line = ProgressLine(self.stderr)
        try:
            with _ended_cleanly():
                complete_import(run, sources, settings, workers, line.show)
        except (KeyboardInterrupt, Stopped) as error:
            line.close()
            code = 130 if isinstance(error, KeyboardInterrupt) else 143
            raise CommandError(f"Interrupted. {_go_on(run)}", returncode=code) from None
        except SourceError as error:
            raise CommandError(f"{error} {_go_on(run)}") from error
        except WorkerCannotStart as error:
            raise CommandError(f"{error}. {_go_on(run)}") from error
        line.close()

    def _close(self, run: ImportRun, seconds: float, options: dict[str, Any]) -> None:
        corpus, failed = run.corpus, _failed(run)
        if is_empty(corpus):
            drop_empty(corpus)
            raise CommandError(f"No page came in, so no corpus was made. {failed}".strip())
        self.stdout.write(summary(run, seconds))
        self.stdout.write(f"Manifest: {manifest_file(corpus.slug)}")
        if links := _links_left_out(run):
            words = f"{number_of(links, 'link')} without an entity left out of pages that came in"
            self.stdout.write(f"{words}. See {quarantine_file(corpus.slug)}.")
        if failed:
            raise CommandError(f"{failed} All else is in the corpus.")
        self.stdout.write(
            "Next:\n"
            f"  python manage.py build_index --corpus {corpus.slug}{_workers(options)}\n"
            f"  python manage.py create_project NAME --corpus {corpus.slug} --manager YOU"
        )

    def _say_complete(self, run: ImportRun) -> None:
        corpus = run.corpus
        pages = number_of(corpus.pages.count(), "page")
        self.stdout.write(f"Corpus {corpus.slug} is complete: {pages} from these sources. Nothing was changed.")
        if not manifest_file(corpus.slug).exists():  # the import was ended between its last page and this
            write_manifest(corpus)
        if failed := _failed(run):
            self.stdout.write(failed)


def _workers(options: dict[str, Any]) -> str:
    return f" --workers {options['workers']}" if options["workers"] > 1 else ""


def _failed(run: ImportRun) -> str:
    """Describe failures: a broken source by its name, pages by their number; "" if there are none."""
    broken = [f"{each.place}: {each.reason}. {each.remedy}" for each in failures_of_sources(run)]
    pages = ImportFailure.objects.filter(run=run).exclude(title="").count() - _links_left_out(run)
    if pages:
        broken.append(f"{number_of(pages, 'page')} could not be read.")
    return " ".join([*broken, f"See {quarantine_file(run.corpus.slug)}."]) if broken else ""


def _links_left_out(run: ImportRun) -> int:
    """Number of failures that are links left out of a page that came in."""
    return counted(run, DROPPED).get(NO_ENTITY, 0)


def _go_on(run: ImportRun) -> str:
    corpus = run.corpus
    if run.taken == 0 and is_empty(corpus):
        drop_empty(corpus)
        return "Nothing had come in yet."
    pages = number_of(corpus.pages.count(), "page")
    return f"{pages} of corpus {corpus.slug} are kept. Type the same again to go on where it stopped."


@contextmanager
def _ended_cleanly() -> Iterator[None]:
    """SIGTERM ends an import as Ctrl+C does: what is saved stays, the processes beside it end."""

    def stop(_number: int, _frame: object) -> None:
        raise Stopped

    if threading.current_thread() is not threading.main_thread():
        yield  # signals reach no other thread
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
