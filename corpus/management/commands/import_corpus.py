"""python manage.py import_corpus SOURCE... [--corpus SLUG] [--name NAME] [--limit N] [--workers N]"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.importing.batches import Source
from corpus.importing.limits import Limits
from corpus.importing.worker import WorkerCannotStart
from corpus.management.commands._arguments import add_arguments, slug_of, sources_of
from corpus.management.commands._report import ProgressLine, number_of, summary
from corpus.models import Corpus, ImportFailure, ImportRun, Phase
from corpus.rules import Rules
from corpus.snapshot.discarding import discard
from corpus.snapshot.execute import run_import
from corpus.snapshot.fingerprint import describe_source
from corpus.snapshot.manifest import manifest_file, write_manifest
from corpus.snapshot.quarantine import quarantine_file
from corpus.snapshot.runs import ImportRefused, Request, alone, begin, is_unfinished
from corpus.sources import SourceError


class Stopped(BaseException):
    """The system asks this process to end (SIGTERM)."""


class Command(BaseCommand):
    requires_system_checks = ()  # they load every page of the site: 20 MB, for as long as the command runs
    help = "Import articles into a corpus: dumps, rendered HTML, .wiki files, JSONL, FEVEROUS pages, a live wiki."

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
        request = Request(slug, options["name"], _described(sources), _settings(options))
        if options["replace"] and not is_unfinished(request):
            discard(slug)
        run = begin(request)
        if run.phase == Phase.COMPLETE:
            self._say_complete(run)
            return
        self._carry_out(run, sources, options)
        self._close(run, time.monotonic() - started, options)

    def _carry_out(self, run: ImportRun, sources: list[Source], options: dict[str, Any]) -> None:
        limits = Limits(
            seconds=options["page_limit"], rules=Rules(keep_flagged=options["keep_flagged"], tables=options["tables"])
        )
        line = ProgressLine(self.stderr)
        try:
            with _ended_cleanly():
                run_import(run, sources, limits, options["workers"], line.show)
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
        if _is_empty(corpus):
            corpus.delete()  # a corpus of nothing would make every later command ask which one is meant
            raise CommandError(f"No page came in, so no corpus was made. {failed}".strip())
        self.stdout.write(summary(run, seconds))
        self.stdout.write(f"Manifest: {write_manifest(corpus)}")
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


def _described(sources: list[Source]) -> list[dict[str, Any]]:
    try:
        return [describe_source(source) for source in sources]
    except OSError as error:
        raise CommandError(f"A source cannot be read: {error}.") from error


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    """Options that decide which pages are imported, besides the sources."""
    names = ("limit", "page_limit", "keep_flagged", "without_templates", "tables")
    return {name: options[name] for name in names}


def _workers(options: dict[str, Any]) -> str:
    return f" --workers {options['workers']}" if options["workers"] > 1 else ""


def _failed(run: ImportRun) -> str:
    """Describe failures: a broken source by its name, pages by their number; "" if there are none."""
    failures = ImportFailure.objects.filter(run=run)
    broken = [f"{each.place}: {each.reason}. {each.remedy}" for each in failures.filter(title="")[:3]]
    pages = failures.exclude(title="").count()
    if pages:
        broken.append(f"{number_of(pages, 'page')} could not be read.")
    return " ".join([*broken, f"See {quarantine_file(run.corpus.slug)}."]) if broken else ""


def _go_on(run: ImportRun) -> str:
    corpus = run.corpus
    if run.taken == 0 and _is_empty(corpus):
        corpus.delete()
        return "Nothing had come in yet."
    pages = number_of(corpus.pages.count(), "page")
    return f"{pages} of corpus {corpus.slug} are kept. Type the same again to go on where it stopped."


def _is_empty(corpus: Corpus) -> bool:
    return not corpus.pages.exists() and not corpus.redirects.exists()


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
