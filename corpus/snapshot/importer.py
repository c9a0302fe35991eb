"""One import from its sources to a complete corpus, as the command and the job that the browser enqueues run it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from corpus.importing.batches import Source
from corpus.importing.limits import Limits
from corpus.models import Corpus, CorpusKind, ImportFailure, ImportRun, Phase
from corpus.rules import PAPER, Rules, TableRule
from corpus.snapshot.discarding import clear, discard, is_used
from corpus.snapshot.execute import Report, run_import
from corpus.snapshot.fingerprint import describe_source
from corpus.snapshot.manifest import manifest_file, write_manifest
from corpus.snapshot.runs import ImportRefused, Request, begin, is_unfinished
from corpus.sources import SourceError, kind_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSettings:
    """Options that decide which pages are imported, besides the sources. They are part of the manifest."""

    limit: int | None = None
    page_limit: float = 10.0
    keep_flagged: bool = False
    without_templates: bool = False
    tables: TableRule = PAPER.tables

    @property
    def limits(self) -> Limits:
        """Limits and rules that each page is read by."""
        return Limits(seconds=self.page_limit, rules=Rules(keep_flagged=self.keep_flagged, tables=self.tables))

    def to_json(self) -> dict[str, Any]:
        """As they are stored with the run and written into the manifest."""
        return asdict(self)


def begin_import(
    slug: str, name: str | None, sources: Sequence[Source], settings: ImportSettings, *, replace: bool = False
) -> ImportRun:
    """Start the import of these sources, or find the one to resume. The caller holds `runs.alone`.

    Raises ImportRefused where the corpus of this name is another one, and SourceError for a source that cannot be read.
    """
    kind = _kind(sources)
    request = Request(slug, name, [_described(source) for source in sources], settings.to_json(), kind)
    if replace and not is_unfinished(request):
        discard(slug)
    return begin(request)


def complete_import(
    run: ImportRun, sources: Sequence[Source], settings: ImportSettings, workers: int, report: Report
) -> bool:
    """Read and link what is left, and write the manifest. Return False if no page came in: then nothing is kept.

    What is saved stays when it is interrupted. Raises SourceError, WorkerCannotStart.
    """
    is_new = run.phase != Phase.COMPLETE
    if is_new:
        run_import(run, sources, settings.limits, workers, report)
    if is_empty(run.corpus):
        return False
    if is_new or not manifest_file(run.corpus.slug).exists():  # it may have ended between its last page and this
        write_manifest(run.corpus)
    return True


def is_empty(corpus: Corpus) -> bool:
    """Return whether the corpus has neither a page nor a redirect."""
    return not corpus.pages.exists() and not corpus.redirects.exists()


def drop_empty(corpus: Corpus) -> None:
    """Delete a corpus of nothing: it would make every later command ask which one is meant. One that a project was
    created with stays, and can be imported into."""
    if is_used(corpus):
        clear(corpus)
    else:
        corpus.delete()


def failures_of_sources(run: ImportRun, most: int = 3) -> list[ImportFailure]:
    """Failures of whole files and records without a title."""
    return list(ImportFailure.objects.filter(run=run, title="")[:most])


def _kind(sources: Sequence[Source]) -> str:
    """What the sources hold. Raises ImportRefused where some hold articles and others web pages."""
    kinds = {_kind_of(source) for source in sources}
    if len(kinds) > 1:
        raise ImportRefused("Articles of a wiki and web pages go into corpora of their own: import them one by one.")
    return kinds.pop()


def _kind_of(source: Source) -> str:
    if not isinstance(source, Path):
        return CorpusKind.WIKI
    try:
        return CorpusKind.WEB if kind_of(source).is_web else CorpusKind.WIKI
    except SourceError:
        return CorpusKind.WIKI  # reading it says what is wrong, and goes on with the others


def _described(source: Source) -> dict[str, Any]:
    try:
        return describe_source(source)
    except OSError as error:
        raise SourceError(str(source), "", f"cannot be read ({error})", "Check the path.") from error
