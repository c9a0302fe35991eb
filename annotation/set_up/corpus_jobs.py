"""Background jobs that check a source, import it into a project's corpus, and clear a corpus again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.projects.models import Project
from annotation.set_up.rights import why_no_import, why_not_changeable
from annotation.set_up.sources import StoredSource, name_of, remove_uploads, resolved, said
from corpus.importing.batches import Source
from corpus.importing.worker import WorkerCannotStart
from corpus.models import Corpus, ImportFailure, ImportRun, Phase
from corpus.snapshot.counts import LEFT, RECORD, counted
from corpus.snapshot.discarding import clear
from corpus.snapshot.execute import Progress
from corpus.snapshot.importer import (
    ImportSettings,
    begin_import,
    complete_import,
    drop_empty,
    failures_of_sources,
    is_empty,
)
from corpus.snapshot.runs import ImportRefused, alone
from corpus.sources import SourceError
from corpus.sources.inspection import inspect_source
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.errors import JobError
from jobs.registry import job

CHECK, IMPORT, CLEAR = "check_corpus_source", "import_corpus", "clear_corpus"
BUILD_INDEX = "build_index"
MOST_TIMES = 100  # so many times its size an uploaded file may unpack to; dumps unpack to five to twenty times
KB = 1024


@job(CHECK)
def check(context: JobContext) -> dict[str, Any]:
    """Read all of a source, or ask the wiki, before anything is imported: kind, pages, bytes, first titles."""
    corpus, stored = _project_of(context).corpus, context.arguments["source"]
    source = resolved(corpus, stored)
    if not isinstance(source, Path):
        return _checked_wiki(source)
    total = source.stat().st_size // KB if source.is_file() else 0
    try:
        found = inspect_source(
            source,
            lambda read: context.progress(read // KB, total),
            MOST_TIMES if stored["from"] == "upload" else None,
        )
    except SourceError as error:
        if stored["from"] == "upload":
            remove_uploads(corpus)
        raise JobError(said(error, source)) from error
    return {
        "kind": found.kind.value,
        "pages": found.pages,
        "bytes": found.size,
        "unpacked": found.unpacked,
        "titles": found.titles,
    }


def _checked_wiki(source: Source) -> dict[str, Any]:
    from corpus.sources.live import LiveRequest
    from corpus.sources.live_wiki import find_wiki
    from corpus.sources.mediawiki_api import NoApi, WikiRefused, WikiSilent

    assert isinstance(source, LiveRequest)
    try:
        find_wiki(source.wiki, source.manners)
    except (WikiSilent, WikiRefused, NoApi) as error:
        words = _(
            "%(wiki)s gives no answer: %(problem)s. Check that this server reaches the internet, or upload a file."
        )
        raise JobError(words % {"wiki": source.wiki, "problem": error}) from error
    pages = None if source.category else len(source.titles)
    return {"kind": "wiki", "pages": pages, "bytes": None, "unpacked": None, "titles": list(source.titles[:5])}


@job(IMPORT)
def import_corpus(context: JobContext) -> dict[str, Any]:
    """Import a source into the corpus of the project, and enqueue its index. It goes on where it was interrupted."""
    project, arguments = _project_of(context), context.arguments
    corpus = project.corpus
    run = ImportRun.objects.filter(corpus=corpus, phase=Phase.COMPLETE).first()
    if run is not None and context.job.attempt > 1:  # by a worker that was killed before it could say so
        return _imported(run)
    source = resolved(corpus, arguments["source"])
    settings = ImportSettings(keep_flagged=arguments["keep_flagged"])
    try:
        with alone(corpus.slug):
            run = ImportRun.objects.filter(corpus=corpus).first()
            if (why := why_no_import(project)) and run is None:
                raise JobError(why)
            run = begin_import(corpus.slug, corpus.name, [source], settings)
            is_filled = complete_import(run, [source], settings, 1, reporter(context))
            context.renew_lease()
            if not is_filled:
                problem = problem_of(run, source)
                drop_empty(corpus)
                raise JobError(problem)
    except ImportRefused as error:
        raise JobError(str(error)) from error
    except SourceError as error:
        if is_empty(corpus):
            drop_empty(corpus)
        raise JobError(said(error, source if isinstance(source, Path) else None)) from error
    except WorkerCannotStart as error:
        raise JobError(str(error)) from error
    return _imported(run)


def _imported(run: ImportRun) -> dict[str, Any]:
    """Remove what was uploaded, and enqueue the index. Safe to repeat."""
    remove_uploads(run.corpus)
    enqueue_index(run.corpus)
    return counts_of(run)


def enqueue_index(corpus: Corpus) -> None:
    """Enqueue the search index of a corpus, unless one is being built."""
    build = {"corpus": corpus.pk}
    if unfinished(BUILD_INDEX, arguments=build) is None:
        enqueue(BUILD_INDEX, arguments=build)


@job(CLEAR)
def clear_corpus(context: JobContext) -> dict[str, Any]:
    """Delete all pages of the project's corpus, which nobody has worked with, so that it can be imported again."""
    corpus = _project_of(context).corpus
    try:
        with alone(corpus.slug):
            clear(corpus, lambda deleted: context.progress(deleted))
    except ImportRefused as error:
        raise JobError(str(error)) from error
    remove_uploads(corpus)
    return {}


def enqueue_check(project: Project, source: StoredSource, asked_by: Any) -> None:
    """Enqueue the check of a source. Raises JobError where nothing can be imported."""
    _refuse(why_no_import(project))
    enqueue(CHECK, project=project, arguments={"corpus": project.corpus_id, "source": source}, asked_by=asked_by)


def enqueue_import(project: Project, source: StoredSource, *, keep_flagged: bool, asked_by: Any) -> None:
    """Enqueue the import of a source, or what is left of it. Raises JobError where nothing can be imported."""
    _refuse(why_no_import(project))
    run = ImportRun.objects.filter(corpus=project.corpus).first()
    taken = 0 if run is None else run.taken
    arguments = {"corpus": project.corpus_id, "source": source, "keep_flagged": keep_flagged, "taken": taken}
    enqueue(IMPORT, project=project, arguments=arguments, asked_by=asked_by)


def enqueue_clear(project: Project, asked_by: Any) -> None:
    """Enqueue the deletion of what the corpus holds. Raises JobError where somebody uses it."""
    if project.corpus.projects.exclude(pk=project.pk).exists():
        raise JobError(_("Another project uses this corpus too: it is not cleared."))
    _refuse(why_not_changeable(project))
    enqueue(CLEAR, project=project, arguments={"corpus": project.corpus_id}, asked_by=asked_by)


def counts_of(run: ImportRun) -> dict[str, Any]:
    """Numbers of an import so far: pages, redirects, failed, and pages left out by reason."""
    records = counted(run, RECORD)
    return {
        "pages": records.get("page", 0),
        "redirects": records.get("redirect", 0),
        "failed": records.get("failed", 0),
        "left_out": counted(run, LEFT),
        "taken": run.taken,
    }


def _refuse(why: str) -> None:
    if why:
        raise JobError(why)


def _project_of(context: JobContext) -> Project:
    """The project, if the corpus of the job is still its own."""
    assert context.job.project_id is not None
    project = Project.objects.select_related("corpus").get(pk=context.job.project_id)
    if project.corpus_id != context.arguments["corpus"]:
        raise JobError(_("The project has another corpus by now."))
    return project


def reporter(context: JobContext) -> Callable[[Progress], None]:
    """What tells a job how far an import is."""

    def report(progress: Progress) -> None:
        done = sum(progress.records.values()) if not progress.linked else progress.linked
        total = round(done / progress.share) if progress.share else 0
        context.progress(done, max(total, done) if total else 0, str(progress.phase))

    return report


def problem_of(run: ImportRun, source: Source) -> str:
    """Why no page came in: the failures of the file, or the first pages that failed."""
    failures = failures_of_sources(run) or list(ImportFailure.objects.filter(run=run)[:3])
    told = [": ".join(filter(None, (each.title or each.place, each.reason))) + f". {each.remedy}" for each in failures]
    name = source.name if isinstance(source, Path) else source.wiki
    text = " ".join([_("No page came in from %(source)s, so nothing was imported.") % {"source": name}, *told])
    return text.replace(str(source), name) if isinstance(source, Path) else text


__all__ = ["CHECK", "CLEAR", "IMPORT", "counts_of", "enqueue_check", "enqueue_clear", "enqueue_import", "name_of"]
